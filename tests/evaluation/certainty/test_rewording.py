"""Wordings of the same clips, held against each other; and means of numbers that have intervals."""

import numpy as np
import pytest

from evaluation.asked import Question
from evaluation.certainty.averaging import mean_of_intervals
from evaluation.certainty.bootstrap import mean_interval
from evaluation.certainty.instructions import instructions
from evaluation.certainty.interval import Interval
from evaluation.certainty.rewording import reworded
from evaluation.verdicts import Outcome, Verdict


def drawn(rights, *, items=240, seed=0):
    """Scores by wording and id, of pairs of questions; a wording's share of right ones is given."""
    rng = np.random.Generator(np.random.Philox(seed))
    skill = np.repeat(rng.random(items // 2), 2)
    scores = {
        f"w{place}": {str(number): float(skill[number] < right) for number in range(items)}
        for place, right in enumerate(rights)
    }
    for found in scores.values():
        for name in list(found):
            if rng.random() < 0.2:
                found[name] = float(rng.random() < 0.5)
    return scores, {str(number): str(number // 2) for number in range(items)}


def test_a_wording_that_is_worse_is_shown_and_its_spread_told():
    made = reworded(*drawn((0.7, 0.7, 0.4)))
    assert made.is_sensitive
    values = [each.value for each in made.means.values()]
    assert made.spread == max(values) - min(values) > 0.15
    assert made.mean.value == pytest.approx(sum(values) / 3)
    assert made.deviation == pytest.approx(np.std(values, ddof=1))


def test_wordings_that_do_not_differ_are_hardly_ever_said_to():
    found = [reworded(*drawn((0.6,) * 4, seed=seed)).p_value for seed in range(60)]
    assert sum(p < 0.05 for p in found) <= 8  # 3 expected; more than 8 in 1 of 200 runs


def test_it_is_the_test_within_one_set_where_every_question_is_asked_in_every_wording():
    scores, groups = drawn((0.6, 0.5, 0.55), items=120)
    asked = [
        Question(id=f"{wording} {name}", text=wording, group=groups[name]) for wording in scores for name in groups
    ]
    verdicts = [
        Verdict(id=f"{wording} {name}", outcome=Outcome.RIGHT if score else Outcome.WRONG, reason="")
        for wording, found in scores.items()
        for name, score in found.items()
    ]
    within = instructions(asked, verdicts, wording=lambda question: question.text)
    made = reworded(scores, groups)
    assert made.p_value == pytest.approx(within.p_value, abs=0.01)
    assert {name: each.value for name, each in made.means.items()} == pytest.approx(
        {name: each.value for name, each in within.accuracies.items()}
    )


def test_questions_without_a_score_in_some_wording_are_left_out_and_counted():
    scores, groups = drawn((0.6, 0.5))
    scores["w1"]["0"] = None
    del scores["w1"]["1"]
    made = reworded(scores, groups)
    assert (made.left_out, made.mean.items) == (2, 238)


@pytest.mark.parametrize(("wordings", "items"), [(1, 40), (3, 10), (2, 0)])
def test_too_little_is_no_test(wordings, items):
    made = reworded(*drawn((0.5,) * wordings, items=items))
    assert made.p_value is None
    assert not made.is_sensitive
    assert made.to_json()["p_value"] is None


def test_without_groups_each_question_keeps_its_wordings_together():
    scores, _ = drawn((0.7, 0.7), items=100)
    assert reworded(scores, {}).mean.groups == 100


def test_a_mean_of_one_is_itself_and_of_equal_ones_is_narrower_by_the_root():
    one = Interval(value=0.5, low=0.4, high=0.7, items=10, groups=5)
    assert mean_of_intervals([one]).low == pytest.approx(0.4)
    four = mean_of_intervals([one] * 4)
    assert (four.value, four.low, four.high) == pytest.approx((0.5, 0.45, 0.6))
    assert (four.items, four.groups) == (40, 20)
    assert not mean_of_intervals([one, Interval(value=0.5, low=np.nan, high=np.nan, items=1, groups=1)]).is_known
    assert np.isnan(mean_of_intervals([]).value)


def test_it_holds_the_truth_as_often_as_it_says():
    rng = np.random.Generator(np.random.Philox(7))
    shares = np.array([0.15, 0.5, 0.9])
    held = 0
    for run in range(200):
        parts = [mean_interval((rng.random(60) < share).astype(float), seed=run) for share in shares]
        held += mean_of_intervals(parts).holds(shares.mean())
    assert held >= 182  # 95 % of 200 are 190, fewer than 182 in 1 of 250 such tests
