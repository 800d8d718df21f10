"""Left and right: clips averaged to mono, and ears that are not silent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.zoo.clean import ears
from tests.zoo.planted import SET, Defect, Planted, relabelled, spoiled, write
from tests.zoo.rows import Row

_PLACES = (2, 17, 40)
_FEW = (11, 29)


def _mono(row: Row) -> Row:
    return replace(row, samples=row.samples.mean(axis=1))


def _both(row: Row) -> Row:
    return replace(row, samples=np.repeat(row.samples.mean(axis=1, keepdims=True), 2, axis=1))


def _leaking(row: Row) -> Row:
    """Let the ear that should be silent hear the same at -60 dBFS RMS."""
    sound = row.samples.sum(axis=1)
    faint = sound * 10 ** (-60 / 20) / np.sqrt(np.mean(sound**2))
    return replace(row, samples=ears.in_ear(sound, row.label, other=faint))


def _all_mono(root: Path) -> Planted:
    # Nobody can judge which ear; and what remains of each pair is the same clip, with the same question, twice.
    rows = [_mono(row) for row in ears.CLEAN.rows()]
    later = [row.id for place, row in enumerate(rows) if row.group in {each.group for each in rows[:place]}]
    expected = {("truth.undecided", SET), *(("question.contradiction", name) for name in later)}
    return write(root, ears.CLEAN, rows, expected)


DEFECTS = (
    Defect("a left-right set averaged to mono", 8, _all_mono),
    # Two of 48 differ from the rest in their channel count.
    Defect("a few clips averaged to mono", 8, spoiled(ears.CLEAN, _mono, "audio.odd_channels", at=_FEW)),
    Defect(
        "a few clips with one sound in both ears",
        8,
        spoiled(ears.CLEAN, _both, "audio.dead_channel", at=_FEW),
    ),
    Defect("the other ear at -60 dBFS", 0, spoiled(ears.CLEAN, _leaking, "truth.second_ear", at=_PLACES)),
    Defect("left called right", 0, spoiled(ears.CLEAN, relabelled, "truth.label", at=_PLACES)),
)
