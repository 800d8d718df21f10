"""Spectral lines: which frequency a tone has, and what sounds beside its harmonics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from verification.clip import Floats

# Four-term Blackman-Harris window: sidelobes at -92 dB, main lobe 4 bins to each side (Harris, 1978).
_BLACKMAN_HARRIS = (0.35875, -0.48829, 0.14128, -0.01168)
_LOBE_BINS = 6


@dataclass(frozen=True)
class ToneSpectrum:
    """What the spectrum of a periodic sound says.

    Parameters
    ----------
    frequency_hz : float
        Of the strongest line.
    third_db : float or None
        Level of the third harmonic re the strongest line; None if it is not below the Nyquist frequency.
    stray_db : float
        Level of the strongest line that is no harmonic, re the strongest line.
    """

    frequency_hz: float
    third_db: float | None
    stray_db: float


def tone_spectrum(sound: Floats, *, sampling_rate: int) -> ToneSpectrum:
    """Measure the lines of a steady tone.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        Without its fades, 32 frames or more, not silent.
    sampling_rate : int
        In hertz.

    Returns
    -------
    ToneSpectrum
        The frequency is that of a parabola through the logarithm of the strongest bin and its neighbours: within
        0.003 % for tones of 100 to 2,000 Hz and one second.
    """
    magnitudes = np.abs(np.fft.rfft(sound * _window(len(sound))))
    levels = 20.0 * np.log10(np.maximum(magnitudes, 1e-9 * magnitudes.max()))
    place = _vertex(levels, int(magnitudes[1:-1].argmax()) + 1)
    top = _level_at(levels, place)
    bins = np.arange(len(levels))
    is_stray = np.abs(bins - np.round(bins / place) * place) > _LOBE_BINS
    return ToneSpectrum(
        frequency_hz=place * sampling_rate / len(sound),
        third_db=_harmonic(levels, 3 * place, top),
        stray_db=float(levels[is_stray].max() - top) if is_stray.any() else -np.inf,
    )


def flatness_db(sound: Floats, *, window: int = 512) -> float:
    """Measure how far the strongest line of an averaged spectrum stands out.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)
        `window` frames or more.
    window : int
        Frames in a segment; the power spectra of all segments are averaged.

    Returns
    -------
    float
        Maximum over median in decibels, without the first and last four bins; about 2 for a second of white noise.
    """
    segments = sound[: len(sound) // window * window].reshape(-1, window)
    power = np.mean(np.abs(np.fft.rfft(segments * _window(window), axis=1)) ** 2, axis=0)[4:-4]
    return float(10.0 * np.log10(power.max() / max(float(np.median(power)), 1e-12)))


def _window(frames: int) -> Floats:
    phase = 2.0 * np.pi * np.arange(frames) / frames
    terms = [weight * np.cos(order * phase) for order, weight in enumerate(_BLACKMAN_HARRIS)]
    window: Floats = np.sum(terms, axis=0)
    return window


def _vertex(levels: Floats, near: int) -> float:
    """Find the top of the parabola through bin `near` and its neighbours, in bins."""
    left, middle, right = levels[near - 1 : near + 2]
    bend = left - 2.0 * middle + right
    return float(near + 0.5 * (left - right) / bend) if bend < 0 else float(near)


def _level_at(levels: Floats, place: float) -> float:
    """Read the level of the line within two bins of `place`: the top of the parabola through a local maximum."""
    first = max(round(place) - 2, 1)
    near = first + int(levels[first : round(place) + 3].argmax())
    left, middle, right = levels[near - 1 : near + 2]
    if middle < max(left, right):  # the slope of another line
        return float(middle)
    bend = left - 2.0 * middle + right
    return float(middle - (left - right) ** 2 / (8.0 * bend)) if bend < 0 else float(middle)


def _harmonic(levels: Floats, place: float, top: float) -> float | None:
    return _level_at(levels, place) - top if place < len(levels) - 1 - _LOBE_BINS else None
