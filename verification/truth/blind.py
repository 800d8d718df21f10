"""What a clip alone tells of its noise and its room; estimates, for gross errors only."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats
from verification.truth.levels import frame_powers, power_dbfs

_FRAME_S = 0.02
# The 95th percentile of the level of speech lies above its RMS by this, over 174 real and synthetic clips.
_LOUD_OVER_RMS_DB = 6.3
# Silence added at the ends says nothing of the noise under the speech.
_SOUNDING_DB = 20.0
_DIGITAL_SILENCE_DBFS = -110.0
_LEAST_FRAMES = 25

_DECAY_FRAME_S, _DECAY_HOP_S = 0.03, 0.01
# Slopes are fitted over 80 ms in six bands; a decay must run well over the noise of its band.
_DECAY_FRAMES = 8
_BANDS_HZ = (300.0, 600.0, 1000.0, 1500.0, 2200.0, 3200.0, 4500.0)
_LEAST_SLOPE_DB_PER_S = 20.0
_LEAST_DECAYS = 20
_STEEP_PERCENTILE = 15.0
# Raw reverberation time (60 dB over the slope at that percentile) against the true one, for rooms whose reverberation
# is as strong as the direct sound. Dry speech decays as if in 0.13 to 0.26 s; far above 1.5 s nothing changes.
_RAW_S = (0.13, 0.20, 0.24, 0.36, 0.48, 0.555, 0.62)
_T60_S = (0.05, 0.12, 0.2, 0.4, 0.7, 1.0, 1.5)
# Correlation of level with time: what decays in a room decays in a straight line.
_LEAST_STRAIGHT = 0.98


def blind_snr_db(sound: Floats, *, sampling_rate: int) -> float | None:
    """Estimate the signal-to-noise ratio from the spread of the level, after NIST's STNR.

    The level of loud frames (95th percentile, frames of 20 ms) stands for speech, that of quiet ones (8th percentile,
    between the first and the last sounding frame) for noise.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    float or None
        In decibels. In white noise from -5 to 10 dB within 3 dB; in field recordings up to 13 dB too high; above 15 dB
        too low where speech makes no pauses; under another speaker, who makes pauses, up to 50 dB too high. None if
        less than half a second sounds.
    """
    frame = max(round(_FRAME_S * sampling_rate), 1)
    levels = power_dbfs(frame_powers(sound, frame=frame))
    if levels.size < _LEAST_FRAMES:
        return None
    sounding = np.flatnonzero(levels > np.percentile(levels, 95) - _SOUNDING_DB)
    within = levels[sounding[0] : sounding[-1] + 1]
    within = within[within > _DIGITAL_SILENCE_DBFS]
    if within.size < _LEAST_FRAMES:
        return None
    quiet, loud = np.percentile(within, [8, 95])
    over_noise = max(10.0 ** ((loud - quiet) / 10.0) - 1.0, 0.01)
    return float(10.0 * np.log10(over_noise) - _LOUD_OVER_RMS_DB)


def blind_t60_s(sound: Floats, *, sampling_rate: int) -> float | None:
    """Estimate reverberation time from how steeply the level falls where it falls fastest.

    After Wen, Habets and Naylor, Blind estimation of reverberation time based on the distribution of signal decay
    rates (ICASSP 2008): a room allows no decay that is faster than its own.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz, 9,000 or more for all bands.

    Returns
    -------
    float or None
        In seconds, from 0.05 (dry) to 1.5 (or more); None if hardly anything decays. Within 60 % from 0.2 to 1 s, in
        rooms by the image method and in decaying noise as strong as the direct sound.
    """
    levels = _band_levels_db(sound, sampling_rate)
    if len(levels) < 2 * _DECAY_FRAMES:
        return None
    line = np.arange(_DECAY_FRAMES) - (_DECAY_FRAMES - 1) / 2
    line /= line @ line * _DECAY_HOP_S
    slopes = []
    for band in levels.T:
        windows = np.lib.stride_tricks.sliding_window_view(band, _DECAY_FRAMES)
        floor_db, top_db = np.percentile(band, [5, 95])
        slope = windows @ line
        over_noise = windows.min(axis=1) > max(floor_db + 6.0, top_db - 55.0)
        slopes.append(-slope[over_noise & (windows.max(axis=1) > top_db - 35.0) & (slope < -_LEAST_SLOPE_DB_PER_S)])
    falling = np.concatenate(slopes)
    if falling.size < _LEAST_DECAYS:
        return None
    raw_s = 60.0 / float(np.percentile(falling, 100.0 - _STEEP_PERCENTILE))
    return float(np.interp(raw_s, _RAW_S, _T60_S))


def _band_levels_db(sound: Floats, sampling_rate: int) -> NDArray[np.float64]:
    frame, hop = round(_DECAY_FRAME_S * sampling_rate), round(_DECAY_HOP_S * sampling_rate)
    if len(sound) < frame or hop == 0:
        return np.zeros((0, 1))
    windows = np.lib.stride_tricks.sliding_window_view(sound, frame)[::hop] * np.hanning(frame).astype(np.float32)
    powers = np.square(np.abs(np.fft.rfft(windows, axis=1)))
    edges = np.searchsorted(np.fft.rfftfreq(frame, 1.0 / sampling_rate), _BANDS_HZ)
    bands = [powers[:, low:high].sum(axis=1) for low, high in pairwise(edges) if high > low]
    if not bands:
        return np.zeros((0, 1))
    return 10.0 * np.log10(np.stack(bands, axis=1) + 1e-12)


def t60_of_response_s(response: Floats, *, sampling_rate: int) -> float | None:
    """Measure reverberation time on a room impulse response (ISO 3382-2, T30, or T20 where the tail is short).

    Parameters
    ----------
    response : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    float or None
        In seconds: 60 dB at the slope from -5 to -35 (or -25) dB of the backward integrated power; None if it does
        not decay that far, or not in a straight line.
    """
    power = np.square(response.astype(np.float64))
    remaining = np.cumsum(power[::-1])[::-1]
    if not remaining.size or remaining[0] == 0.0:
        return None
    curve_db = 10.0 * np.log10(np.maximum(remaining / remaining[0], 1e-12))
    for lowest_db in (-35.0, -25.0):
        places = np.flatnonzero((curve_db <= -5.0) & (curve_db >= lowest_db))
        # A curve that is cut off falls off a cliff at its end; without a rest below, that is all there is.
        if places.size > 10 and curve_db[-1] < lowest_db - 5.0:
            times_s, levels_db = places / sampling_rate, curve_db[places]
            straight = float(np.corrcoef(times_s, levels_db)[0, 1]) <= -_LEAST_STRAIGHT
            return float(-60.0 / np.polyfit(times_s, levels_db, 1)[0]) if straight else None
    return None
