"""Where a noise abruptly becomes another: neighbouring files of a noise corpus that were joined."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats

_FRAME_S = 0.05
# A second before against a second after; in short clips a third of the whole, down to 0.4 s.
_SIDE_FRAMES, _LEAST_SIDE_FRAMES = 20, 8
_EDGES_HZ = (50, 100, 200, 300, 400, 600, 800, 1100, 1500, 2000, 2700, 3500, 4500, 5500, 6800, 7900)
# The change must be large against what the spectrum does on either side, large for the ear, and the only one of its
# kind in the clip. Of 1,903 pieces of 1.3 to 7 s of field recordings, babble and speech (which changes all the time)
# one is beyond all three; joins of a field recording to white noise nearly all are, joins of two field recordings half.
# A shorter side is less sure, by the root of its length.
_LEAST_SPREADS, _LEAST_CHANGE_DB, _LEAST_OVER_REST = 2.2, 5.0, 1.5
# What the rest of a steady noise is taken to change by at least.
_LEAST_REST = 0.3
# A band of digital silence, or of the rounding of 16 bits, is below this.
_NOTHING_DB, _POWER_FLOOR = -70.0, 1e-9


@dataclass(frozen=True, slots=True)
class Splice:
    """A place where a noise changes its character, and by how much from band to band (RMS, without the level)."""

    time_s: float
    change_db: float


def splice_of(noise: Floats, *, sampling_rate: int) -> Splice | None:
    """Look for one abrupt change of the spectrum's shape.

    Parameters
    ----------
    noise : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    Splice or None
        None if there is none, or the noise is shorter than 1.2 s.
    """
    levels = _band_levels_db(noise, sampling_rate)
    # Where a noise has ended, or is faded to nothing, there is no other noise.
    heard = np.flatnonzero(levels.max(axis=1) > _NOTHING_DB)
    levels = levels[heard]
    side = min(_SIDE_FRAMES, len(levels) // 3)
    if side < _LEAST_SIDE_FRAMES:
        return None
    medians, variances = _running(levels, side)
    change = medians[:-side] - medians[side:]
    # A change of the level alone is no change of character.
    change -= np.median(change, axis=1, keepdims=True)
    spread = np.sqrt((variances[:-side] + variances[side:]) / 2.0) + 1.0
    spreads = np.sqrt(np.mean(np.square(change / spread), axis=1))
    most = int(np.argmax(spreads))
    change_db = float(np.sqrt(np.mean(np.square(change[most]))))
    elsewhere = spreads[np.abs(np.arange(len(spreads)) - most) > side]
    rest = max(float(elsewhere.max(initial=0.0)), _LEAST_REST)
    least = _LEAST_SPREADS * np.sqrt(_SIDE_FRAMES / side)
    if spreads[most] < max(least, _LEAST_OVER_REST * rest) or change_db < _LEAST_CHANGE_DB:
        return None
    return Splice(float(heard[most + side]) * _FRAME_S, change_db)


def _band_levels_db(noise: Floats, sampling_rate: int) -> NDArray[np.float64]:
    frame = round(_FRAME_S * sampling_rate)
    count = len(noise) // frame if frame else 0
    if count == 0:
        return np.zeros((0, 1))
    window = np.hanning(frame).astype(np.float32)
    powers = np.square(np.abs(np.fft.rfft(noise[: count * frame].reshape(count, frame) * window, axis=1)))
    edges = np.searchsorted(np.fft.rfftfreq(frame, 1.0 / sampling_rate), _EDGES_HZ)
    bands = [powers[:, low:high].mean(axis=1) for low, high in pairwise(edges) if high > low]
    if not bands:
        return np.zeros((0, 1))
    return 10.0 * np.log10(np.stack(bands, axis=1) + _POWER_FLOOR)


def _running(levels: NDArray[np.float64], side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the median of each band, and the variance of its level re the frame's, over each `side` frames."""
    windows = np.lib.stride_tricks.sliding_window_view(levels, side, axis=0)
    shapes = np.lib.stride_tricks.sliding_window_view(levels - levels.mean(axis=1, keepdims=True), side, axis=0)
    return np.median(windows, axis=2), shapes.var(axis=2)
