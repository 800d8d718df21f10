"""Placing a sound between the ears."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from probe_signal.arguments import require_floats, wrong
from probe_signal.arrays import FloatArray

Ear = Literal["left", "right"]


def in_one_ear(samples: FloatArray, *, ear: Ear) -> FloatArray:
    """Put a mono sound into one channel of a stereo pair and exact zeros into the other.

    Parameters
    ----------
    samples : FloatArray, shape (frames,)
        The sound.
    ear : {"left", "right"}
        Left is channel 0, as in every stereo file.

    Returns
    -------
    FloatArray, shape (frames, 2)
        In the type of `samples`.

    Raises
    ------
    ValueError
        If `samples` is not a mono float array or `ear` is neither word.
    """
    require_floats(samples, dimensions=(1,))
    if ear not in get_args(Ear):
        raise wrong("ear", found=repr(ear), wanted="'left' or 'right'")
    stereo = np.zeros((samples.shape[0], 2), dtype=samples.dtype)
    stereo[:, get_args(Ear).index(ear)] = samples
    return stereo
