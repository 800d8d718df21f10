from dataclasses import replace

import pytest

from tests.verification.questions.published import SNR_LABELS, asked, of_rule, row, shuffled_labels, snr_rows, told

LIST = "The answer could be zero, five, ten, fifteen, or clean."


def worded(*questions, rows=60, labels=SNR_LABELS, options=None):
    return [
        row(n, question=questions[n % len(questions)], options=labels if options is None else options, label=label)
        for n, label in enumerate(shuffled_labels(labels, rows))
    ]


@pytest.mark.parametrize(
    ("one", "other", "labels"),
    [
        (
            "What is the signal-to-noise ratio in dB? " + LIST,
            "Give the noise-to-signal ratio in dB. " + LIST,
            SNR_LABELS,
        ),
        ("Which clip is louder?", "Which clip is the quieter one?", ("first", "second")),
        ("Is the second clip faster?", "Is the second clip slower?", ("yes", "no")),
        ("Which pause lasts longer?", "Which pause is shorter?", ("first", "second")),
        ("Does the pitch get higher?", "Does the pitch get lower?", ("yes", "no")),
        ("How much noise is there?", "How clean is the speech?", ("little", "plenty")),
        ("Is the level increasing?", "Is the level decreasing?", ("yes", "no")),
    ],
)
def test_inverse_quantities_with_the_same_answers(one, other, labels):
    ledger, _ = asked(worded(one, one.replace("?", ", please?"), other, labels=labels))
    assert told(ledger) == {("the set", "question.inverse")}
    assert "40 rows ask for" in ledger.findings[0].found or "20 rows ask for" in ledger.findings[0].found


@pytest.mark.parametrize(
    ("questions", "labels"),
    [
        (
            ("Is the level increasing or decreasing?", "Does it go up: increasing or decreasing?"),
            ("increasing", "decreasing"),
        ),
        (("Is it decreasing or increasing?", "Say increasing or decreasing."), ("increasing", "decreasing")),
        (("Is the second clip louder or quieter?", "Is it louder, or is it quieter?"), ("yes", "no")),
        (("Which is louder?", "Which one is the louder clip?"), ("first", "second")),
        (("Which pause is shorter?", "Name the shorter pause in no longer than a word."), ("first", "second")),
    ],
)
def test_wordings_that_ask_for_one_quantity(questions, labels):
    ledger, _ = asked(worded(*questions, labels=labels))
    assert ledger.findings == []
    assert ledger.checks["question.inverse"] == 1


def test_inverse_questions_with_answers_of_their_own():
    rows = worded("Which is louder?", labels=("first", "second")) + [
        replace(each, number=each.number + 60) for each in worded("Which is quieter?", labels=("low", "high"))
    ]
    assert "question.inverse" not in {rule for _, rule in told(asked(rows)[0])}


def test_clips_asked_both_ways_with_opposite_answers_are_meant_so():
    turned = {"first": "second", "second": "first"}
    one = worded("Which is louder?", labels=("first", "second"))
    other = [replace(e, question="Which is quieter?", label=turned[e.label]) for e in one]
    pcm = [[f"{n:064x}"] for n in range(60)] * 2
    assert asked(one + other, pcm)[0].findings == []
    same = [replace(each, question="Which is quieter?") for each in one]
    assert told(asked(one + same, pcm)[0]) == {("the set", "question.inverse")}


def test_numbers_without_a_unit():
    question = "Indicate the SNR value for the utterance with Gaussian noise. " + LIST
    ledger, _ = asked(worded(question))
    assert told(ledger) == {("the set", "question.unit")}


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Indicate the SNR value in dB. " + LIST, SNR_LABELS),
        ("How many people speak?", ("one", "two", "three", "four", "five")),
        ("Which of the two is louder, 1 or 2?", ("1", "2")),
        ("Is speech heard? Answer 1 or 0.", ("1", "0")),
        ("What is the level?", ("-5 dB", "10 dB", "20 dB")),
        ("Is the sound left or right?", ("left", "right")),
        ("How long is the clip, in seconds?", ("3", "7")),
    ],
)
def test_numbers_that_need_no_unit_or_have_one(question, labels):
    ledger, _ = asked(worded(question, labels=labels))
    assert ledger.findings == []


def test_an_option_inside_another():
    ledger, _ = asked(worded("Who speaks?", labels=("male", "female")))
    assert told(ledger) == {("the set", "question.substring")}
    assert ledger.findings[0].found == "'male' in 'female': 60 of 60 rows"
    assert asked(worded("Who speaks?", labels=("man", "lady")))[0].findings == []


def test_of_our_own_options_one_inside_another_is_a_note():
    ledger, questions = asked(worded("Who speaks?", labels=("male", "female")), own=True)
    assert ledger.findings == []
    assert ledger.checks["question.substring"] == 1
    (note,) = [note for note in questions.notes if note.startswith("One option stands inside another, ")]
    assert "'male' in 'female': 60 of 60 rows. Look for whole words" in note


def test_number_of_instructions_only_where_it_is_asked_for():
    rows = snr_rows()
    ledger, questions = asked(rows)
    assert ledger.findings == []
    assert questions.notes[0] == "1 different instruction (options in any order) in 200 rows"
    ledger, _ = asked(rows, style="dynamic-superb")
    assert told(ledger) == {("the set", "question.few_wordings")}
    assert ledger.findings[0].wanted == "at least 10"


def test_twenty_instructions_are_wanted_in_400_rows():
    wordings = [
        f"{verb} the SNR in dB{mark} {LIST}" for verb in ("Give", "Tell", "State", "Name", "Say") for mark in ".!:;"
    ]
    assert asked(worded(*wordings, rows=400), style="dynamic-superb")[0].findings == []
    few = of_rule(asked(worded(*wordings[:19], rows=400), style="dynamic-superb")[0], "question.few_wordings")
    assert few[0].found == "19 different instructions in 400 rows"
    assert asked(worded(wordings[0], rows=30), style="dynamic-superb")[0].findings == []


def test_the_order_of_options_makes_no_new_instruction():
    rows = [
        row(n, question=f"Which ear, {a} or {b}?", options=(a, b), label=a if n % 4 < 2 else b)
        for n in range(40)
        for a, b in [("left", "right") if n % 2 else ("right", "left")]
    ]
    assert asked(rows)[1].notes[0].startswith("1 different instruction ")


def test_speakers_that_go_by_numbers_need_no_unit():
    speakers = ("1688", "1998", "2033")
    ledger, _ = asked(worded("Who speaks? Choose from 1688, 1998, 2033.", labels=speakers))
    assert not of_rule(ledger, "question.unit")
