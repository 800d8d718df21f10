"""Scores on one scale, and means by level beside the paper's."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.published.sagi import sagi_results
from evaluation.reports.levels import sagi_levels
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.rescaling import above_chance, rescaled
from evaluation.reports.tasks import score_table
from tests.evaluation.reports.cards import card, questions, replied, write
from tests.evaluation.reports.conftest import LONG

SHARES = st.floats(0, 1)


def column(levels, name, *, is_published):
    return next(each for each in levels.columns if (each.name, each.is_published) == (name, is_published)).means


@given(SHARES, SHARES, st.floats(0, 0.99))
def test_chance_is_0_and_all_right_is_1_and_more_is_more(one, two, chance):
    assert above_chance(chance, chance) == 0
    assert above_chance(1, chance) == 1
    low, high = sorted((one, two))
    assert above_chance(low, chance) <= above_chance(high, chance) <= 1


def test_a_chance_of_1_leaves_nothing_to_show():
    assert math.isnan(above_chance(1.0, 1.0))


def test_half_right_of_two_options_is_0_and_three_quarters_are_half(tmp_path):
    asked = questions(2)
    replies = replied(asked, 1.0)[:3]
    (score,) = read_scores([write(tmp_path / "a.json", card(asked, replies).to_json())])
    assert score.value.value == 0.75
    assert rescaled(score) == pytest.approx(0.5)


def test_published_columns_are_averaged_over_the_tasks_scored_here(report):
    levels = report.levels
    assert levels.scored[2] == ("Volume Perception", "Pitch Perception")
    people = column(levels, "Human", is_published=True)
    assert people[2].value == pytest.approx((1.0 + (0.9625 - 0.5) / 0.5) / 2)
    assert people[2].is_whole
    # A level that nobody here was scored on: all of the paper's tasks, judged with 0 to 4 points.
    assert levels.scored[5] == ()
    assert people[5].value == pytest.approx((1.39 + 1.20) / 2 / 4)


def test_no_result_is_missing_and_not_zero(report):
    gpt = column(report.levels, "GPT-4o", is_published=True)
    assert gpt[2].missing == ("Volume Perception",)
    assert gpt[2].value == pytest.approx((0.2933 - 0.5) / 0.5)
    assert not gpt[2].is_whole
    long = column(report.levels, LONG, is_published=False)
    assert long[2].missing == ("Volume Perception",)
    assert long[1].value is None


def test_columns_models_first_then_people(report):
    names = [(each.name, each.is_published) for each in report.levels.columns]
    assert names[:3] == [("good", False), (LONG, False), ("Human", True)]
    assert len(names) == 2 + len(sagi_results()[0].results)


def test_a_task_that_the_paper_does_not_have_is_in_no_mean_and_named(report):
    assert report.levels.left_out == {"Pitch Perception, matched": "not a task of the paper"}


def test_a_set_of_no_suite_has_no_levels(tmp_path):
    asked = questions(3)
    told = card(asked, replied(asked, 1.0), suite="", level=None, title="mine").to_json()
    assert make_report(read_scores([write(tmp_path / "a.json", told)])).levels is None


def test_every_task_of_the_paper_has_a_place_on_the_scale(tmp_path):
    asked = questions(3)
    paths = [
        write(
            tmp_path / f"{number}.json",
            card(asked, replied(asked, 1.0), dataset=str(number), title=row.task, level=row.level).to_json(),
        )
        for number, row in enumerate(sagi_results())
    ]
    levels = sagi_levels(score_table(read_scores(paths)))
    assert {level: len(titles) for level, titles in levels.scored.items()} == {1: 3, 2: 3, 3: 8, 4: 4, 5: 0}
    assert "scored by choice, in the paper by points" in levels.left_out["Voice Detective"]


def test_a_published_accuracy_is_held_against_the_chance_of_the_papers_own_labels(tmp_path):
    asked = questions(3)  # of two options; the paper asks for one of five languages
    told = card(asked, replied(asked, 1.0), title="Language Identification", level=1).to_json()
    levels = make_report(read_scores([write(tmp_path / "a.json", told)])).levels
    assert column(levels, "Qwen2-Audio", is_published=True)[1].value == pytest.approx((0.9644 - 0.2) / 0.8)
    assert column(levels, "Human", is_published=True)[1].value is None
