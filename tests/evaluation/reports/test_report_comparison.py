"""Two models side by side, question by question, with p-values corrected for their number."""

import pytest

from evaluation.certainty.comparison import compare
from evaluation.certainty.multiplicity import holm
from evaluation.reports.comparing import compared
from evaluation.reports.differences import differences
from evaluation.reports.reading import read_scores
from evaluation.reports.tasks import score_table
from tests.evaluation.reports.cards import card, questions, replied, write
from tests.evaluation.reports.conftest import LONG


def table_of(tmp_path, *told):
    return score_table(read_scores([write(tmp_path / f"{number}.json", each) for number, each in enumerate(told)]))


def test_the_comparison_is_the_statistics_rooms_with_groups_held_together(tmp_path):
    asked = questions(30)
    one, two = card(asked, replied(asked, 0.9)), card(asked, replied(asked, 0.6, seed=1, missing=0.1), model="two")
    ((pair,), left) = compared(table_of(tmp_path, one.to_json(), two.to_json()))
    wanted = compare(asked, one.scoring.verdicts, two.scoring.verdicts)
    assert left == ()
    assert pair.made == wanted
    assert pair.made.only_first == len(two.joined.missing) > 0
    assert pair.made.difference.groups < pair.made.items
    assert pair.grouped
    assert pair.p_holm == wanted.p_value  # one comparison: nothing to correct


def test_p_is_corrected_for_all_comparisons_of_the_report(report):
    assert len(report.pairs) == 4
    corrected = holm({pair.task: pair.made.p_value for pair in report.pairs})
    assert {pair.task: pair.p_holm for pair in report.pairs} == corrected
    assert any(pair.p_holm > pair.made.p_value for pair in report.pairs)
    assert {pair.better for pair in report.pairs} == {"good"}  # of an error rate, the lower is better
    assert next(pair for pair in report.pairs if pair.lower_is_better).made.difference.value < 0


def test_a_model_against_itself_is_not_better(tmp_path):
    asked = questions(10)
    told = card(asked, replied(asked, 0.7)).to_json()
    ((pair,), _) = compared(table_of(tmp_path, told, told | {"model": "again"}))
    assert (pair.better, pair.p_holm, pair.made.difference.value) == ("", 1.0, 0.0)


def test_files_without_groups_are_owned_up_to(tmp_path):
    asked = questions(10)
    made = [card(asked, replied(asked, 0.7, seed=seed), model=str(seed)).to_json() for seed in (1, 2)]
    for item in made[0]["items"]:
        item.pop("group", None)
    ((pair,), _) = compared(table_of(tmp_path, *made))
    assert not pair.grouped


def test_what_cannot_be_compared_is_named_with_its_reason(tmp_path):
    asked, others = questions(10), questions(20)[20:]
    one, bare = card(asked, replied(asked, 0.7)), card(asked, replied(asked, 0.7), model="bare")
    elsewhere = card(others, replied(others, 0.7), model="elsewhere")
    pairs, left = compared(table_of(tmp_path, one.to_json(), bare.to_json(items=False), elsewhere.to_json()))
    assert pairs == ()
    assert {each.second: each.reason for each in left} == {
        "bare": "no verdicts by question in the file of bare",
        "elsewhere": "no question in common",
    }


def test_a_difference_stands_on_an_axis_from_minus_100_to_100_points(report):
    for pair, drawn in zip(report.pairs, differences(report.pairs), strict=True):
        found = pair.made.difference
        assert drawn.interval.line == 50
        assert drawn.interval.value == pytest.approx(50 * (1 + max(found.value, -1)), abs=0.01)
        assert drawn.interval.low <= drawn.interval.value <= drawn.interval.high
        assert LONG in drawn.interval.alt
        assert "points" in drawn.value
