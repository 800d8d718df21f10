"""Sampling-rate conversion, and the one rule for how long its result is."""

from __future__ import annotations

import numpy as np
import soxr

from probe_signal.arguments import require_floats, require_frames, require_positive
from probe_signal.arrays import FloatArray


def resampled_frames(frames: int, *, from_hz: int, to_hz: int) -> int:
    """Say how many frames a resampled clip has: frames x to_hz / from_hz, rounded to nearest, halves up.

    Parameters
    ----------
    frames : int
        Frames before.
    from_hz, to_hz : int
        Sampling rates before and after.

    Returns
    -------
    int
        Frames after. One frame can become none: 1 at 48 kHz gives 0 at 16 kHz.

    Raises
    ------
    ValueError
        If `frames` is negative or a rate is not positive.

    Notes
    -----
    This is what soxr means to return, and `resample` holds soxr to it: of exact halves it rounds some
    down at 24, 48, 96 or 192 kHz to 11.025, 22.05 or 44.1 kHz. (librosa rounds up, always.)
    """
    require_frames(frames)
    require_positive("from_hz", from_hz)
    require_positive("to_hz", to_hz)
    return (2 * frames * to_hz + from_hz) // (2 * from_hz)


def resample(samples: FloatArray, *, from_hz: int, to_hz: int) -> FloatArray:
    """Convert the sampling rate with soxr HQ, in float32.

    Parameters
    ----------
    samples : FloatArray, shape (frames,) or (frames, channels)
        The sound at `from_hz`.
    from_hz, to_hz : int
        Sampling rates before and after.

    Returns
    -------
    FloatArray, shape (resampled_frames(frames),) or (resampled_frames(frames), channels)
        float32. At equal rates `samples` itself, not copied. Band-limiting can overshoot the
        peak of the input: a full-scale square reaches 1.2.

    Raises
    ------
    ValueError
        If `samples` is not a float array of one or two dimensions, or a rate is not positive.
    """
    require_floats(samples)
    wanted = resampled_frames(samples.shape[0], from_hz=from_hz, to_hz=to_hz)
    if from_hz == to_hz:
        return samples
    if samples.size == 0:
        return np.zeros((wanted, *samples.shape[1:]), dtype=np.float32)
    contiguous = np.ascontiguousarray(samples, dtype=np.float32)
    converted: FloatArray = soxr.resample(contiguous, from_hz, to_hz, "HQ")
    if len(converted) < wanted:
        # soxr divides in floating point and can lose an exact half; beyond its end every sound is zeros.
        beyond = np.zeros((from_hz // to_hz + 1, *samples.shape[1:]), dtype=np.float32)
        converted = soxr.resample(np.concatenate([contiguous, beyond]), from_hz, to_hz, "HQ")
    return converted[:wanted]
