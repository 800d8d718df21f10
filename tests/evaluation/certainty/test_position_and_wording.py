"""Where an option stands and how a question is put: found where they matter, and not where they do not."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evaluation.asked import Question
from evaluation.certainty.instructions import instructions, wording_of
from evaluation.certainty.positions import positions
from evaluation.verdicts import Outcome, Verdict
from tests.evaluation.certainty.making import answer, choose, pairs, question

FOUR = ("red", "green", "blue", "grey")


def _quiz(count, rng, *, options=FOUR, weights=None, group=1):
    rights = rng.choice(len(options), size=count, p=weights)
    return [
        question(number, options=options, right=int(right), group=f"g{number // group}" if group > 1 else "")
        for number, right in enumerate(rights)
    ]


def _guess(asked, rng, *, accuracy, weights=None):
    """Answer right so often; else one of the others, by the weights of their places."""
    found = []
    for each in asked:
        if rng.random() < accuracy:
            found.append(answer(each, True))
            continue
        others = [place for place, option in enumerate(each.options) if option != each.label]
        chances = np.array([1.0 if weights is None else weights[place] for place in others])
        found.append(choose(each, each.options[rng.choice(others, p=chances / chances.sum())]))
    return found


def test_who_always_takes_the_first_is_found_out():
    asked = pairs(40)
    found = positions(asked, [choose(each, each.options[0]) for each in asked])
    assert found.preferred == 1
    assert found.chosen == {1: 80, 2: 0}
    assert found.expected == {1: 40, 2: 40}
    assert (found.accuracies[1].value, found.accuracies[2].value) == (1, 0)
    assert found.excess[1] == pytest.approx(0.5)


def test_who_prefers_the_last_of_four_when_in_doubt_is_found_out():
    rng = np.random.default_rng(0)
    asked = _quiz(400, rng)
    found = positions(asked, _guess(asked, rng, accuracy=0.5, weights=(1, 1, 1, 3)))
    assert found.preferred == 4
    assert found.p_value < 0.01


def test_a_perfect_model_is_not_blamed_for_a_set_that_is_not_balanced():
    rng = np.random.default_rng(0)
    asked = _quiz(300, rng, weights=(0.7, 0.1, 0.1, 0.1))
    for verdicts in ([answer(each, True) for each in asked], _guess(asked, rng, accuracy=0.8)):
        assert positions(asked, verdicts).preferred is None


def test_without_a_preference_one_is_found_in_five_of_a_hundred():
    rng = np.random.default_rng(5)
    found = []
    for _ in range(150):
        asked = _quiz(60, rng, weights=(0.55, 0.15, 0.15, 0.15))
        found.append(positions(asked, _guess(asked, rng, accuracy=0.4)).p_value)
    assert 0.01 <= np.mean(np.array(found) < 0.05) <= 0.1  # its standard deviation is 1.8 %


def test_one_habit_in_each_group_is_not_taken_for_many_independent_choices():
    """Each group is answered by one position drawn for all its items: items alone find that in four sets of ten."""
    rng = np.random.default_rng(6)
    found = []
    for _ in range(40):
        asked = _quiz(200, rng, options=("a", "b"), group=10)
        habits = rng.integers(0, 2, size=20)
        verdicts = [choose(each, each.options[habits[number // 10]]) for number, each in enumerate(asked)]
        found.append((positions(asked, verdicts).p_value, positions(_alone(asked), verdicts).p_value))
    by_group, alone = (np.array(found) < 0.05).mean(axis=0)
    assert by_group <= 0.125
    assert alone > 0.2


def _alone(asked):
    return [question(n, options=each.options, right=each.options.index(each.label)) for n, each in enumerate(asked)]


def test_sets_with_different_numbers_of_options_are_expected_by_each():
    asked = [question(number, options=FOUR[: 2 + number % 3], right=number % 2) for number in range(60)]
    found = positions(asked, [answer(each, number % 4 > 0) for number, each in enumerate(asked)])
    assert sum(found.chosen.values()) == found.items == 60
    assert sum(found.expected.values()) == pytest.approx(60)
    assert found.expected[4] < found.expected[3] < found.expected[1]


def test_what_chooses_nothing_is_left_out_and_counted():
    asked = [question(0), question(1, right=1), Question(id="open", text="?", label="x"), question(3)]
    verdicts = [answer(asked[0], True), Verdict(id="q1", outcome=Outcome.REFUSED)]
    found = positions(asked, verdicts)
    assert (found.items, found.left_out) == (1, 3)
    assert found.accuracies[2].value == 0
    assert json.loads(json.dumps(found.to_json()))["chosen"] == {"1": 1, "2": 0}
    assert positions([], []).preferred is None


def test_the_order_of_options_is_no_other_wording():
    one = question(0, text="Is it rising or falling?")
    other = question(1, options=("falling", "rising"), text="Is it  Falling or rising?")
    assert wording_of(one) == wording_of(other) == "Is it [option] or [option]?"
    assert wording_of(question(2, options=("a", "at"), text="A cat at a mat?")) == "[option] cat [option] [option] mat?"
    for options in (("上升", "下降"), ("下降", "上升")):
        chinese = question(3, options=options, text=f"音量是{options[0]}还是{options[1]}?")
        assert wording_of(chinese) == "音量是[option]还是[option]?"
    assert wording_of(Question(id="open", text="What is said?")) == "What is said?"


def _worded(rates, rng, *, count=120):
    asked, verdicts = [], []
    for place, rate in enumerate(rates):
        for item in range(count):
            each = question(place * count + item, text=f"Wording {place}: rising or falling?", group=f"g{item}")
            asked.append(each)
            verdicts.append(answer(each, rng.random() < rate))
    return asked, verdicts


def test_a_wording_that_is_not_understood_is_found():
    rng = np.random.default_rng(1)
    found = instructions(*_worded((0.8, 0.78, 0.82, 0.5), rng))
    assert found.is_sensitive
    assert found.p_value < 0.001
    assert 0.2 < found.spread < 0.45
    worst = min(found.accuracies, key=lambda wording: found.accuracies[wording].value)
    assert worst.startswith("Wording 3")


# Qwen-Audio's and Qwen2-Audio's columns of Table 14 of the SAGI paper (per cent, nine wordings), and their spread.
_TABLE_14 = {
    27.38: (29.29, 23.03, 31.82, 12.83, 4.44, 28.89, 19.90, 6.57, 26.77),
    6.67: (38.55, 36.36, 36.97, 38.38, 43.03, 37.37, 37.27, 36.77, 41.11),
}


@pytest.mark.parametrize("spread", _TABLE_14)
def test_the_papers_wordings_spread_as_its_table_14_says(spread):
    count = 990  # most of the table's numbers are whole counts of it
    asked = [
        Question(id=f"{place}-{item}", text=f"Wording {place}", options=("a", "b"), label="a", group=f"g{item}")
        for place in range(9)
        for item in range(count)
    ]
    rates = _TABLE_14[spread]
    verdicts = [answer(each, int(each.id.split("-")[1]) < rates[int(each.id[0])] / 100 * count) for each in asked]
    assert instructions(asked, verdicts).spread == pytest.approx(spread / 100, abs=1.01 / count)


def test_wordings_that_do_not_matter_are_found_to_in_five_of_a_hundred():
    rng = np.random.default_rng(2)
    found = np.array([instructions(*_worded((0.6,) * 4, rng, count=25)).p_value for _ in range(200)])
    assert 0.015 <= (found < 0.05).mean() <= 0.09


def test_more_wordings_than_an_instruction_has_are_not_all_compared():
    asked, verdicts = _worded((0.5,) * 45, np.random.default_rng(4), count=10)
    found = instructions(asked, verdicts)
    assert (len(found.accuracies), found.left_out) == (40, 50)


def test_rare_wordings_are_left_out_and_counted():
    rng = np.random.default_rng(3)
    asked, verdicts = _worded((0.5, 0.5), rng, count=20)
    odd = question(999, text="Odd?")
    found = instructions([*asked, odd], [*verdicts, answer(odd, True)])
    assert (len(found.accuracies), found.left_out) == (2, 1)
    only = instructions(asked[:20], verdicts[:20])
    assert (only.p_value, only.spread, only.is_sensitive) == (1.0, 0.0, False)
    assert instructions([], []).to_json()["spread"] == 0
