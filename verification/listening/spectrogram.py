"""One short-time spectrum of a clip, from which all that needs one is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats

WINDOW_S = 0.064  # resolves 31 Hz: the lowest bands of the fingerprint are 56 Hz wide
HOP_S = 0.016
# Bands of the fingerprint: 33, equally wide in mel (Slaney's constants are not needed: O'Shaughnessy, 1987), inside
# what a telephone passes, so that a copy that went through one is still recognised.
BANDS, LOWEST_HZ, HIGHEST_HZ = 33, 200.0, 3400.0
_FRAMES_A_BLOCK = 64  # 1 s: the numbers stay in the processor's cache, and an hour takes no more memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Spectrogram:
    """What is kept of the short-time power spectra.

    Parameters
    ----------
    density : numpy.ndarray, shape (bins,)
        Power re full scale in each hertz, averaged over the clip: a full-scale sine has 0.5 under its line.
    bin_hz : float
        Distance of the bins.
    bands : numpy.ndarray, shape (frames, BANDS)
        float32. Power in the bands of the fingerprint every `HOP_S`.
    """

    density: NDArray[np.float64]
    bin_hz: float
    bands: Floats

    @property
    def nyquist_hz(self) -> float:
        """Half of the sampling rate."""
        return self.bin_hz * (len(self.density) - 1)

    @property
    def frequencies_hz(self) -> NDArray[np.float64]:
        """The frequency of each bin."""
        return np.arange(len(self.density), dtype=np.float64) * self.bin_hz


def spectrogram(mono: Floats, *, sampling_rate: int) -> Spectrogram:
    """Analyse a clip with a Hann window of `WINDOW_S` every `HOP_S`.

    Parameters
    ----------
    mono : numpy.ndarray, shape (frames,)
        float32, finite. What is shorter than a window is filled up with zeros.
    sampling_rate : int
        In hertz.
    """
    from scipy.fft import rfft

    window, weights = _analysis(sampling_rate)
    size = len(window)
    padded = mono if len(mono) >= size else np.pad(mono, (0, size - len(mono)))
    segments = np.lib.stride_tricks.sliding_window_view(padded, size)
    starts = np.round(np.arange(0, len(segments), HOP_S * sampling_rate)).astype(np.int64)
    starts = starts[starts < len(segments)]
    total = np.zeros(size // 2 + 1)
    bands = np.empty((len(starts), BANDS), np.float32)
    for first in range(0, len(starts), _FRAMES_A_BLOCK):
        block = starts[first : first + _FRAMES_A_BLOCK]
        spectra = rfft(segments[block] * window, axis=1)
        powers = np.square(spectra.real) + np.square(spectra.imag)
        total += powers.sum(axis=0, dtype=np.float64)
        bands[first : first + len(block)] = powers[:, : len(weights)] @ weights
    # Hann: the sum of its squares is 3/8 of its length; one side of the spectrum stands for both.
    scale = 2.0 / (len(starts) * sampling_rate * float(np.square(window, dtype=np.float64).sum()))
    return Spectrogram(density=total * scale, bin_hz=sampling_rate / size, bands=bands)


@lru_cache(maxsize=8)
def _analysis(sampling_rate: int) -> tuple[Floats, Floats]:
    """Give the window, and how much each bin counts in each band, shape (bins, BANDS)."""
    from scipy.fft import next_fast_len

    size = max(16, next_fast_len(round(WINDOW_S * sampling_rate), real=True))
    size += size % 2
    window = (0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)).astype(np.float32)
    bin_hz = sampling_rate / size
    edges_hz = _hertz(np.linspace(_mel(LOWEST_HZ), _mel(HIGHEST_HZ), BANDS + 1))
    bins = np.arange(min(size // 2, int(HIGHEST_HZ / bin_hz) + 1) + 1)
    # A bin that an edge divides counts in both bands, by its parts.
    low_hz, high_hz = (bins[:, None] - 0.5) * bin_hz, (bins[:, None] + 0.5) * bin_hz
    overlap_hz = np.minimum(high_hz, edges_hz[1:]) - np.maximum(low_hz, edges_hz[:-1])
    return window, (np.maximum(overlap_hz, 0.0) / bin_hz).astype(np.float32)


def _mel(frequency_hz: float) -> float:
    return float(2595.0 * np.log10(1.0 + frequency_hz / 700.0))


def _hertz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    hertz: NDArray[np.float64] = 700.0 * (10.0 ** (mel / 2595.0) - 1.0)
    return hertz
