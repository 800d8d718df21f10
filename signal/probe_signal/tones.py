"""Periodic waveforms without aliasing: only the harmonics below the Nyquist frequency are summed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from probe_signal.arguments import require_frames, require_positive, wrong
from probe_signal.arrays import FloatArray

# The recurrence goes over its arrays once a harmonic: blocks of this length stay in the processor's cache.
_BLOCK = 16384


def sine(frames: int, *, f0_hz: float, sampling_rate: int, phase_rad: float = 0.0) -> FloatArray:
    """Make a sine of amplitude 1.

    Parameters
    ----------
    frames : int
        Length.
    f0_hz : float
        Frequency, above 0 and below half of `sampling_rate`.
    sampling_rate : int
        In hertz.
    phase_rad : float, optional
        Phase of the first sample.

    Returns
    -------
    FloatArray, shape (frames,)
        float32.

    Raises
    ------
    ValueError
        If `frames` is negative or `f0_hz` is not between 0 and the Nyquist frequency.
    """
    _require(frames, f0_hz=f0_hz, sampling_rate=sampling_rate)
    return np.sin(_phase(frames, f0_hz, sampling_rate, phase_rad)).astype(np.float32)


def square(frames: int, *, f0_hz: float, sampling_rate: int, phase_rad: float = 0.0) -> FloatArray:
    """Make a band-limited square wave whose ideal is +1 and -1.

    Parameters
    ----------
    frames : int
        Length.
    f0_hz : float
        Fundamental frequency, above 0 and below half of `sampling_rate`.
    sampling_rate : int
        In hertz.
    phase_rad : float, optional
        Phase of the fundamental at the first sample.

    Returns
    -------
    FloatArray, shape (frames,)
        float32: the sum of ``4 / pi * sin(k * phase) / k`` over odd k with ``k * f0_hz`` below the Nyquist
        frequency. Its peak is above 1, as Gibbs found: 1.18 with many harmonics, 4 / pi = 1.27 with one.

    Raises
    ------
    ValueError
        If `frames` is negative or `f0_hz` is not between 0 and the Nyquist frequency.
    """
    _require(frames, f0_hz=f0_hz, sampling_rate=sampling_rate)
    harmonics = _odd_harmonics(f0_hz, sampling_rate)
    return _odd_sine_series(_phase(frames, f0_hz, sampling_rate, phase_rad), 4.0 / (np.pi * harmonics))


def triangle(frames: int, *, f0_hz: float, sampling_rate: int, phase_rad: float = 0.0) -> FloatArray:
    """Make a band-limited triangle wave whose ideal peak is 1.

    Parameters
    ----------
    frames : int
        Length.
    f0_hz : float
        Fundamental frequency, above 0 and below half of `sampling_rate`.
    sampling_rate : int
        In hertz.
    phase_rad : float, optional
        Phase of the fundamental at the first sample.

    Returns
    -------
    FloatArray, shape (frames,)
        float32: the sum of ``8 / pi**2 * sin(k * phase) / k**2`` with alternating signs over odd k with
        ``k * f0_hz`` below the Nyquist frequency. Its peak is at most 1.

    Raises
    ------
    ValueError
        If `frames` is negative or `f0_hz` is not between 0 and the Nyquist frequency.
    """
    _require(frames, f0_hz=f0_hz, sampling_rate=sampling_rate)
    harmonics = _odd_harmonics(f0_hz, sampling_rate)
    amplitudes = 8.0 / (np.pi * harmonics) ** 2
    amplitudes[1::2] *= -1.0
    return _odd_sine_series(_phase(frames, f0_hz, sampling_rate, phase_rad), amplitudes)


WAVEFORMS: Mapping[str, Callable[..., FloatArray]] = MappingProxyType(
    {"sine": sine, "square": square, "triangle": triangle}
)


def _require(frames: int, *, f0_hz: float, sampling_rate: int) -> None:
    require_frames(frames)
    require_positive("sampling_rate", sampling_rate)
    if not 0.0 < f0_hz < sampling_rate / 2:
        raise wrong("f0_hz", found=f0_hz, wanted=f"above 0 and below {sampling_rate / 2}")


def _phase(frames: int, f0_hz: float, sampling_rate: int, phase_rad: float) -> FloatArray:
    cycles: FloatArray = np.arange(frames, dtype=np.float64)
    cycles *= f0_hz / sampling_rate
    cycles -= np.floor(cycles)
    cycles *= 2.0 * np.pi
    cycles += phase_rad
    return cycles


def _odd_harmonics(f0_hz: float, sampling_rate: int) -> FloatArray:
    highest = math.ceil(sampling_rate / (2.0 * f0_hz)) - 1
    return np.arange(1, highest + 1, 2, dtype=np.float64)


def _odd_sine_series(phase: FloatArray, amplitudes: FloatArray) -> FloatArray:
    """Sum ``amplitudes[j] * sin((2 j + 1) * phase)`` by Clenshaw's recurrence (1955), in float64."""
    waveform = np.empty(phase.shape, dtype=np.float32)
    for start in range(0, len(phase), _BLOCK):
        block = phase[start : start + _BLOCK]
        twice_cosine = np.cos(2.0 * block)
        twice_cosine *= 2.0
        newer, older, product = np.zeros((3, len(block)))
        for amplitude in amplitudes[::-1]:
            np.multiply(twice_cosine, newer, out=product)
            np.subtract(product, older, out=older)
            older += amplitude
            newer, older = older, newer
        waveform[start : start + _BLOCK] = np.sin(block) * (newer + older)
    return waveform
