from __future__ import annotations

from fractions import Fraction
from math import floor, gcd

import numpy as np
import pytest
import soxr
from hypothesis import example, given, settings
from hypothesis import strategies as st

from probe_signal.resampling import resample, resampled_frames

RATES = (8000, 11025, 16000, 22050, 24000, 44100, 48000, 96000, 192000)
rates = st.sampled_from(RATES)


@given(frames=st.integers(0, 10**10), from_hz=rates, to_hz=rates)
def test_length_rule_is_nearest_with_halves_up(frames: int, from_hz: int, to_hz: int) -> None:
    exact = Fraction(frames * to_hz, from_hz)
    assert resampled_frames(frames, from_hz=from_hz, to_hz=to_hz) == floor(exact + Fraction(1, 2))


@given(frames=st.integers(0, 3000) | st.integers(0, 60_000), from_hz=rates, to_hz=rates)
@example(frames=1, from_hz=48000, to_hz=16000)
@example(frames=1, from_hz=8000, to_hz=192000)
@example(frames=22051, from_hz=22050, to_hz=16000)
@settings(max_examples=250, deadline=None)
def test_result_follows_the_length_rule(frames: int, from_hz: int, to_hz: int) -> None:
    wanted = resampled_frames(frames, from_hz=from_hz, to_hz=to_hz)
    result = resample(np.ones(frames, np.float32), from_hz=from_hz, to_hz=to_hz)
    assert result.shape == (wanted,)
    assert np.isfinite(result).all()


@pytest.mark.parametrize("from_hz", RATES)
@pytest.mark.parametrize("to_hz", RATES)
def test_exact_halves_where_a_float_division_could_fall_on_either_side(from_hz: int, to_hz: int) -> None:
    reduced = from_hz // gcd(from_hz, to_hz)
    frames = reduced // 2 * 33 if reduced % 2 == 0 else reduced * 33
    wanted = resampled_frames(frames, from_hz=from_hz, to_hz=to_hz)
    assert len(resample(np.zeros(frames, np.float32), from_hz=from_hz, to_hz=to_hz)) == wanted


def test_a_frame_that_soxr_loses_is_the_one_it_would_have_made() -> None:
    samples = np.random.default_rng(10).uniform(-1, 1, (80 * 21, 2)).astype(np.float32)
    lost = soxr.resample(samples, 48000, 44100, "HQ")
    longer = soxr.resample(np.concatenate([samples, np.zeros((9, 2), np.float32)]), 48000, 44100, "HQ")
    assert resampled_frames(len(samples), from_hz=48000, to_hz=44100) == len(lost) + 1
    np.testing.assert_array_equal(resample(samples, from_hz=48000, to_hz=44100), longer[: len(lost) + 1])


def test_a_frame_too_many_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soxr, "resample", lambda *_: np.arange(4, dtype=np.float32))
    assert resample(np.ones(4, np.float32), from_hz=16000, to_hz=8000).tolist() == [0.0, 1.0]


def test_equal_rates_give_the_same_array() -> None:
    samples = np.zeros(10, np.float64)
    assert resample(samples, from_hz=16000, to_hz=16000) is samples


def test_tone_in_the_passband_survives_and_one_above_nyquist_does_not() -> None:
    time_s = np.arange(44100) / 44100
    for f0_hz, level, error in ((1000.0, 1.0, 1e-5), (7000.0, 1.0, 1e-3), (9000.0, 0.0, 1e-5)):
        tone = np.sin(2 * np.pi * f0_hz * time_s).astype(np.float32)
        middle = resample(tone, from_hz=44100, to_hz=16000)[2000:-2000]
        wanted = level * np.sin(2 * np.pi * f0_hz * np.arange(16000) / 16000)[2000:-2000]
        assert np.abs(middle - wanted).max() < error  # -100, -60 and -100 dB


def test_channels_are_converted_apart_and_any_layout_is_the_same() -> None:
    stereo = np.random.default_rng(3).uniform(-1, 1, (4000, 2))
    result = resample(stereo, from_hz=22050, to_hz=16000)
    assert result.shape == (resampled_frames(4000, from_hz=22050, to_hz=16000), 2)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, resample(np.asfortranarray(stereo), from_hz=22050, to_hz=16000))
    for channel in (0, 1):
        alone = resample(stereo[:, channel], from_hz=22050, to_hz=16000)
        np.testing.assert_allclose(result[:, channel], alone, atol=1e-6)


def test_same_bytes_whatever_ran_before() -> None:
    samples = np.random.default_rng(4).uniform(-1, 1, 5000).astype(np.float32)
    first = resample(samples, from_hz=44100, to_hz=16000)
    resample(samples[::-1], from_hz=48000, to_hz=8000)
    np.testing.assert_array_equal(first, resample(samples, from_hz=44100, to_hz=16000))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"from_hz": 0, "to_hz": 16000}, "from_hz: found 0, wanted a finite number above 0"),
        ({"from_hz": 16000, "to_hz": -1}, "to_hz: found -1, wanted a finite number above 0"),
    ],
)
def test_wrong_rates_are_named(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        resample(np.zeros(4, np.float32), **options)
    with pytest.raises(ValueError, match=message):
        resampled_frames(4, **options)


def test_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="frames: found -1, wanted 0 or more"):
        resampled_frames(-1, from_hz=8000, to_hz=16000)
