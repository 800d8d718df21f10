"""What sounds of a clip: its windows of 20 ms within 30 dB of the loudest one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from probe_signal.arguments import require_audio, require_positive
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import window_levels_dbfs

WINDOW_S = 0.02
SOUNDING_DB = 30.0
# Where no window is as loud as this, nothing is heard: the clip is silent.
SILENT_DBFS = -60.0


def window_levels(samples: FloatArray | IntArray, *, sampling_rate: int) -> FloatArray:
    """Measure the RMS level in windows of 20 ms that follow one another.

    Parameters
    ----------
    samples : FloatArray or IntArray, shape (frames,) or (frames, channels)
        The sound; int16 is divided by 32768. Levels are over all channels.
    sampling_rate : int
        In hertz; a window has the nearest whole number of frames.

    Returns
    -------
    FloatArray, shape (windows,)
        float64, in dB re full scale 1.0, nothing below -96. What is left over at the end is not measured; a sound
        that is shorter than a window has none.

    Raises
    ------
    ValueError
        If `samples` is neither float nor int16, not finite or of another shape, or the rate is not above 0.
    """
    require_audio(samples)
    require_positive("sampling_rate", sampling_rate)
    window = max(1, round(WINDOW_S * sampling_rate))
    windows = samples.shape[0] // window
    if windows == 0:
        return np.zeros(0)
    return window_levels_dbfs(samples[: windows * window], windows=windows)


def sounding_s(samples: FloatArray | IntArray, *, sampling_rate: int) -> float:
    """Time what sounds: windows of 20 ms within 30 dB of the loudest one.

    Parameters
    ----------
    samples : FloatArray or IntArray, shape (frames,) or (frames, channels)
        The sound.
    sampling_rate : int
        In hertz.

    Returns
    -------
    float
        In seconds; 0 if every window is below -60 dBFS.

    Raises
    ------
    ValueError
        As `window_levels`.
    """
    return _seconds(len(_sounding(window_levels(samples, sampling_rate=sampling_rate))))


def longest_pause_s(samples: FloatArray | IntArray, *, sampling_rate: int) -> float:
    """Time the longest stretch of windows that do not sound, between two that do.

    Parameters
    ----------
    samples : FloatArray or IntArray, shape (frames,) or (frames, channels)
        The sound.
    sampling_rate : int
        In hertz.

    Returns
    -------
    float
        In seconds; 0 if all windows sound from the first that does to the last, or none does.

    Raises
    ------
    ValueError
        As `window_levels`.
    """
    places = _sounding(window_levels(samples, sampling_rate=sampling_rate))
    return _seconds(int(np.diff(places).max(initial=1)) - 1)


def _sounding(levels_dbfs: FloatArray) -> NDArray[np.intp]:
    """Give the places of the windows that sound."""
    loudest = float(levels_dbfs.max(initial=-np.inf))
    sounds = (levels_dbfs >= loudest - SOUNDING_DB) & (loudest >= SILENT_DBFS)
    return np.flatnonzero(sounds)


def _seconds(windows: int) -> float:
    return round(windows * WINDOW_S, 3)
