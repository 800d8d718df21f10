from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from evaluation.errors import JudgeError
from evaluation.judging.agreement import _kappas, agree_on_scores, agree_on_verdicts
from evaluation.verdicts import Outcome, Verdict


def verdicts(marks):
    outcomes = {1: Outcome.RIGHT, 0: Outcome.WRONG, None: Outcome.UNJUDGED}
    return [Verdict(id=f"q{n}", outcome=outcomes[mark], score=mark) for n, mark in enumerate(marks)]


def scores(values):
    return [Verdict(id=f"q{n}", outcome=Outcome.WRONG, score=value) for n, value in enumerate(values)]


def test_kappa_of_a_known_table():
    # Both yes 20, first only 5, second only 10, both no 15: agreement 0.7, by chance 0.5, kappa 0.4.
    first = [1] * 25 + [0] * 25
    second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    found = agree_on_verdicts(verdicts(first), verdicts(second))
    assert found.compared == 50
    assert found.same.value == pytest.approx(0.7)
    assert found.kappa.value == pytest.approx(0.4)
    assert found.same.low < 0.7 < found.same.high
    # By the large-sample formula the standard error is sqrt(0.7 * 0.3 / 50) / 0.5 = 0.130, so about 0.15 to 0.65.
    assert found.kappa.low == pytest.approx(0.15, abs=0.07)
    assert found.kappa.high == pytest.approx(0.65, abs=0.07)
    assert [each.id for each in found.differences] == [f"q{n}" for n in [*range(20, 25), *range(25, 35)]]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_kappa_is_that_of_the_library(marks):
    first, second = np.array(marks, dtype=int).T
    assume(len({*first, *second}) == 2)
    found = _kappas(np.stack([first, second], axis=1).astype(float))(np.ones((1, len(marks))))[0]
    assert found == pytest.approx(cohen_kappa_score(first, second))


def test_groups_that_stay_together_widen_the_interval():
    rng = np.random.Generator(np.random.Philox(7))
    first = [1, 0] * 100
    second = list(first)
    for speaker in rng.choice(20, 5, replace=False):
        second[speaker * 10 : speaker * 10 + 10] = [1 - mark for mark in second[speaker * 10 : speaker * 10 + 10]]
    alone = agree_on_verdicts(verdicts(first), verdicts(second))
    together = agree_on_verdicts(
        verdicts(first), verdicts(second), groups={f"q{n}": f"speaker {n // 10}" for n in range(200)}
    )
    assert alone.kappa.value == together.kappa.value == pytest.approx(0.5)
    assert together.kappa.groups == 20
    assert together.kappa.high - together.kappa.low > 2 * (alone.kappa.high - alone.kappa.low)


def test_what_one_judge_left_open_is_named_not_counted():
    found = agree_on_verdicts(verdicts([1, None, 0, 1]), verdicts([1, 1, None, 1, 0]))
    assert (found.compared, found.left_out) == (2, ("q1", "q2", "q4"))
    assert found.same.value == 1.0


def test_a_reply_that_names_nothing_is_compared_as_not_right():
    nothing = [Verdict(id="q0", outcome=Outcome.UNPARSABLE, reason="is empty"), *verdicts([1, 1])[1:]]
    found = agree_on_verdicts(nothing, verdicts([0, 1]))
    assert (found.compared, found.same.value, found.kappa.value) == (2, 1.0, pytest.approx(1.0))


def test_a_missing_reply_is_not_compared():
    missing = [Verdict(id="q0", outcome=Outcome.MISSING), *verdicts([1, 1])[1:]]
    assert agree_on_verdicts(missing, verdicts([0, 1])).left_out == ("q0",)


def test_scores_that_one_judge_did_not_give_are_left_out():
    found = agree_on_scores(scores([1.0, None, 3.0]), scores([1.0, 2.0, 2.0]))
    assert (found.compared, found.left_out) == (2, ("q1",))


def test_kappa_of_judges_that_say_one_thing_only_is_undefined():
    found = agree_on_verdicts(verdicts([1, 1, 1]), verdicts([1, 1, 1]))
    assert np.isnan(found.kappa.value)
    assert found.same.value == 1.0


def test_a_judge_that_always_says_the_same_agrees_by_chance_only():
    found = agree_on_verdicts(verdicts([1, 0, 1, 0]), verdicts([1, 1, 1, 1]))
    assert found.kappa.value == pytest.approx(0.0)


def test_scores_of_two_judges():
    first = [0.0, 1.0, 2.0, 3.0, 4.0, 4.0]
    second = [0.0, 1.0, 2.5, 3.0, 4.0, 2.0]
    found = agree_on_scores(scores(first), scores(second))
    assert found.pearson.value == pytest.approx(np.corrcoef(first, second)[0, 1])
    assert found.spearman.value == pytest.approx(np.corrcoef([1, 2, 3, 4, 5.5, 5.5], [1, 2, 4, 5, 6, 3])[0, 1])
    assert found.same.value == pytest.approx(4 / 6)
    assert found.mean_difference == pytest.approx(1.5 / 6)
    assert [(each.id, each.first, each.second) for each in found.differences] == [("q5", 4.0, 2.0), ("q2", 2.0, 2.5)]
    assert found.kappa is None


def test_a_judge_of_one_score_has_no_correlation():
    found = agree_on_scores(scores([1.0, 2.0, 3.0]), scores([4.0, 4.0, 4.0]))
    assert np.isnan(found.pearson.value)
    assert np.isnan(found.spearman.value)
    assert found.mean_difference == pytest.approx(-2.0)


def test_the_same_seed_gives_the_same_interval():
    first, second = verdicts([1, 0, 1, 1, 0, 1, 0, 0]), verdicts([1, 0, 0, 1, 0, 1, 1, 0])
    assert agree_on_verdicts(first, second, seed=3) == agree_on_verdicts(first, second, seed=3)


def test_two_verdicts_on_one_question_are_refused():
    with pytest.raises(JudgeError, match="two verdicts of the second judge"):
        agree_on_verdicts(verdicts([1]), [*verdicts([1]), *verdicts([0])])


def test_judges_of_other_replies_cannot_be_compared():
    other = [Verdict(id="elsewhere", outcome=Outcome.RIGHT, score=1.0)]
    with pytest.raises(JudgeError, match="none are on the same reply"):
        agree_on_scores(verdicts([1]), other)
