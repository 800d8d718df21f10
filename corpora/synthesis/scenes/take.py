"""What a noise is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probe_signal.arrays import FloatArray

SAMPLING_RATE = 16_000


@dataclass(frozen=True)
class Take:
    """One recording to be made of a noise.

    Parameters
    ----------
    frames : int
        Its length at `SAMPLING_RATE`.
    generator : numpy.random.Generator
        Where all its randomness comes from; it is advanced.
    voices : tuple of tuple of FloatArray
        What people say, at `SAMPLING_RATE`: the utterances of each speaker, each of shape (n,). Empty where nobody
        speaks.
    """

    frames: int
    generator: np.random.Generator
    voices: tuple[tuple[FloatArray, ...], ...] = ()

    def between(self, low: float, high: float) -> float:
        """Draw a number, uniform in [low, high)."""
        return float(self.generator.uniform(low, high))

    def spread(self, low: float, high: float) -> float:
        """Draw a number, uniform in its logarithm: as frequencies and times lie."""
        return float(np.exp(self.generator.uniform(np.log(low), np.log(high))))
