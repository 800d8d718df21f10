"""Levels of a clip that several properties look at."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from verification.listening.facts import Floats

# Far below the rounding of 16 bits (-101 dBFS): stands for digital silence, and can be written as JSON.
SILENCE_DBFS = -120.0


def power_dbfs(power: ArrayLike) -> NDArray[np.float64]:
    """Give a power, 1 for full scale, in decibels, no less than -120."""
    levels: NDArray[np.float64] = 10.0 * np.log10(np.maximum(power, 10.0 ** (SILENCE_DBFS / 10.0)))
    return levels


def frame_powers(sound: Floats, *, frame: int) -> NDArray[np.float64]:
    """Give the mean power of consecutive frames; a rest shorter than a frame is left out.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        Full scale at 1.
    frame : int
        Samples in a frame, 1 or more.

    Returns
    -------
    numpy.ndarray, shape (frames // frame,)
    """
    count = len(sound) // frame
    blocks = sound[: count * frame].reshape(count, frame)
    powers: NDArray[np.float64] = np.einsum("ij,ij->i", blocks, blocks, dtype=np.float64) / frame
    return powers
