"""Two models on one set, a model with and without the sound, and many tasks at once."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.certainty.comparison import compare, mcnemar
from evaluation.certainty.hearing import WORTHWHILE, Reading, hearing
from evaluation.certainty.multiplicity import holm
from evaluation.certainty.pairing import earned
from evaluation.certainty.power import detectable_difference
from evaluation.errors import ReplyError
from evaluation.verdicts import Outcome, Verdict
from tests.evaluation.certainty.making import answer, choose, pairs, question


@pytest.mark.parametrize(
    ("one", "two", "p_value"),
    [
        (1, 8, 0.0390625),  # 2 * (1 + 9) / 2^9
        (6, 16, 0.052479),  # 2 * P(B(22, 1/2) <= 6)
        (59, 121, 4.434e-06),  # the table [[101, 121], [59, 33]] of statsmodels' tests
        (0, 5, 0.0625),
        (4, 4, 1.0),
        (0, 0, 1.0),
    ],
)
def test_mcnemar_gives_the_known_values(one, two, p_value):
    assert mcnemar(one, two) == pytest.approx(p_value, rel=1e-3)
    assert mcnemar(two, one) == mcnemar(one, two)


def test_without_groups_the_p_that_counts_is_mcnemars():
    asked = [question(number) for number in range(60)]
    first = [answer(each, number < 41) for number, each in enumerate(asked)]
    second = [answer(each, number >= 9 and number < 40) for number, each in enumerate(asked)]
    found = compare(asked, first, second)
    assert (found.first_higher, found.second_higher, found.ties) == (10, 0, 50)
    assert found.p_value == pytest.approx(found.p_mcnemar)
    assert found.difference.value == pytest.approx(10 / 60)
    assert found.difference.low > 0
    assert found.differs


def test_a_difference_in_few_large_groups_is_no_difference_of_many_questions():
    asked = [question(number, group=f"g{number // 10}") for number in range(100)]
    first = [answer(each, True) for each in asked]
    second = [answer(each, number >= 40) for number, each in enumerate(asked)]
    found = compare(asked, first, second)
    assert found.p_mcnemar < 1e-6
    assert found.p_value == pytest.approx(2 / 2**4)
    assert not found.differs


def test_only_questions_that_both_have_are_compared_and_the_others_counted():
    asked = [question(number) for number in range(10)]
    first = [answer(each, True) for each in asked[:7]]
    second = [*(answer(each, False) for each in asked[4:9]), Verdict(id="q0", outcome=Outcome.MISSING)]
    found = compare(asked, first, second)
    assert (found.items, found.only_first, found.only_second, found.neither) == (3, 4, 2, 1)
    assert found.left_out == 7
    assert json.loads(json.dumps(found.to_json()))["only_first"] == 4


def test_refusals_are_answers_that_are_not_right():
    asked = [question(0)]
    found = compare(asked, [answer(asked[0], True)], [Verdict(id="q0", outcome=Outcome.REFUSED)])
    assert (found.items, found.first_higher) == (1, 1)


def test_scores_of_any_measure_can_be_compared():
    asked = [question(number) for number in range(40)]
    first = [Verdict(id=each.id, outcome=Outcome.WRONG, score=3.0 + number % 2) for number, each in enumerate(asked)]
    second = [Verdict(id=each.id, outcome=Outcome.WRONG, score=2.0) for each in asked[:-1]]
    found = compare(asked, first, second, measure=earned, bounds=(0, 4))
    assert found.difference.value == pytest.approx(1.5, abs=0.02)
    assert found.difference.high <= 4
    assert (found.p_value < 0.001, found.only_first) == (True, 1)


def test_nothing_in_common_compares_nothing():
    asked = [question(0), question(1)]
    found = compare(asked, [answer(asked[0], True)], [answer(asked[1], True)])
    assert (found.items, found.p_value, found.left_out) == (0, 1.0, 2)
    assert not found.difference.is_known
    assert "no question" in hearing(asked, [answer(asked[0], True)], [], control="blind").explanation


def test_verdicts_on_another_set_are_refused():
    with pytest.raises(ReplyError, match="q7"):
        compare([question(0)], [], [answer(question(7), True)])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_exchanging_the_models_exchanges_everything(answers):
    asked = [question(number) for number in range(len(answers))]
    first = [answer(each, one) for each, (one, _) in zip(asked, answers, strict=True)]
    second = [answer(each, two) for each, (_, two) in zip(asked, answers, strict=True)]
    there, back = compare(asked, first, second), compare(asked, second, first)
    assert there.p_value == pytest.approx(back.p_value)
    assert there.difference.value == -back.difference.value
    assert there.first_higher == back.second_higher


def _runs(count, with_audio, with_control, *, seed=0):
    rng = np.random.default_rng(seed)
    asked = pairs(count)
    return (
        asked,
        [answer(each, rng.random() < with_audio) for each in asked],
        [answer(each, rng.random() < with_control) for each in asked],
    )


def test_a_model_that_listens_hears():
    found = hearing(*_runs(50, 0.95, 0.5), control="blind")
    assert found.reading is Reading.HEARS
    assert not found.is_flagged
    assert "% blind" in found.explanation


def test_a_model_that_answers_the_same_to_silence_cannot_hear_it():
    asked, _, blind = _runs(200, 0.5, 0.5)
    found = hearing(asked, blind, blind, control="blind")
    assert (found.reading, found.p_value, found.is_flagged) == (Reading.CANNOT_HEAR, 1.0, True)
    assert found.gain.high < WORTHWHILE
    guessing = hearing(*_runs(400, 0.5, 0.5, seed=1), control="swap")
    assert guessing.reading is Reading.CANNOT_HEAR


def test_a_high_score_is_no_hearing_if_silence_scores_it_too():
    found = hearing(*_runs(800, 0.8, 0.8, seed=2), control="blind")
    assert found.reading is Reading.CANNOT_HEAR


def test_few_questions_cannot_tell_and_say_what_would_show():
    found = hearing(*_runs(12, 0.6, 0.5, seed=9), control="blind")
    assert found.reading is Reading.CANNOT_TELL
    assert found.is_flagged
    assert found.detectable > 0.2
    assert "24 questions in 12 groups" in found.explanation
    always = pairs(10)
    same = [choose(each, "rising") for each in always]
    assert hearing(always, same, same, control="blind").reading is Reading.CANNOT_TELL


def test_a_set_that_gives_itself_away_cannot_tell():
    found = hearing(*_runs(500, 0.97, 0.97, seed=4), control="blind")
    assert found.reading is Reading.CANNOT_TELL
    assert "without the sound" in found.explanation


def test_a_negligible_gain_is_none_however_many_questions_show_it():
    asked = [question(number) for number in range(4_000)]
    blind = [answer(each, number % 2 == 0) for number, each in enumerate(asked)]
    audio = [answer(each, number % 2 == 0 or number < 60) for number, each in enumerate(asked)]
    found = hearing(asked, audio, blind, control="blind")
    assert found.p_value < 0.001
    assert found.reading is Reading.CANNOT_HEAR


def test_a_corrected_p_value_is_read_anew():
    found = hearing(*_runs(50, 0.62, 0.45, seed=5), control="blind")
    assert found.reading is Reading.HEARS
    assert replace(found, p_value=holm({"a": found.p_value, **dict.fromkeys("bcdefghij", 0.9)})["a"]).is_flagged
    assert json.loads(json.dumps(found.to_json()))["reading"] == "hears"


def test_the_detectable_gain_is_detected_four_times_in_five():
    rng = np.random.default_rng(8)
    asked = pairs(100)
    gain, found = 0.0, []
    for run in range(150):
        blind = [answer(each, rng.random() < 0.5) for each in asked]
        if not run:
            flat = [answer(each, rng.random() < 0.5) for each in asked]
            gain = hearing(asked, flat, blind, control="blind").detectable
        audio = [answer(each, rng.random() < 0.5 + gain) for each in asked]
        found.append(hearing(asked, audio, blind, control="blind").p_value < 0.05)
    assert 0.1 < gain < 0.2
    assert 0.7 < np.mean(found) < 0.92


def test_no_set_detects_what_would_show_in_fewer_than_five_groups():
    assert detectable_difference(np.zeros(100), [""] * 100) == pytest.approx(0.0672)
    assert detectable_difference(np.zeros(4), [""] * 4) == detectable_difference(np.ones(3), ["g"] * 3) == 1


def test_holm_gives_the_textbook_values():
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})
    assert list(found) == ["a", "b", "c", "d"]


def test_holm_passes_over_what_could_not_be_tested():
    found = holm({"a": 0.02, "b": math.nan, "c": 0.5})
    assert math.isnan(found["b"])
    assert found["a"] == pytest.approx(0.04)
    assert holm({}) == {}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_lies_between_the_p_value_and_bonferronis_and_keeps_the_order(p_values):
    named = {str(place): value for place, value in enumerate(p_values)}
    corrected = holm(named)
    for name, value in named.items():
        assert value <= corrected[name] <= min(1.0, value * len(named)) + 1e-12
    order = sorted(named, key=lambda name: named[name])
    assert all(corrected[one] <= corrected[two] for one, two in itertools.pairwise(order))
