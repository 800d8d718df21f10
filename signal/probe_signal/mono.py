"""Any number of channels to one."""

from __future__ import annotations

from probe_signal.arguments import require_floats, wrong
from probe_signal.arrays import FloatArray


def to_mono(samples: FloatArray) -> FloatArray:
    """Average the channels.

    Parameters
    ----------
    samples : FloatArray, shape (frames,) or (frames, channels)
        The sound; one dimension is taken as mono already.

    Returns
    -------
    FloatArray, shape (frames,)
        The arithmetic mean over the channels, in the type of `samples`. Mono input is returned as it
        is, not copied.

    Raises
    ------
    ValueError
        If `samples` is not a float array of one or two dimensions, or has no channel.
    """
    require_floats(samples)
    if samples.ndim == 1:
        return samples
    channels = samples.shape[1]
    if channels == 0:
        raise wrong("samples", found="0 channels", wanted="at least 1")
    if channels == 1:
        return samples[:, 0]
    # Whole columns at a time: reducing a short last axis costs ten times as much.
    mono: FloatArray = samples[:, 0] + samples[:, 1]
    for channel in range(2, channels):
        mono += samples[:, channel]
    mono /= channels
    return mono
