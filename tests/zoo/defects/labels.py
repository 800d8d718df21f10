"""Labels that the sound contradicts, or hardly bears out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import f0_ranges, level_pairs
from tests.zoo.planted import Defect, Planted, relabelled, spoiled, write

_HALF_A_DB = 10 ** (0.5 / 20)
_PLACES = (6, 21, 44)


def _hardly(root: Path) -> Planted:
    """Replace three pairs by ones that run by 0.5 dB only."""
    rows = level_pairs.CLEAN.rows()
    changed = set()
    for place, row in enumerate(rows):
        if row.group not in {"p03", "p11", "p20"}:
            continue
        steady = level_pairs.steady_speech(int(row.group[1:]))
        ends = (1.0, _HALF_A_DB) if row.label == level_pairs.RISING else (_HALF_A_DB, 1.0)
        rows[place] = replace(row, samples=level_pairs.ramped(steady, start=ends[0], stop=ends[1]))
        changed.add(row.id)
    return write(root, level_pairs.CLEAN, rows, {("truth.weak", name) for name in changed})


def _octave(root: Path) -> Planted:
    """Say three low clips an octave higher, by a tracker that took half of the F0 for the F0."""
    rows = f0_ranges.CLEAN.rows()
    lows = [place for place, row in enumerate(rows) if row.label == f0_ranges.LOW][1::9]
    for place in lows:
        pair = int(rows[place].group[1:])
        rows[place] = f0_ranges.voice_row(pair, f0_ranges.LOW, f0_hz=215.0, seed=7700 + pair)
    return write(root, f0_ranges.CLEAN, rows, {("truth.label", rows[place].id) for place in lows})


DEFECTS = (
    Defect("rising called falling", 13, spoiled(level_pairs.CLEAN, relabelled, "truth.label", at=_PLACES)),
    Defect("a ramp of 0.5 dB", 0, _hardly),
    Defect("F0 that is an octave off", 0, _octave),
)
