"""Soft ends, so that a tone neither starts nor stops with a click."""

from __future__ import annotations

import numpy as np

from probe_signal.arguments import require_floats, require_positive, wrong
from probe_signal.arrays import FloatArray


def raised_cosine_ends(samples: FloatArray, *, sampling_rate: int, fade_s: float) -> FloatArray:
    """Fade the beginning in and the end out with the two halves of a raised cosine.

    Parameters
    ----------
    samples : FloatArray, shape (frames,) or (frames, channels)
        The sound.
    sampling_rate : int
        In hertz.
    fade_s : float
        Length of each fade in seconds.

    Returns
    -------
    FloatArray, the shape and type of `samples`
        A new array. The gain is exactly 0 at the first and last frame and exactly 1 from `fade_s`
        (rounded to frames) after the first to `fade_s` before the last.

    Raises
    ------
    ValueError
        If a fade is shorter than one frame, or the two leave no frame at full gain.
    """
    require_floats(samples)
    require_positive("sampling_rate", sampling_rate)
    require_positive("fade_s", fade_s)
    frames = round(fade_s * sampling_rate)
    if frames < 1:
        raise wrong("fade_s", found=fade_s, wanted=f"at least one frame ({1 / sampling_rate} s)")
    if samples.shape[0] < 2 * frames + 1:
        raise wrong("samples", found=f"{samples.shape[0]} frames", wanted=f"{2 * frames + 1} or more for both fades")
    rise = (0.5 - 0.5 * np.cos(np.pi * np.arange(frames) / frames)).astype(samples.dtype)
    rise = rise.reshape(-1, *[1] * (samples.ndim - 1))
    faded = samples.copy()
    faded[:frames] *= rise
    faded[-frames:] *= rise[::-1]
    return faded
