from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal.levels import (
    SILENCE_FLOOR_DBFS,
    dbfs,
    fitted_slope,
    peak,
    rms,
    scale_to_rms,
    window_levels_dbfs,
)
from probe_signal.quantise import to_pcm16

RATE = 16000


def voice_like(frames: int, seed: int = 8) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-0.5, 0.5, frames).astype(np.float32)


def test_rms_and_peak_of_a_full_scale_sine() -> None:
    tone = np.sin(2 * np.pi * 100 * np.arange(RATE) / RATE)
    for samples in (tone, tone.astype(np.float32), to_pcm16(tone)[0]):
        assert abs(dbfs(rms(samples)) + 3.0103) < 0.001
        assert abs(dbfs(peak(samples))) < 0.001


def test_rms_and_peak_of_the_lowest_16_bit_value() -> None:
    samples = np.full(10, -32768, np.int16)
    assert rms(samples) == 1.0
    assert peak(samples) == 1.0


def test_rms_per_channel() -> None:
    stereo = np.stack([voice_like(5000), np.zeros(5000, np.float32)], axis=1)
    for samples in (stereo, to_pcm16(stereo)[0]):
        left, right = rms(samples)
        assert abs(left - 0.5 / 3**0.5) < 0.01
        assert right == 0.0
    assert rms(stereo)[0] == rms(stereo[:, 0])


@given(frames=st.integers(1, 30_000), seed=st.integers(0, 99))
def test_rms_is_as_good_as_in_float64(frames: int, seed: int) -> None:
    samples = voice_like(frames, seed)
    wanted = math.sqrt(np.mean(samples.astype(np.float64) ** 2))
    assert rms(samples) == pytest.approx(wanted, rel=1e-6)


def test_levels_of_nothing() -> None:
    assert rms(np.zeros(0, np.float32)) == 0.0
    assert rms(np.zeros((0, 2), np.float32)).tolist() == [0.0, 0.0]
    assert peak(np.zeros(0, np.int16)) == 0.0


def test_dbfs() -> None:
    assert dbfs(0.0) == -math.inf
    assert dbfs(1.0) == 0.0
    assert dbfs(0.1) == pytest.approx(-20.0)
    for bad in (-0.1, math.nan):
        with pytest.raises(ValueError, match=r"amplitude: found .*, wanted 0 or more"):
            dbfs(bad)


@given(level_dbfs=st.floats(-80.0, 0.0), channels=st.sampled_from([None, 1, 2]))
def test_scaled_sound_has_the_level_wanted(level_dbfs: float, channels: int | None) -> None:
    samples = voice_like(4000) if channels is None else voice_like(4000).reshape(-1, channels)
    scaled = scale_to_rms(samples, level_dbfs=level_dbfs)
    assert scaled.dtype == np.float32
    assert scaled.shape == samples.shape
    assert abs(dbfs(rms(scaled.reshape(-1))) - level_dbfs) < 1e-5


def test_what_cannot_be_scaled_is_refused() -> None:
    for samples in (np.zeros(100, np.float32), np.zeros(0, np.float32), np.full(3, np.nan, np.float32)):
        with pytest.raises(ValueError, match=r"RMS of samples: found .*, wanted a finite number above 0"):
            scale_to_rms(samples, level_dbfs=-20.0)
    with pytest.raises(ValueError, match="level_dbfs: found inf"):
        scale_to_rms(np.ones(3, np.float32), level_dbfs=math.inf)


@given(frames=st.integers(20, 20_000), windows=st.integers(1, 20), pcm=st.booleans(), stereo=st.booleans())
def test_window_levels_against_the_definition(frames: int, windows: int, pcm: bool, stereo: bool) -> None:
    samples = voice_like(frames * 2).reshape(-1, 2) if stereo else voice_like(frames)
    measured = to_pcm16(samples)[0] if pcm else samples
    levels = window_levels_dbfs(measured, windows=windows)
    exact = measured.astype(np.float64) / (32768 if pcm else 1)
    length = frames // windows
    for window, level in enumerate(levels):
        power = np.mean(exact[window * length : (window + 1) * length] ** 2)
        assert level == pytest.approx(max(10 * math.log10(power), SILENCE_FLOOR_DBFS), abs=1e-4)


def test_silent_windows_are_put_at_the_floor() -> None:
    samples = np.zeros(1000, np.int16)
    samples[500:] = 16384
    levels = window_levels_dbfs(samples, windows=2)
    assert levels.tolist() == pytest.approx([SILENCE_FLOOR_DBFS, -6.0206], abs=1e-4)


def level_slope(samples: np.ndarray) -> float:
    """In dB per second, over 20 windows."""
    return fitted_slope(window_levels_dbfs(samples, windows=20), step=len(samples) // 20 / RATE)


def test_weights_decide_which_values_count() -> None:
    values, weights = np.array([0.0, 1.0, 2.0, 50.0]), np.array([1.0, 1.0, 1.0, 0.0])
    assert fitted_slope(values, step=0.5, weights=weights) == pytest.approx(2.0)


@given(slope=st.floats(-20.0, 20.0), seconds=st.floats(0.5, 3.0))
def test_slope_of_an_exponential_ramp_is_its_rate(slope: float, seconds: float) -> None:
    time_s = np.arange(round(seconds * RATE)) / RATE
    tone = 0.01 * np.sin(2 * np.pi * 1000 * time_s) * 10 ** (slope * (time_s - seconds / 2) / 20)
    assert level_slope(tone) == pytest.approx(slope, abs=0.1)


def test_slope_of_a_linear_ramp_has_its_sign_and_turns_with_the_sound() -> None:
    ramp = (voice_like(RATE * 2) * np.linspace(0, 1, RATE * 2)).astype(np.float32)
    up = level_slope(to_pcm16(ramp)[0])
    down = level_slope(to_pcm16(ramp[::-1])[0])
    assert up > 5.0
    assert up == pytest.approx(-down, abs=0.01)
    assert abs(level_slope(np.zeros(RATE, np.int16))) < 1e-12


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"windows: found 20, wanted 1 to the number of frames \(19\)"):
        window_levels_dbfs(np.zeros(19, np.float32), windows=20)
    with pytest.raises(ValueError, match="values: found 1, wanted at least 2"):
        fitted_slope(np.zeros(1), step=1.0)
    with pytest.raises(ValueError, match="samples: found NaN or infinity"):
        window_levels_dbfs(np.full(10, np.nan, np.float32), windows=2)
    with pytest.raises(ValueError, match="samples: found int32, wanted float32 or float64 or int16"):
        peak(np.zeros(3, np.int32))
