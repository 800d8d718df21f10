"""Sampling rates that are ignored, wrongly declared, or higher than what the clip holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import soxr

from tests.zoo.clean import f0_ranges, topics
from tests.zoo.planted import Defect, Planted, spoiled, write
from tests.zoo.rows import Row
from tests.zoo.voices import RATE

_OTHER_RATE = 44_100
_PLACES = (3, 30, 47)


def _as_if_16k(root: Path) -> Planted:
    """Label four clips of 44.1 kHz by an F0 that was computed as if they were at 16 kHz: 300 Hz become 109."""
    rows = f0_ranges.CLEAN.rows()
    lows = [place for place, row in enumerate(rows) if row.label == f0_ranges.LOW][2::6]
    for number, place in enumerate(lows):
        pair = int(rows[place].group[1:])
        f0_hz = 110 * _OTHER_RATE / RATE + 12 * number
        rows[place] = f0_ranges.voice_row(pair, f0_ranges.LOW, f0_hz=f0_hz, rate=_OTHER_RATE)
    # They are also the only ones at that rate.
    return write(
        root,
        f0_ranges.CLEAN,
        rows,
        {(rule, rows[place].id) for place in lows for rule in ("truth.label", "audio.odd_rate")},
    )


def _declared(row: Row) -> Row:
    return replace(row, more={**row.more, "sampling_rate": _OTHER_RATE})


def _declared_length(row: Row) -> Row:
    return replace(row, more={**row.more, "duration_s": len(row.samples) / row.rate + 0.4})


def _upsampled(row: Row) -> Row:
    """Take the way over 8 kHz."""
    narrow = soxr.resample(soxr.resample(row.samples, RATE, 8000, "HQ"), 8000, RATE, "HQ")
    return replace(row, samples=np.clip(narrow, -1, 1))


def _resampled(row: Row) -> Row:
    return replace(row, rate=22_050, samples=np.clip(soxr.resample(row.samples, RATE, 22_050, "HQ"), -1, 1))


DEFECTS = (
    Defect("F0 computed as if at 16 kHz", 16, _as_if_16k),
    Defect("a rate that is not the file's", 16, spoiled(f0_ranges.CLEAN, _declared, "audio.declared", at=_PLACES)),
    Defect("a wrong length", 0, spoiled(f0_ranges.CLEAN, _declared_length, "audio.declared", at=_PLACES)),
    Defect("clips that went through 8 kHz", 0, spoiled(topics.CLEAN, _upsampled, "audio.bandwidth", at=_PLACES)),
    # Resampled upwards, they also hold nothing above 8 of 11 kHz: that is 0.73 of it, and no finding.
    Defect("a few clips at another rate", 16, spoiled(topics.CLEAN, _resampled, "audio.odd_rate", at=_PLACES)),
)
