"""Noise that is the same stretch everywhere, or changes in the middle of a clip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.zoo.clean.noisy_speech import CLEAN, nominal_db, remixed
from tests.zoo.planted import SET, Defect, Planted, spoiled, write
from tests.zoo.rows import Row
from tests.zoo.voices import Samples, noise, rms, speakers, speech

_PLACES = (6, 21, 44)


def _with_noise(row: Row, stretch: Samples) -> Row:
    stems = {**row.stems, "noise": stretch[: len(row.stems["clean"])]}
    return remixed(replace(row, stems=stems), snr_db=nominal_db(row))


def _same_start(root: Path) -> Planted:
    """Take the noise of six clips, of different talkers and ratios, from the first sample of one file."""
    rows = CLEAN.rows()
    recording = noise("white", frames=10 * 16_000, seed=4242)
    places = (1, 9, 18, 26, 35, 47)
    for place in places:
        rows[place] = _with_noise(rows[place], recording)
    return write(root, CLEAN, rows, {("stem.same_noise", SET)})


def _spliced(row: Row) -> Row:
    """Let the hum of a machine become hiss in the middle of a clip, which is as long as benchmarks have them."""
    clean = speech(speakers(1)[0], f0_hz=120, duration_s=4.0, seed=int(row.id[:6], 16))
    frames = len(clean)
    before, after = noise("machine", frames=frames, seed=77), noise("white", frames=frames, seed=78)
    half = frames // 2
    joined = np.concatenate((before[:half] / rms(before[:half]), after[half:] / rms(after[half:])))
    return _with_noise(replace(row, stems={"clean": clean}), joined)


DEFECTS = (
    Defect("noise from sample 0 every time", 15, _same_start),
    Defect("two noise files in one clip", 15, spoiled(CLEAN, _spliced, "stem.splice", at=_PLACES)),
)
