from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.questions.published import SNR_LABELS, asked, choice_rows, of_rule, row, snr_rows, told
from verification.questions.answers import bare_options, places

ANIMALS = ("dog", "cat", "rooster", "cow")


def one(**values):
    return row(0, id="clip-7", **({"question": "Which animal is heard?", "options": ANIMALS, "label": "cat"} | values))


@pytest.mark.parametrize(
    ("changed", "rules"),
    [
        ({"label": "horse"}, {"question.no_answer"}),
        (
            {"label": "horse", "options": ("dog", "dog", "cat", "cow")},
            {"question.no_answer", "question.repeated_option"},
        ),
        ({"options": ("dog", "cat", "cow", "cat")}, {"question.answer_twice"}),
        ({"options": ("dog", "cat", "cow", "dog")}, {"question.repeated_option"}),
        ({"label": " cat"}, {"question.spaces"}),
        ({"options": ("dog", "cat", "rooster ", "cow")}, {"question.spaces"}),
        ({"label": "Cat"}, {"question.spelling"}),
        ({"label": "cat."}, {"question.spelling"}),
        ({"label": "drum kit", "options": ("drum_kit", "piano")}, {"question.spelling"}),
        ({"label": "Drum-Kit", "options": ("drum kit", "piano")}, {"question.spelling"}),
        ({"label": "drum  kit", "options": ("drum kit", "piano")}, {"question.spaces"}),
        ({"label": " Cat"}, {"question.spaces", "question.spelling"}),
    ],
)
def test_one_defect_is_told_by_its_own_rule(changed, rules):
    ledger, _ = asked([one(**changed)])
    assert told(ledger) == {("clip-7", rule) for rule in rules}


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"label": "B"},
        {"label": "(b)"},
        {"label": "B", "options": ("(A) dog", "(B) cat", "(C) cow")},
        {"label": "cat", "options": ("A. dog", "B. cat", "C. cow")},
        {"label": "(B) cat", "options": ("dog", "cat")},
        {"label": "C#", "options": ("C", "C#", "D", "D#")},
        {"label": "-5", "options": ("5", "-5", "0.5")},
        {"label": "Am", "options": ("A", "Am", "AM")},
        {"options": ()},
    ],
)
def test_answers_that_are_well_written(changed):
    ledger, _ = asked([one(**changed)])
    assert {rule for _, rule in told(ledger)} <= {"question.substring"}
    assert ledger.checks["question.no_answer"] == (1 if one(**changed).options else 0)


@pytest.mark.parametrize(("label", "option"), [("-5", "5"), ("C", "C#"), ("1.5", "15"), ("5", "5 %"), ("1 23", "12 3")])
def test_signs_that_carry_meaning_are_no_spelling(label, option):
    ledger, _ = asked([one(label=label, options=(option, "none of these"))])
    assert told(ledger) == {("clip-7", "question.no_answer")}


def test_keys_are_known_only_in_their_order():
    assert bare_options(("(A) dog", "(B) cat")) == ("dog", "cat")
    assert bare_options(("1. dog", "2. cat")) == ("dog", "cat")
    assert bare_options(("B. Goode", "C. Berry")) == ("B. Goode", "C. Berry")
    assert places(one(label="E")) == ()
    assert places(one(label="C")) == (2,)


def test_leading_spaces_in_300_of_500_answers():
    rows = snr_rows(500)
    chosen = set(np.random.default_rng(5).permutation(500)[:300].tolist())
    drifted = [replace(each, label=" " + each.label) if each.number in chosen else each for each in rows]
    ledger, questions = asked(drifted)
    assert {rule for _, rule in told(ledger)} == {"question.spaces"}
    assert {finding.item for finding in ledger.findings} == {each.name for each in rows if each.number in chosen}
    assert len(ledger.findings) == 300
    assert ledger.checks["question.spaces"] == ledger.checks["question.no_answer"] == 500
    assert sum(questions.labels.values()) == 500
    assert len(questions.labels) == 10


def test_counts_of_the_defect_list_in_one_set():
    """27 rows with a repeated option and 143 whose answer is not among the options, in 1,000."""
    rows = choice_rows(1000)
    for place in range(27):
        other = next(text for text in rows[place].options if text != rows[place].label)
        spare = next(n for n, text in enumerate(rows[place].options) if text not in (other, rows[place].label))
        options = [other if n == spare else text for n, text in enumerate(rows[place].options)]
        rows[place] = replace(rows[place], options=tuple(options))
    for place in range(27, 170):
        rows[place] = replace(rows[place], label="theremin")
    ledger, _ = asked(rows)
    assert len(of_rule(ledger, "question.repeated_option")) == 27
    assert len(of_rule(ledger, "question.no_answer")) == 143
    assert len(ledger.findings) == 170


def test_a_row_without_a_label_where_others_have_one():
    rows = snr_rows(50)
    rows[13] = replace(rows[13], label="")
    ledger, _ = asked(rows)
    assert told(ledger) == {(rows[13].name, "question.no_label")}
    assert ledger.checks["question.no_label"] == 50


def test_a_split_that_keeps_its_labels_back_is_no_fault():
    rows = [replace(each, split="train") for each in snr_rows(50)]
    rows += [replace(each, split="test", label="", id=f"{each.id}-t") for each in snr_rows(50)]
    ledger, _ = asked(rows)
    assert ledger.findings == []
    assert ledger.checks["question.no_label"] == 50


def test_a_source_corpus_has_nothing_to_ask():
    rows = [
        row(number, file=f"LibriSpeech/test-other/2609/156975/2609-156975-{number:04d}.flac") for number in range(40)
    ]
    ledger, questions = asked(rows)
    assert ledger.findings == []
    assert sum(ledger.checks.values()) == 0
    assert questions.notes == []


@settings(max_examples=40, deadline=None)
@given(
    order=st.permutations(range(24)),
    labels=st.lists(st.sampled_from(["zero", " ten", "Five", "clean", "horse", ""]), min_size=24, max_size=24),
)
def test_the_order_of_rows_changes_no_finding_on_rows(order, labels):
    rows = [
        row(number, question="How clean?", options=(*SNR_LABELS, "five"[: number % 6]), label=label)
        for number, label in enumerate(labels)
    ]
    straight, shuffled = asked(rows)[0], asked([rows[place] for place in order])[0]
    assert sorted(map(repr, straight.findings)) == sorted(map(repr, shuffled.findings))
    assert straight.checks == shuffled.checks
