from dataclasses import replace

import numpy as np
import pytest

from tests.verification.questions.published import (
    asked,
    choice_rows,
    of_rule,
    row,
    shuffled_labels,
    snr_rows,
    told,
)


def two(labels, **values):
    return [
        row(n, question="Is there noise?", options=("clean", "noisy"), label=label, **values)
        for n, label in enumerate(labels)
    ]


def test_a_clean_set_gives_no_finding():
    for rows in (snr_rows(), choice_rows(948), two(shuffled_labels(("clean", "noisy"), 200))):
        ledger, _ = asked(rows)
        assert ledger.findings == []
        assert ledger.checks["question.spaces"] == len(rows)


def test_the_right_answer_first_in_363_of_948():
    ledger, questions = asked(choice_rows(948, first=363))
    assert told(ledger) == {("the set", "balance.position")}
    assert "option 1: 363," in ledger.findings[0].found
    assert "always first would score 38%" in ledger.findings[0].found
    assert "chance is 25%" in ledger.findings[0].found
    assert any("always first would score 38%" in note for note in questions.notes)


def test_a_bias_to_a_place_in_the_middle_is_told_with_its_score():
    rows = choice_rows(400)
    moved = []
    for each in rows[:200]:
        others = [text for text in each.options if text != each.label]
        moved.append(replace(each, options=(others[0], each.label, *others[1:])))
    ledger, _ = asked(moved + rows[200:])
    assert told(ledger) == {("the set", "balance.position")}
    assert "always option 2 would score 6" in ledger.findings[0].found


def test_options_in_a_fixed_order_have_no_position_bias_of_their_own():
    ledger, questions = asked(two(["noisy"] * 150 + ["clean"] * 50))
    assert {rule for _, rule in told(ledger)} == {"balance.labels"}
    assert ledger.checks["balance.position"] == 0
    assert any("same place" in note for note in questions.notes)


def test_always_first_of_two_options_in_either_order():
    labels = shuffled_labels(("clean", "noisy"), 200)
    rows = [replace(each, options=(each.label, *{"clean", "noisy"} - {each.label})) for each in two(labels)]
    ledger, _ = asked(rows)
    assert told(ledger) == {("the set", "balance.position")}
    assert "always first would score 100%" in ledger.findings[0].found


def test_rows_with_different_numbers_of_options():
    rng = np.random.default_rng(8)
    rows = []
    for each in choice_rows(600):
        number = int(rng.integers(2, 5))
        others = [text for text in each.options if text != each.label][: number - 1]
        others.insert(int(rng.integers(number)), each.label)
        rows.append(replace(each, options=tuple(others)))
    ledger, _ = asked(rows)
    assert ledger.findings == []
    assert ledger.checks["balance.position"] == 1


@pytest.mark.parametrize(
    ("sizes", "wrong"), [((100, 100), False), ((120, 100), False), ((160, 100), True), ((9, 5), False)]
)
def test_labels_out_of_balance(sizes, wrong):
    ledger, _ = asked(two(["noisy"] * sizes[0] + ["clean"] * sizes[1]))
    assert ("the set", "balance.labels") in told(ledger) if wrong else ledger.findings == []


def test_an_option_that_is_never_right_is_out_of_balance():
    ledger, _ = asked([each for each in snr_rows() if each.label != "fifteen"])
    assert "0 fifteen" in of_rule(ledger, "balance.labels")[0].found


def test_a_drift_in_spelling_makes_no_new_class():
    rows = [replace(each, label=each.label.upper()) if each.number % 10 == 0 else each for each in snr_rows()]
    assert {rule for _, rule in told(asked(rows)[0])} == {"question.spelling"}


def test_answers_of_one_row_each_are_no_classes():
    rows = [row(n, question="What is said?", label=f"sentence {n}") for n in range(300)]
    ledger, _ = asked(rows)
    assert ledger.findings == []
    assert ledger.checks["balance.labels"] == 0


def test_a_class_from_a_corpus_of_its_own():
    labels = shuffled_labels(("clean", "noisy"), 200)
    rows = [replace(e, source="LJSpeech" if e.label == "clean" else "VCTK") for e in two(labels)]
    ledger, _ = asked(rows)
    assert told(ledger) == {("the set", "balance.source")}
    assert "100 of 100 'clean' from source LJSpeech, but 0 of 100 others" in ledger.findings[0].found


def test_sixteen_rows_cleanly_apart_are_enough():
    rows = [replace(e, source=f"corpus of {e.label}") for e in two(shuffled_labels(("clean", "noisy"), 16))]
    assert told(asked(rows)[0]) == {("the set", "balance.source")}
    assert asked(rows[:6])[0].findings == []


def test_one_class_of_five_from_one_speaker():
    rows = [replace(e, speaker="p226" if e.label == "clean" else f"p{230 + e.number % 7}") for e in snr_rows()]
    assert told(asked(rows)[0]) == {("the set", "balance.source")}


def test_sources_that_are_alike_over_the_classes():
    rng = np.random.default_rng(2)
    rows = [replace(e, source=("LJSpeech", "VCTK")[rng.integers(2)], speaker=f"p{rng.integers(9)}") for e in snr_rows()]
    ledger, _ = asked(rows)
    assert ledger.findings == []
    assert ledger.checks["balance.source"] == 2


def test_who_speaks_may_be_the_question():
    names = shuffled_labels(("Allison", "Carlo", "June", "Wu"), 80)
    rows = [row(n, question="Who speaks?", label=name, speaker=name.lower()) for n, name in enumerate(names)]
    assert asked(rows)[0].findings == []


def test_position_and_labels_alarm_seldom_by_accident():
    alarms = sum(bool(asked(choice_rows(200, seed=seed))[0].findings) for seed in range(30))
    assert alarms <= 1
