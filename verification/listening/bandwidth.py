"""How far up a clip's spectrum reaches, and whether it ends as that of a resampled clip does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from verification.listening.spectrogram import Spectrogram

Densities = NDArray[np.float64]

_BLOCK_HZ = 125.0
# Below the strongest 125 Hz: speech at 7 kHz lies 40 to 60 dB down, what a good resampler leaves 80 and more.
_RANGE = 10.0 ** (-70.0 / 10.0)
# What rounding to 16 bits with dither leaves, spread over all frequencies, and 6 dB to be safe.
_ROUNDING_DB = -101.1 + 4.8 + 6.0
# The share of the Nyquist frequency that a clip at half of the rate cannot exceed, with the slope of its filter.
UPSAMPLED_SHARE = 0.55
_LOWEST_EDGE_HZ = 2800.0  # a telephone's 3.4 kHz, less its slope: what ends below is a low sound, no low rate
# From 0.92 to 1.15 of the edge. Over 170 recordings and their copies at 16 and 22.05 kHz the steepest natural fall is
# 27 dB; what was resampled (soxr, scipy) falls by 30 to 75 dB, and to nothing unless the filter is a poor one.
_CLIFF_DB, _CLIFF_TO_NOTHING_DB = 30.0, 18.0
_UNDER, _OVER = (0.75, 0.92), 1.15
# A poor filter leaves images of the sound above the edge: not as even as noise, in which a voice that is synthesised up
# to 4 kHz ends as steeply; and the edge is where a filter would have it.
_LEAST_UNEVEN_DB = 1.5
_HALF_RATES_HZ = np.array([4000.0, 5512.5, 6000.0, 8000.0, 11025.0, 12000.0, 16000.0, 22050.0, 24000.0])
_HALF_RATE_TOLERANCE = 0.06
# What lies under the edge is broad: nearly everywhere louder than what lies over it, and even within 125 Hz (speech
# 0 to 2.6 dB; a steady harmonic sound of 80 Hz 4.6 dB, of higher ones more).
_LOWEST_BLOCK, _FILLED_SHARE, _MOST_UNEVEN_DB = 4, 0.9, 3.0
_FEWEST_BANDS, _TONAL_SHARE = 2.2, 0.9  # as in the fingerprint: tones fill one or two of 33 bands, speech more


def bandwidth_hz(spectrum: Spectrogram) -> float:
    """Find the upper edge of the highest 125 Hz that holds sound.

    Returns
    -------
    float
        In hertz; 0 if the clip is silent. Sound is a mean power density within 70 dB of that of the strongest 125 Hz
        and above what rounding to 16 bits leaves. A pure tone reaches as far as its line.
    """
    means = _blocks(spectrum).mean(axis=1)
    loud = np.flatnonzero(means > _floor(spectrum, means))
    return float(min((loud[-1] + 1) * _BLOCK_HZ, spectrum.nyquist_hz)) if len(loud) else 0.0


def upsampled_from_hz(spectrum: Spectrogram) -> float:
    """Find the edge at which the spectrum of a clip stops that was brought to its rate from a lower one.

    Returns
    -------
    float
        In hertz; 0 if it does not end like that. It does if broad sound (speech, noise; not tones) reaches up to an
        edge between 2.8 kHz and 0.55 of the Nyquist frequency and falls there as only a filter makes it fall.
    """
    blocks = _blocks(spectrum)
    means = blocks.mean(axis=1)
    levels_db = _db(np.median(blocks, axis=1))  # not raised by a line, which fills a few bins
    edges = np.arange(_LOWEST_EDGE_HZ, UPSAMPLED_SHARE * spectrum.nyquist_hz, _BLOCK_HZ) / _BLOCK_HZ
    if not len(edges):
        return 0.0
    highest_from_db = _db(np.maximum.accumulate(means[::-1])[::-1])
    over_db = highest_from_db[np.ceil(_OVER * edges).astype(int)]
    # The middle of what lies under the edge first: few clips come further.
    steep = np.flatnonzero(levels_db[(np.mean(_UNDER) * edges).astype(int)] - over_db >= 0.5 * _CLIFF_TO_NOTHING_DB)
    if not len(steep) or _is_tonal(spectrum):
        return 0.0
    edges, over_db = edges[steep], over_db[steep]
    spans = [levels_db[int(_UNDER[0] * edge) : int(_UNDER[1] * edge)] for edge in edges]
    falls_db = np.array([np.median(span) for span in spans]) - over_db
    to_nothing = (over_db <= _db(_floor(spectrum, means))) & (falls_db >= _CLIFF_TO_NOTHING_DB)
    off_half_rates = np.abs(edges[:, np.newaxis] * _BLOCK_HZ / _HALF_RATES_HZ - 1.0).min(axis=1)
    to_images = (off_half_rates <= _HALF_RATE_TOLERANCE) & (falls_db >= _CLIFF_DB)
    to_images &= [np.std(levels_db[int(np.ceil(_OVER * edge)) :]) >= _LEAST_UNEVEN_DB for edge in edges]
    falls_db[~(to_nothing | to_images)] = 0.0
    best = int(falls_db.argmax())
    edge, over = edges[best], over_db[best]
    under = slice(_LOWEST_BLOCK, int(_UNDER[1] * edge))
    broad = np.mean(levels_db[under] > over) >= _FILLED_SHARE
    broad &= np.mean(_db(means)[under] - levels_db[under]) <= _MOST_UNEVEN_DB
    return float(edge * _BLOCK_HZ) if broad and falls_db[best] > 0.0 else 0.0


def _is_tonal(spectrum: Spectrogram) -> bool:
    """Say whether nearly all frames hold their power in a band or two: tones and sweeps, which end where they end."""
    totals = np.square(spectrum.bands.sum(axis=1, dtype=np.float64))
    loud = totals > 1e-8 * totals.max()  # within 40 dB of the loudest
    squares = np.square(spectrum.bands[loud], dtype=np.float64).sum(axis=1)
    return bool(np.mean(totals[loud] < _FEWEST_BANDS * squares) > _TONAL_SHARE) if loud.any() else True


def _blocks(spectrum: Spectrogram) -> Densities:
    """Sort the density by blocks of 125 Hz, shape (blocks, bins in each)."""
    size = _BLOCK_HZ / spectrum.bin_hz
    starts = np.round(np.arange(int(len(spectrum.density) // size)) * size).astype(np.int64)
    blocks: Densities = spectrum.density[starts[:, np.newaxis] + np.arange(max(int(size), 1))]
    return blocks


def _floor(spectrum: Spectrogram, means: Densities) -> float:
    rounding: float = 10.0 ** (_ROUNDING_DB / 10.0) / spectrum.nyquist_hz
    return max(float(means.max(initial=0.0)) * _RANGE, rounding)


def _db(density: Densities | float) -> Densities:
    levels: Densities = 10.0 * np.log10(np.maximum(density, 1e-30))
    return levels
