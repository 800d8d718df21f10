from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.questions.published import SNR_LABELS, leaked, of_rule, opaque, row, shuffled_labels, told
from verification.questions.words import label_tokens, name_tokens

SNR_DB = {"zero": 0, "five": 5, "ten": 10, "fifteen": 15}
EMOTIONS = ("neutral", "calm", "happy", "sad", "angry", "fearful", "disgust", "surprised")
NAME = ("the set", "leak.name")


def named(labels, name_of, **values):
    return [row(n, label=label, file=name_of(n, label), **values) for n, label in enumerate(labels)]


def with_opaque_ids(rows):
    return [replace(each, id=opaque(each.number, seed=9)) for each in rows]


def snr_name(number, label):
    kind = f"gaussian_snr{SNR_DB[label]}" if label in SNR_DB else label
    return f"{kind}_p232_{number:03d}.flac"


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("gaussian_snr10_p232", ("gaussian", "snr", "10", "p", "232")),
        ("dog28.wav", ("dog", "28", "wav")),
        ("NoisyTestset", ("noisy", "testset")),
        ("SNRZero-05", ("snr", "0", "5")),
        ("two_speakers", ("2", "speaker")),
        ("a10f3c77", ()),
        ("3f10", ()),
        ("x9k2m4q8", ()),
        ("0d16a08b-77c1", ()),
    ],
)
def test_names_fall_into_words(name, tokens):
    assert name_tokens(name) == tokens


def test_labels_are_looked_for_without_units():
    assert label_tokens("10 dB") == label_tokens("ten") == ("10",)
    assert label_tokens("(80, 150)") == ("80", "150")
    assert label_tokens("Hz") == ("hz",)


@pytest.mark.parametrize(
    ("labels", "name_of", "share"),
    [
        (SNR_LABELS, snr_name, 1),
        (("forward", "reversed"), lambda n, y: f"LJ001-{n:04d}{'_reversed' if y == 'reversed' else ''}.flac", 0.5),
        (("dog", "cat"), lambda n, y: f"{y}{n}.wav", 1),
        (("drum kit", "drum"), lambda n, y: f"{y.replace(' ', '_')}-{n}.wav", 1),
        (("(80, 150)", "(180, 250)"), lambda n, y: f"f0_{y[1:-1].replace(', ', '-')}_{n}.flac", 1),
        (("10 dB", "20 dB"), lambda n, y: f"clip{n}_snr{y[:2]}db.flac", 1),
        (("5", "7"), lambda n, y: f"{y}_george_{n}.wav", 1),
    ],
)
def test_label_words_in_file_names(labels, name_of, share):
    rows = with_opaque_ids(named(shuffled_labels(labels, 100), name_of))
    ledger = leaked(rows)
    assert told(ledger) == {NAME}
    telling = round(share * 100)
    assert f"file name of {telling} of " in ledger.findings[0].found


def test_ids_that_are_the_file_names_are_told_of_once():
    ledger = leaked(named(shuffled_labels(SNR_LABELS, 100), snr_name))
    assert ledger.checks["leak.name"] == 1
    assert "the label stands in the id and file name of 100 of 100 rows" in ledger.findings[0].found


def test_ids_may_tell_where_file_names_do_not():
    rows = [
        row(n, label=y, id=f"{y}-{n}", file=f"{opaque(n)}.flac") for n, y in enumerate(shuffled_labels(SNR_LABELS, 60))
    ]
    ledger = leaked(rows)
    assert told(ledger) == {NAME}
    assert "the label stands in the id of 60 of 60 rows" in ledger.findings[0].found
    assert ledger.checks["leak.name"] == 2


def test_only_the_noisy_class_has_a_folder_of_its_name():
    def folder(number, label):
        return f"{'noisy_testset_wav' if label == 'noisy' else 'wavs'}/p232_{number:03d}.wav"

    ledger = leaked(named(shuffled_labels(("clean", "noisy"), 100), folder))
    assert told(ledger) == {NAME}
    assert "folder name of 50 of 50 rows" in ledger.findings[0].found
    assert "a loader that shows paths gives the answer away" in ledger.findings[0].found


def test_folders_named_by_their_label_give_one_finding_though_their_rows_are_sorted():
    labels = sorted(EMOTIONS * 10)
    ledger = leaked(named(labels, lambda n, y: f"{y}/{opaque(n)}.wav"))
    assert told(ledger) == {NAME}
    ledger = leaked(
        [replace(each, id=each.audio[0].name) for each in named(labels, lambda n, y: f"{y}/{n % 10:02d}.wav")]
    )
    assert told(ledger) == {NAME}
    assert len(ledger.findings) == 1


@pytest.mark.parametrize("size", [8, 12, 400])
def test_small_sets_too(size):
    assert told(leaked(named(shuffled_labels(("left", "right"), size), lambda n, y: f"ear_{y}_{n}.flac"))) == {NAME}


def test_a_fifth_of_a_class_is_enough():
    labels = shuffled_labels(("clean", "noisy"), 400)
    seen = {"noisy": 0}

    def partly(number, label):
        seen["noisy"] += label == "noisy"
        return f"{'noisy' if label == 'noisy' and seen['noisy'] % 4 == 0 else 'clip'}_{opaque(number)}.flac"

    assert told(leaked(named(labels, partly))) == {NAME}


def test_field_three_of_ravdess_tells_the_emotion():
    rows = []
    for actor in range(1, 25):
        for place, emotion in enumerate(EMOTIONS, 1):
            for take in (1, 2):
                name = f"Audio_Speech_Actors_01-24/Actor_{actor:02d}/03-01-{place:02d}-01-01-{take:02d}-{actor:02d}.wav"
                rows.append(row(len(rows), label=emotion, file=name, speaker=f"{actor:02d}"))
    ledger = leaked(rows)
    assert told(ledger) == {NAME}
    assert len(ledger.findings) == 1
    assert "field 3 of the id and file name tells the label" in ledger.findings[0].found


def test_a_code_of_letters_and_a_word_that_only_one_class_has():
    code = {"anger": "ANG", "disgust": "DIS", "fear": "FEA", "joy": "HAP"}
    rows = named(shuffled_labels(tuple(code), 120), lambda n, y: f"{1001 + n % 30}_DFA_{code[y]}_XX.wav")
    assert "field 3" in leaked(rows).findings[0].found
    rows = named(
        shuffled_labels(("yes", "no"), 120), lambda n, y: f"LJ001-{n:04d}{'_reversed' if y == 'no' else ''}.flac"
    )
    ledger = leaked(rows)
    assert told(ledger) == {NAME}
    assert "the word 'reversed' stands in the id and file name of rows labelled 'no' only" in ledger.findings[0].found


@pytest.mark.parametrize(
    "name_of",
    [
        lambda n, y: f"LibriSpeech/test-other/{2609 + n % 12}/156975/2609-156975-{n:04d}.flac",
        lambda n, y: f"noisy_vs_clean/item_{n:05d}.wav",
        lambda n, y: f"clean_speech/p{226 + n % 30}_{n:03d}.wav",
        lambda n, y: f"wavs/LJ{n % 50:03d}-{n:04d}.wav",
        lambda n, y: f"{('dogs', 'cows', 'music')[n % 3]}_by_the_sea_{n}.wav",
    ],
)
def test_names_that_tell_nothing(name_of):
    for labels in (("clean", "noisy"), ("1", "2", "3", "4", "5"), ("yes", "no"), SNR_LABELS):
        ledger = leaked(named(shuffled_labels(labels, 300, seed=4), name_of))
        assert ledger.findings == []
        assert ledger.checks["leak.name"] >= 1


def test_a_field_that_is_the_speaker_is_no_code():
    rows = [
        row(n, label=label, file=f"{speaker}_{n:03d}.wav", speaker=speaker)
        for n, label in enumerate(shuffled_labels(("low", "high"), 80))
        for speaker in [{"low": ("carlo", "wu"), "high": ("june", "allison")}[label][n % 2]]
    ]
    assert leaked(rows).findings == []
    assert told(leaked([replace(each, speaker="") for each in rows])) == {NAME}


def test_sets_without_labels_or_with_one_are_not_judged():
    for label in ("", "speech"):
        ledger = leaked([row(n, label=label, file=f"speech_{n}.wav") for n in range(50)])
        assert ledger.findings == []
        assert sum(ledger.checks.values()) == 0


def random_ids(form, rng, rows):
    if form == "hex":
        return [rng.bytes(8).hex() for _ in range(rows)]
    if form == "short hex":
        return [rng.bytes(2).hex() for _ in range(rows)]
    if form == "uuid":
        return ["-".join(rng.bytes(size).hex() for size in (4, 2, 2, 2, 6)) for _ in range(rows)]
    if form == "letters and digits":
        alphabet = np.array(list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
        return ["".join(rng.choice(alphabet, 11)) for _ in range(rows)]
    return [f"item_{number:05d}" for number in rng.permutation(rows)]


@pytest.mark.parametrize("form", ["hex", "short hex", "uuid", "letters and digits", "numbers"])
def test_opaque_ids_raise_no_false_alarm(form):
    """Under 1 % of sets, over all kinds of labels: numbers of one digit, short words, and long ones."""
    labels = [("yes", "no"), SNR_LABELS, ("1", "2", "3"), ("A", "B", "C", "D"), ("10 dB", "20 dB"), tuple("0123456789")]
    alarms = 0
    for seed in range(120):
        rng = np.random.default_rng([seed, 77])
        rows = int(rng.choice([10, 32, 100, 200]))
        ids = random_ids(form, rng, rows)
        chosen = shuffled_labels(labels[seed % len(labels)], rows, seed=seed)
        made = [row(n, label=y, file=f"{name}.flac") for n, (name, y) in enumerate(zip(ids, chosen, strict=True))]
        alarms += bool(of_rule(leaked(made), "leak.name"))
    assert alarms <= 1


@settings(max_examples=25, deadline=None)
@given(order=st.permutations(range(60)))
def test_names_tell_in_whatever_order(order):
    rows = named(shuffled_labels(SNR_LABELS, 60), snr_name)
    assert of_rule(leaked([rows[place] for place in order]), "leak.name")


@pytest.mark.parametrize(
    ("label_column", "severity"), [("folder name", "warning"), ("file name", "error"), ("", "error")]
)
def test_labels_that_were_read_off_the_folders_stand_there_as_a_matter_of_course(label_column, severity):
    rows = named(shuffled_labels(("dog", "cat"), 60), lambda number, label: f"{label}/{opaque(number)}.flac")
    ledger = leaked(with_opaque_ids(rows), label_column=label_column)
    assert [(finding.rule, finding.severity) for finding in ledger.findings] == [("leak.name", severity)]
