"""Rows and clips for the tests of label truth."""

import numpy as np

from tests.verification.sounds import RATE, syllables
from verification.findings import Ledger
from verification.listening.facts import Sound
from verification.opening.entry import Entry
from verification.truth.judging import Truth
from verification.truth.registry import property_named


def entry(label, *, number=0, options=(), question="", group="", **metadata):
    return Entry(
        number=number,
        id=f"item-{number}",
        label=label,
        options=tuple(options),
        question=question,
        group=group,
        metadata=metadata,
    )


def sound(samples, *, rate=RATE, **stems):
    """As a 16-bit file gives it."""
    pcm = np.round(np.asarray(samples) * 32768.0).clip(-32768, 32767) / 32768.0
    return Sound(samples=pcm.astype(np.float32).reshape(len(pcm), pcm[:1].size or 1), sampling_rate=rate, stems=stems)


def speech(seconds=4.0, *, seed=0, rate=RATE):
    return syllables(round(seconds * rate), generator=np.random.default_rng(seed))


def judged(task, row, clip):
    """Give the verdict on one row, and the rules that it breaks."""
    ledger = Ledger()
    truth = Truth(property_named(task), ledger, name="set")
    holds = truth.add(row, property_named(task).measure(clip))
    return holds, [finding.rule for finding in ledger.findings]


def verdict(task, row, clip):
    property_ = property_named(task)
    return property_.judge(property_.measure(clip), row)
