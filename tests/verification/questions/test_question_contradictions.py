from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.questions.published import asked, row, told

ASK = "Is the sound in the {} or the {} ear?"


def ear(number, label, *, options=("left", "right"), question=ASK, **values):
    return row(number, question=question.format(*options), options=options, label=label, id=f"ear-{number}", **values)


def test_another_answer_to_the_same_question_about_the_same_samples():
    rows = [ear(0, "left"), ear(1, "right"), ear(2, "right", options=("right", "left"))]
    ledger, _ = asked(rows, [["a" * 64], ["b" * 64], ["a" * 64]])
    assert told(ledger) == {("ear-2", "question.contradiction")}
    assert ledger.findings[0].found == "answer 'right'; ear-0, the same clip and question, has 'left'"
    assert ledger.checks["question.contradiction"] == 3


@pytest.mark.parametrize(
    "second",
    [
        ear(1, "left"),
        ear(1, " Left"),
        ear(1, "right", question="Which ear is silent, {} or {}?"),
        ear(1, "both", options=("one", "both")),
    ],
)
def test_what_is_no_contradiction(second):
    ledger, _ = asked([ear(0, "left"), second], [["a" * 64], ["a" * 64]])
    assert "question.contradiction" not in {rule for _, rule in told(ledger)}


def test_yes_or_no_about_left_and_right_is_two_questions():
    rows = [
        row(n, question=f"Is the {a} channel louder than the {b} one?", options=("yes", "no"), label=label)
        for n, (a, b, label) in enumerate([("left", "right", "yes"), ("right", "left", "no")])
    ]
    assert asked(rows, [["a" * 64]] * 2)[0].findings == []


def test_clips_are_compared_in_their_order():
    rows = [ear(0, "left"), ear(1, "right"), ear(2, "right")]
    pairs = [["a" * 64, "b" * 64], ["b" * 64, "a" * 64], ["a" * 64, "b" * 64]]
    assert told(asked(rows, pairs)[0]) == {("ear-2", "question.contradiction")}


def test_clips_that_cannot_be_heard_are_not_judged():
    rows = [ear(0, "left"), ear(1, "right")]
    ledger, _ = asked(rows, [[""], [""]])
    assert ledger.findings == []
    assert ledger.checks["question.contradiction"] == 0


@given(answers=st.lists(st.sampled_from(["left", "right"]), min_size=1, max_size=12))
def test_every_row_that_differs_from_the_first_is_named(answers):
    rows = [ear(number, answer) for number, answer in enumerate(answers)]
    ledger, _ = asked(rows, [["a" * 64]] * len(rows))
    wanted = {f"ear-{number}" for number, answer in enumerate(answers) if answer != answers[0]}
    assert {item for item, rule in told(ledger) if rule == "question.contradiction"} == wanted


def test_a_row_without_a_label_contradicts_nothing():
    rows = [ear(0, "left"), replace(ear(1, "left"), label="")]
    assert "question.contradiction" not in {rule for _, rule in told(asked(rows, [["a" * 64]] * 2)[0])}
