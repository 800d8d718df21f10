"""Defects that the samples of one clip show by themselves."""

from __future__ import annotations

import numpy as np

from verification.listening.facts import Floats

LONGEST_S = 30.0
SILENT_DBFS = -60.0
_FULL_SCALE = 1.0 - 2.0**-15  # the largest positive step of 16 bits
_FULL_SCALES = {"PCM_U8": 127 / 128, "PCM_S8": 127 / 128, "ULAW": 32124 / 32768, "ALAW": 32256 / 32768}
_SHORTEST_RUN = 3
_MOST_RUNS = 2
_MOST_SHARE = 1e-4


def silence(peak: float) -> str:
    """Say that a clip is silent, if it is: its peak (full scale at 1) is below -60 dBFS."""
    if peak >= 10.0 ** (SILENT_DBFS / 20.0):
        return ""
    return f"its peak is at {20.0 * np.log10(peak):.1f} dBFS" if peak > 0.0 else "every sample is 0"


def clipping(samples: Floats, *, encoding: str) -> tuple[str, bool]:
    """Look for three or more samples in a row at full scale, in any channel.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames, channels)
        Full scale at 1.
    encoding : str
        Container and sample format: u-law and 8 bits end a little lower.

    Returns
    -------
    str
        What was found; empty if no sample run is clipped.
    bool
        Whether that is more than an accident: three runs or more, or 0.01 % of the samples.
    """
    full = _FULL_SCALES.get(encoding.rpartition(" ")[2], _FULL_SCALE)
    if max(float(samples.max()), -float(samples.min())) < full:
        return "", False
    runs, inside = 0, 0
    for channel in samples.T:
        for at_full in (channel >= full, channel <= -full):
            places = np.flatnonzero(np.diff(at_full, prepend=False, append=False))
            lengths = places[1::2] - places[::2]
            lengths = lengths[lengths >= _SHORTEST_RUN]
            runs, inside = runs + len(lengths), inside + int(lengths.sum())
    if not runs:
        return "", False
    found = f"{inside:,} samples at full scale in {runs:,} {'run' if runs == 1 else 'runs'} of three or more"
    return found, runs > _MOST_RUNS or inside >= _MOST_SHARE * samples.size


def dead_channel(samples: Floats) -> str:
    """Say which of several channels is digitally silent; empty if none is, or all are."""
    if samples.shape[1] < 2 or not samples.any():
        return ""
    silent = [number for number, channel in enumerate(samples.T, start=1) if not channel.any()]
    return f"channel {silent[0]} of {samples.shape[1]} is digital silence" if silent else ""


def twin_channels(samples: Floats) -> str:
    """Say which channel is the same as the first; empty if none is, or it is silent."""
    for number in range(1, samples.shape[1]):
        if np.array_equal(samples[:, number], samples[:, 0]) and samples[:, 0].any():
            return f"channels 1 and {number + 1} are identical"
    return ""
