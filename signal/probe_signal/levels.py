"""Levels in dB re full scale 1.0 (RMS: a full-scale square is 0 dBFS, a full-scale sine -3.01 dBFS)."""

from __future__ import annotations

import math

import numpy as np

from probe_signal.arguments import PCM16, require_audio, require_floats, require_positive, wrong
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.quantise import PCM16_SCALE

SILENCE_FLOOR_DBFS = -96.0  # about the step of 16-bit PCM; digital silence, whose level is -inf, is put here


def rms(samples: FloatArray | IntArray) -> float | FloatArray:
    """Measure the root mean square.

    Parameters
    ----------
    samples : FloatArray or IntArray, shape (frames,) or (frames, channels)
        The sound; int16 is divided by 32768.

    Returns
    -------
    float or FloatArray, shape (channels,)
        Amplitude re full scale: one number for mono, one a channel otherwise. 0 if there is no frame.

    Raises
    ------
    ValueError
        If `samples` is neither float nor int16, or not of one or two dimensions.
    """
    require_audio(samples)
    if samples.ndim == 1:
        return math.sqrt(_powers(samples))
    return np.sqrt([float(_powers(channel)) for channel in samples.T])


def peak(samples: FloatArray | IntArray) -> float:
    """Find the largest magnitude over all frames and channels, re full scale (0 if there is none).

    Raises
    ------
    ValueError
        If `samples` is neither float nor int16, or not of one or two dimensions.
    """
    require_audio(samples)
    if samples.size == 0:
        return 0.0
    return max(float(samples.max()), -float(samples.min())) / _full_scale(samples)


def dbfs(amplitude: float) -> float:
    """Express an amplitude in dB re full scale 1.0; 0 gives -inf.

    Raises
    ------
    ValueError
        If `amplitude` is negative or NaN.
    """
    if not amplitude >= 0.0:
        raise wrong("amplitude", found=amplitude, wanted="0 or more")
    return 20.0 * math.log10(amplitude) if amplitude > 0.0 else -math.inf


def scale_to_rms(samples: FloatArray, *, level_dbfs: float) -> FloatArray:
    """Bring a sound to a level by one gain.

    Parameters
    ----------
    samples : FloatArray, shape (frames,) or (frames, channels)
        The sound; several channels get one gain, for the RMS over all of them.
    level_dbfs : float
        The RMS level wanted, re full scale 1.0.

    Returns
    -------
    FloatArray, the shape and type of `samples`
        A new array. Its peak may be above full scale.

    Raises
    ------
    ValueError
        If `samples` is silent, empty or not finite, or `level_dbfs` is not finite.
    """
    require_floats(samples)
    if not math.isfinite(level_dbfs):
        raise wrong("level_dbfs", found=level_dbfs, wanted="a finite number")
    amplitude = float(rms(samples.reshape(-1)))
    require_positive("RMS of samples", amplitude)
    return samples * samples.dtype.type(10.0 ** (level_dbfs / 20.0) / amplitude)


def window_levels_dbfs(samples: FloatArray | IntArray, *, windows: int) -> FloatArray:
    """Measure the RMS level in equal windows that follow one another.

    Parameters
    ----------
    samples : FloatArray or IntArray, shape (frames,) or (frames, channels)
        The sound; int16 is divided by 32768. Levels are over all channels.
    windows : int
        How many windows. Each has ``frames // windows`` frames; the few that are left over at the
        end are not measured.

    Returns
    -------
    FloatArray, shape (windows,)
        float64, in dB re full scale 1.0; nothing is below `SILENCE_FLOOR_DBFS`.

    Raises
    ------
    ValueError
        If there are fewer frames than windows, `windows` is below 1, or a sample is not finite.
    """
    require_audio(samples)
    frames = samples.shape[0]
    if not 1 <= windows <= frames:
        raise wrong("windows", found=windows, wanted=f"1 to the number of frames ({frames})")
    blocks = samples[: frames - frames % windows].reshape(windows, -1)
    powers = _powers(blocks)
    if not np.isfinite(powers).all():
        raise wrong("samples", found="NaN or infinity", wanted="finite values")
    levels: FloatArray = 10.0 * np.log10(np.maximum(powers, 10.0 ** (SILENCE_FLOOR_DBFS / 10.0)))
    return levels


def fitted_slope(values: FloatArray, *, step: float, weights: FloatArray | None = None) -> float:
    """Fit a straight line by least squares to values that stand `step` apart; give its slope.

    Parameters
    ----------
    values : FloatArray, shape (n,)
        At least two.
    step : float
        Distance between neighbours, such as seconds.
    weights : FloatArray, shape (n,), optional
        How much each value counts; equally if not given.

    Raises
    ------
    ValueError
        If there are fewer than two values.
    """
    if len(values) < 2:
        raise wrong("values", found=len(values), wanted="at least 2")
    places = np.arange(len(values)) * step
    counts = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=np.float64)
    # Plain sums: np.average takes ten times as long for twenty values, and this runs for every clip.
    from_middle = places - (counts @ places) / counts.sum()
    return float((counts * from_middle) @ values / ((counts * from_middle) @ from_middle))


def _powers(blocks: FloatArray | IntArray) -> FloatArray:
    """Average the squares over the last axis; no sample gives 0."""
    # float32 and numpy's pairwise sums of contiguous values: within 1e-5 dB of float64 in half of its time.
    squares = np.square(blocks, dtype=np.float32 if blocks.dtype == PCM16 else blocks.dtype)
    sums = np.asarray(squares.sum(axis=-1), dtype=np.float64)
    powers: FloatArray = sums / (max(blocks.shape[-1], 1) * _full_scale(blocks) ** 2)
    return powers


def _full_scale(samples: FloatArray | IntArray) -> float:
    return float(PCM16_SCALE) if samples.dtype == PCM16 else 1.0
