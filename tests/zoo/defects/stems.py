"""Output that runs after, or on beyond, the clean speech that it was made from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.zoo.clean.noisy_speech import CLEAN
from tests.zoo.planted import Defect, spoiled
from tests.zoo.rows import Row
from tests.zoo.voices import RATE, rms

_PLACES = (6, 21, 44)
# A filter's delay, as a room response gives that starts late.
_SHIFT = round(0.02 * RATE)
_TAIL = round(0.25 * RATE)


def _shifted(row: Row) -> Row:
    late = np.concatenate((np.zeros(_SHIFT), row.stems["clean"][:-_SHIFT]))
    return replace(row, samples=late + row.stems["noise"])


def _longer(row: Row) -> Row:
    """Let a decaying tail follow the end, as full convolution does."""
    generator = np.random.default_rng(5)
    tail = 0.1 * rms(row.stems["noise"]) * generator.normal(0, 1, _TAIL) * np.exp(-np.arange(_TAIL) / (0.05 * RATE))
    return replace(row, samples=np.concatenate((row.samples, tail)))


DEFECTS = (
    Defect("output that is shifted by 20 ms", 17, spoiled(CLEAN, _shifted, "stem.shift", at=_PLACES)),
    Defect("output that is longer than its input", 17, spoiled(CLEAN, _longer, "stem.longer", at=_PLACES)),
)
