"""Between floats and 16-bit PCM: rounded once, never clipped."""

from __future__ import annotations

import math

import numpy as np

from probe_signal.arguments import PCM16, require_floats, wrong
from probe_signal.arrays import FloatArray, IntArray

PCM16_SCALE = 32768
PCM16_TOP = 32767


def to_pcm16(samples: FloatArray) -> tuple[IntArray, float]:
    """Quantise to 16 bits, turning everything down together if it would not fit.

    Parameters
    ----------
    samples : FloatArray, shape (frames,) or (frames, channels)
        The sound; full scale is 1.

    Returns
    -------
    pcm : IntArray, the shape of `samples`
        ``round(32768 * gain * samples)``, halves to even. What `from_pcm16` made comes back bit by bit.
    gain : float
        1.0 if every rounded sample lies within -32768 ... 32767; otherwise the one gain, below 1, that
        was applied to all channels and brings the largest magnitude to 32767.

    Raises
    ------
    ValueError
        If `samples` is not a float array of one or two dimensions, or holds NaN or infinity.
    """
    require_floats(samples)
    if samples.size == 0:
        return samples.astype(np.int16), 1.0
    highest, lowest = float(samples.max()), float(samples.min())
    if not (math.isfinite(highest) and math.isfinite(lowest)):
        raise wrong("samples", found=f"values from {lowest} to {highest}", wanted="finite values")
    factor = samples.dtype.type(PCM16_SCALE)
    if round(highest * PCM16_SCALE) > PCM16_TOP or round(lowest * PCM16_SCALE) < -PCM16_SCALE:
        factor = samples.dtype.type(PCM16_TOP / max(highest, -lowest))
    scaled = samples * factor
    np.rint(scaled, out=scaled)
    return scaled.astype(np.int16), float(factor) / PCM16_SCALE


def from_pcm16(pcm: IntArray) -> FloatArray:
    """Turn 16-bit PCM into floats, exactly: full scale is 1.

    Parameters
    ----------
    pcm : IntArray, shape (frames,) or (frames, channels)
        The samples.

    Returns
    -------
    FloatArray, the shape of `pcm`
        float32, ``pcm / 32768``: -1 to 32767 / 32768.

    Raises
    ------
    ValueError
        If `pcm` is not int16.
    """
    if pcm.dtype != PCM16:
        raise wrong("pcm", found=pcm.dtype, wanted="int16")
    samples = pcm.astype(np.float32)
    samples *= np.float32(1.0 / PCM16_SCALE)
    return samples
