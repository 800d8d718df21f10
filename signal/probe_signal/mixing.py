"""Mixing at a signal-to-noise ratio, by the power of the two sounds over the whole mix."""

from __future__ import annotations

import math

import numpy as np

from probe_signal.arguments import require_floats, require_positive, wrong
from probe_signal.arrays import FloatArray


def snr_gains(*, speech_power: float, noise_power: float, snr_db: float, level_dbfs: float) -> tuple[float, float]:
    """Give the gains with which speech and noise have a ratio, and their sum a level.

    Parameters
    ----------
    speech_power, noise_power : float
        Mean squares of the two sounds re full scale 1.0.
    snr_db : float
        Ratio of their powers in the mix.
    level_dbfs : float
        RMS of the mix re full scale 1.0, if the two are uncorrelated.

    Returns
    -------
    float, float
        For the speech, and for the noise.

    Raises
    ------
    ValueError
        If a power is not above 0, or a level is not finite.
    """
    require_positive("speech_power", speech_power)
    require_positive("noise_power", noise_power)
    for name, value in (("snr_db", snr_db), ("level_dbfs", level_dbfs)):
        if not math.isfinite(value):
            raise wrong(name, found=value, wanted="a finite number")
    ratio = 10.0 ** (snr_db / 10.0)
    whole = 10.0 ** (level_dbfs / 10.0)
    return math.sqrt(whole * ratio / (1.0 + ratio) / speech_power), math.sqrt(whole / (1.0 + ratio) / noise_power)


def wrapped(samples: FloatArray, *, start_frame: int, frames: int) -> FloatArray:
    """Take a stretch of a sound that goes on from its beginning when it ends.

    Parameters
    ----------
    samples : FloatArray, shape (n,)
        The sound; at least one frame.
    start_frame : int
        Where the stretch begins, from 0 to n - 1.
    frames : int
        Its length; it may be longer than the sound.

    Returns
    -------
    FloatArray, shape (frames,)

    Raises
    ------
    ValueError
        If the sound is empty, or the stretch begins outside it.
    """
    require_floats(samples, dimensions=(1,))
    if not 0 <= start_frame < len(samples):
        raise wrong("start_frame", found=start_frame, wanted=f"0 to {len(samples) - 1}")
    if frames < 1:
        raise wrong("frames", found=frames, wanted="1 or more")
    end = start_frame + frames
    if end <= len(samples):
        return samples[start_frame:end]
    return np.take(samples, np.arange(start_frame, end), mode="wrap")
