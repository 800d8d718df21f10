from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.asked import Question
from evaluation.judging.asking import UnusableReplyError
from evaluation.judging.extraction import extract_number, read_number

DISTANCE = Question(id="r1", text="Predict the spatial distance (0.5m-4.5m).", label="2.1196093634329904")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9", 9.0),
        (" 2.5\n", 2.5),
        ("-3", -3.0),
        ("−3", -3.0),
        ("1e-3", 1e-3),
        ('"9"', 9.0),
        ("**9**", 9.0),
        ("9.", 9.0),
        ("Your response: 9", 9.0),
        ("- Your response: N/A", None),
        ("N/A", None),
        ("n/a.", None),
        ('"N/A."', None),
        ("NA", None),
    ],
)
def test_a_number_or_not_applicable_is_read(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize("text", ["", "nine", "9 or 10", "90%", "1,000", "9/10", "nan", "inf", "1e999", "About 9."])
def test_what_is_neither_is_refused(text):
    with pytest.raises(UnusableReplyError):
        read_number(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_survives(number):
    assert read_number(repr(number)) == number


def test_a_number_is_taken_out(scripted):
    judge = scripted("1.5")
    found = extract_number(judge, "One and a half metres, I think.", DISTANCE)
    assert (found.value, found.attempts, found.echoes_label) == (1.5, 1, False)
    assert '- "model output": <judged-' in judge.asked[0]


def test_a_reply_without_a_value_is_not_applicable_at_once(scripted):
    found = extract_number(scripted("N/A", name="gpt"), "Between 0.5 m and 4.5 m.", DISTANCE)
    assert (found.value, found.attempts) == (None, 1)
    assert found.reason == "gpt finds no single value in the reply"


def test_a_chatty_post_processor_is_asked_again_and_then_not_applicable(scripted):
    assert extract_number(scripted("It is 2.", "2"), "Two.", DISTANCE).value == 2.0
    never = extract_number(scripted("It is 2."), "Two.", DISTANCE)
    assert (never.value, never.attempts) == (None, 3)
    assert "neither one number nor N/A" in never.reason


def test_a_label_that_the_reply_does_not_hold_is_told_of(scripted):
    copied = extract_number(scripted(DISTANCE.label), "Far away.", DISTANCE)
    assert copied.echoes_label
    said = extract_number(scripted(DISTANCE.label), f"It is {DISTANCE.label} m.", DISTANCE)
    assert not said.echoes_label


def test_an_empty_reply_is_not_applicable_without_a_call(scripted):
    judge = scripted("3")
    assert extract_number(judge, "", DISTANCE).value is None
    assert judge.asked == []
