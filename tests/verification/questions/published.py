"""Rows of question sets as they are published, and what the rules say of them."""

from pathlib import Path

import numpy as np

from verification.findings import Ledger
from verification.opening.entry import AudioRef, Entry
from verification.questions.asking import Questions
from verification.questions.leaks import Leaks

SNR_LABELS = ("zero", "five", "ten", "fifteen", "clean")
SNR_QUESTION = (
    "Indicate the SNR value in dB for the utterance with Gaussian noise. "
    "The answer could be zero, five, ten, fifteen, or clean."
)
INSTRUMENTS = (
    "violin",
    "piano",
    "trumpet",
    "flute",
    "harp",
    "drum kit",
    "oboe",
    "cello",
    "tuba",
    "banjo",
    "organ",
    "bassoon",
)


def row(number, *, file=None, **values):
    name = file or f"{opaque(number)}.flac"
    audio = (AudioRef(name=name, path=Path(name)),)
    return Entry(**({"number": number, "id": Path(name).stem, "audio": audio} | values))


def opaque(number, seed=0, digits=16):
    return np.random.default_rng([seed, number]).bytes(digits // 2).hex()


def shuffled_labels(labels, rows, seed=0):
    """Give equally many of each label, in random order."""
    values = [labels[number % len(labels)] for number in range(rows)]
    return [values[place] for place in np.random.default_rng(seed).permutation(rows)]


def snr_rows(rows=200, **values):
    labels = shuffled_labels(SNR_LABELS, rows)
    return [row(n, question=SNR_QUESTION, options=SNR_LABELS, label=label, **values) for n, label in enumerate(labels)]


def choice_rows(rows, *, first=None, seed=1):
    """Give four-choice rows on instruments; the first `first` of them have the right answer first, others elsewhere."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(rows):
        options = [INSTRUMENTS[place] for place in rng.permutation(len(INSTRUMENTS))[:4]]
        place = rng.integers(4) if first is None else 0 if number < first else rng.integers(1, 4)
        made.append(row(number, question="Which instrument plays?", options=tuple(options), label=options[int(place)]))
    return [made[place] for place in rng.permutation(rows)]


def asked(rows, pcm=None, **options):
    ledger = Ledger()
    questions = Questions(ledger, name="the set", **options)
    for number, entry in enumerate(rows):
        questions.add(entry, pcm[number] if pcm else [f"{entry.number:064x}"])
    questions.finish()
    return ledger, questions


def leaked(rows, **options):
    ledger = Ledger()
    leaks = Leaks(ledger, name="the set", **options)
    for entry in rows:
        leaks.add(entry)
    leaks.finish()
    return ledger


def told(ledger):
    return {(finding.item, finding.rule) for finding in ledger.findings}


def of_rule(ledger, rule):
    return [finding for finding in ledger.findings if finding.rule == rule]
