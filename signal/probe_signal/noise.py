"""Noise drawn from a generator that the caller seeds."""

from __future__ import annotations

import numpy as np

from probe_signal.arguments import require_frames
from probe_signal.arrays import FloatArray


def white_noise(frames: int, *, generator: np.random.Generator) -> FloatArray:
    """Draw white noise, uniform in [-1, 1).

    Parameters
    ----------
    frames : int
        Length.
    generator : numpy.random.Generator
        Where the randomness comes from; it is advanced.

    Returns
    -------
    FloatArray, shape (frames,)
        float32, mean 0, RMS 1 / sqrt(3) (-4.77 dBFS).

    Raises
    ------
    ValueError
        If `frames` is negative.

    Notes
    -----
    Uniform and not normal: `random` is 24 bits of the bit generator's stream and nothing else, whereas the
    algorithm of `standard_normal` is numpy's to change.
    """
    require_frames(frames)
    noise = generator.random(frames, dtype=np.float32)
    noise *= 2.0
    noise -= 1.0
    return noise
