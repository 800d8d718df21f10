"""What a cheat could tell a clip by, without the property that is asked for."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from verification.listening.bandwidth import bandwidth_hz
from verification.listening.facts import FEATURES, Floats
from verification.listening.spectrogram import Spectrogram

# Digital silence is put here: below the rounding noise of 16 bits (-101 dBFS), so that the two are told apart.
SILENCE_DBFS = -120.0
_EDGE_FRAME_S = 0.01
_SILENT_BELOW_LOUDEST_DB = 40.0  # breath and room lie below, consonants above
_FLOOR_FRAME_S = 0.02
_FLOOR_PERCENTILE = 10.0
_LOWEST_HZ = 50.0  # below lie hum and the DC offset, which has a feature of its own
_OCTAVES_HZ = (63, 125, 250, 500, 1000, 2000, 4000)
_NOTHING_DB = -100.0


def features_of(
    mono: Floats, spectrum: Spectrogram, *, sampling_rate: int, frames: int, channels: int, size_bytes: int
) -> Floats:
    """Measure the features of a clip.

    Parameters
    ----------
    mono : numpy.ndarray, shape (n,)
        The mean of the channels; finite, one frame or more.
    spectrum : Spectrogram
        Of `mono`.
    sampling_rate, frames, channels, size_bytes : int
        Of the file.

    Returns
    -------
    numpy.ndarray, shape (len(FEATURES),)
        float32, in the order of `FEATURES`; NaN where a feature cannot be measured:

        - ``leading_silence_s``, ``trailing_silence_s``: up to the first, after the last 10 ms whose RMS is within
          40 dB of that of the loudest 10 ms;
        - ``rms_dbfs``, ``peak_dbfs``, ``crest_db``: of the whole clip; digital silence is -120 dBFS;
        - ``noise_floor_dbfs``: the level that a tenth of all 20 ms frames do not exceed;
        - ``bandwidth_hz``: see `bandwidth.bandwidth_hz`;
        - ``dc_offset``: the mean sample, full scale at 1;
        - ``centroid_hz``: the mean frequency, weighted by power, from 50 Hz up;
        - ``flatness_db``: the geometric over the arithmetic mean of the power density, from 50 Hz up: 0 for white
          noise;
        - ``tilt_db_per_octave``: slope of a straight line through the levels of the octave bands that are not empty;
        - ``band_..._hz_db``: power in the octave around the frequency, re that in the octave above; NaN where the
          sampling rate does not reach the centre of the latter;
        - ``bytes_per_s``: size of the file over its duration.
    """
    rms_dbfs = _dbfs(float(np.sqrt(np.mean(np.square(mono), dtype=np.float64))))
    peak_dbfs = _dbfs(float(np.abs(mono).max()))
    leading_s, trailing_s = _edges_s(mono, sampling_rate)
    duration_s = frames / sampling_rate
    values = {
        "duration_s": duration_s,
        "leading_silence_s": leading_s,
        "trailing_silence_s": trailing_s,
        "rms_dbfs": rms_dbfs,
        "peak_dbfs": peak_dbfs,
        "crest_db": peak_dbfs - rms_dbfs,
        "noise_floor_dbfs": _noise_floor_dbfs(mono, sampling_rate),
        "bandwidth_hz": bandwidth_hz(spectrum),
        "dc_offset": float(mono.mean(dtype=np.float64)),
        "bytes_per_s": size_bytes / duration_s,
        "sampling_rate": sampling_rate,
        "channels": channels,
    } | _shape(spectrum)
    return np.array([values.get(name, np.nan) for name in FEATURES], np.float32)


def _dbfs(amplitude: float) -> float:
    return max(20.0 * float(np.log10(max(amplitude, 1e-30))), SILENCE_DBFS)


def _variances(mono: Floats, size: int) -> NDArray[np.float64]:
    """Give the variance in each `size` frames (a DC offset is no sound); those left over at the end do not count."""
    frames = mono[: len(mono) // size * size].reshape(-1, size)
    frames = frames - frames.mean(axis=1, keepdims=True)
    variances: NDArray[np.float64] = np.einsum("ij,ij->i", frames, frames).astype(np.float64) / size
    return variances


def _edges_s(mono: Floats, sampling_rate: int) -> tuple[float, float]:
    size = max(1, min(round(_EDGE_FRAME_S * sampling_rate), len(mono)))
    powers = _variances(mono, size)
    if not powers.max() > 0.0:
        return len(mono) / sampling_rate, len(mono) / sampling_rate
    loud = np.flatnonzero(powers > powers.max() * 10.0 ** (-_SILENT_BELOW_LOUDEST_DB / 10.0))
    return float(loud[0]) * size / sampling_rate, float(len(powers) - 1 - loud[-1]) * size / sampling_rate


def _noise_floor_dbfs(mono: Floats, sampling_rate: int) -> float:
    powers = _variances(mono, max(1, min(round(_FLOOR_FRAME_S * sampling_rate), len(mono))))
    return _dbfs(float(np.sqrt(np.percentile(powers, _FLOOR_PERCENTILE))))


def _shape(spectrum: Spectrogram) -> dict[str, float]:
    """Measure the features of the long-term spectrum; none of a silent clip can be."""
    frequencies_hz = spectrum.frequencies_hz
    heard = frequencies_hz >= _LOWEST_HZ
    density = spectrum.density * heard
    total = float(density.sum())
    if not total > 0.0:
        return {}
    floored = np.maximum(density[heard], total * 1e-12)
    values = {
        "centroid_hz": float(frequencies_hz @ density) / total,
        "flatness_db": float(10.0 * (np.log10(floored).mean() - np.log10(floored.mean()))),
    }
    levels_db = {}
    for centre_hz in _OCTAVES_HZ:
        if centre_hz <= spectrum.nyquist_hz:
            low, high = np.searchsorted(frequencies_hz, (centre_hz / np.sqrt(2.0), centre_hz * np.sqrt(2.0)))
            share = float(density[low:high].sum()) / total
            levels_db[centre_hz] = max(10.0 * float(np.log10(max(share, 1e-30))), _NOTHING_DB)
    filled = {centre_hz: level for centre_hz, level in levels_db.items() if level > _NOTHING_DB}
    if len(filled) >= 2:
        # Density falls by 3 dB less an octave than power in octaves does.
        slope = np.polyfit(np.log2(list(filled)), list(filled.values()), 1)[0]
        values["tilt_db_per_octave"] = float(slope) - 10.0 * float(np.log10(2.0))
    return values | {
        f"band_{centre_hz}_hz_db": levels_db[centre_hz] - levels_db[above_hz]
        for centre_hz, above_hz in pairwise(levels_db)
    }
