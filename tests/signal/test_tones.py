from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probe_signal.tones import WAVEFORMS, sine, square, triangle

RATE = 16000


def by_plain_sum(kind: str, frames: int, f0_hz: float, phase_rad: float) -> np.ndarray:
    phase = 2 * np.pi * f0_hz * np.arange(frames) / RATE + phase_rad
    odd = [k for k in range(1, 2000, 2) if k * f0_hz < RATE / 2]
    if kind == "sine":
        return np.sin(phase)
    if kind == "square":
        return sum(4 / np.pi * np.sin(k * phase) / k for k in odd)
    return sum(8 / np.pi**2 * (-1) ** (k // 2) * np.sin(k * phase) / k**2 for k in odd)


@pytest.mark.parametrize("kind", WAVEFORMS)
@pytest.mark.parametrize("f0_hz", [20.0, 123.4, 440.0, 1000.0, 2666.7, 5000.0, 7999.0])
@pytest.mark.parametrize("phase_rad", [0.0, 1.0])
def test_equals_the_sum_of_its_harmonics(kind: str, f0_hz: float, phase_rad: float) -> None:
    frames = 20_000  # more than one block of the recurrence
    tone = WAVEFORMS[kind](frames, f0_hz=f0_hz, sampling_rate=RATE, phase_rad=phase_rad)
    assert tone.dtype == np.float32
    assert np.abs(tone - by_plain_sum(kind, frames, f0_hz, phase_rad)).max() < 2e-7


@pytest.mark.parametrize("kind", WAVEFORMS)
@pytest.mark.parametrize("f0_hz", [97.3, 440.0, 1234.5, 3001.0])
@pytest.mark.parametrize("sampling_rate", [16000, 44100])
def test_nothing_lies_between_the_harmonics(kind: str, f0_hz: float, sampling_rate: int) -> None:
    frames = 2 * sampling_rate
    tone = WAVEFORMS[kind](frames, f0_hz=f0_hz, sampling_rate=sampling_rate)
    spectrum = np.abs(np.fft.rfft(tone * np.kaiser(frames, 20.0)))  # side lobes below -150 dB
    bins_hz = np.arange(len(spectrum)) / 2.0
    odd_hz = np.arange(f0_hz, sampling_rate / 2, 2 * f0_hz)
    between = np.abs(bins_hz[:, np.newaxis] - odd_hz).min(axis=1) > 8.0  # the main lobe is 6.4 bins wide
    assert between.sum() > 1000
    assert 20 * np.log10(spectrum[between].max() / spectrum.max()) < -120.0


@given(f0_hz=st.floats(20.0, 7999.0), phase_rad=st.floats(0.0, 6.3))
@settings(max_examples=60, deadline=None)
def test_peaks_are_those_documented(f0_hz: float, phase_rad: float) -> None:
    options = {"f0_hz": f0_hz, "sampling_rate": RATE, "phase_rad": phase_rad}
    assert np.abs(sine(4000, **options)).max() <= 1.0
    assert np.abs(triangle(4000, **options)).max() <= 1.0
    assert np.abs(square(4000, **options)).max() <= 4 / np.pi + 1e-6


def test_gibbs_overshoot_of_a_rich_square_and_its_flat_top() -> None:
    tone = square(RATE * 2, f0_hz=50.1, sampling_rate=RATE)
    assert 1.17 < np.abs(tone).max() < 1.19
    assert abs(np.median(np.abs(tone)) - 1.0) < 0.01
    assert abs(np.abs(triangle(RATE * 2, f0_hz=50.1, sampling_rate=RATE)).max() - 1.0) < 0.01


def test_rms_of_the_ideal_waveforms() -> None:
    for tone, wanted in ((sine, 0.5**0.5), (square, 1.0), (triangle, 3**-0.5)):
        samples = tone(RATE, f0_hz=50.0, sampling_rate=RATE).astype(np.float64)
        assert abs(np.sqrt(np.mean(samples**2)) - wanted) < 0.003


def test_long_tone_keeps_its_phase() -> None:
    tail = sine(30 * RATE, f0_hz=3333.3, sampling_rate=RATE)[-100:]
    cycles = 33333 * np.arange(30 * RATE - 100, 30 * RATE) % (10 * RATE) / (10 * RATE)  # in whole numbers
    assert np.abs(tail - np.sin(2 * np.pi * cycles)).max() < 2e-7


@pytest.mark.parametrize("kind", WAVEFORMS)
def test_wrong_arguments_are_named(kind: str) -> None:
    tone = WAVEFORMS[kind]
    assert tone(0, f0_hz=100.0, sampling_rate=RATE).shape == (0,)
    for f0_hz in (0.0, -1.0, 8000.0, float("nan")):
        with pytest.raises(ValueError, match=rf"f0_hz: found {f0_hz}, wanted above 0 and below 8000.0"):
            tone(10, f0_hz=f0_hz, sampling_rate=RATE)
    with pytest.raises(ValueError, match="sampling_rate: found 0"):
        tone(10, f0_hz=100.0, sampling_rate=0)
    with pytest.raises(ValueError, match="frames: found -1"):
        tone(-1, f0_hz=100.0, sampling_rate=RATE)
