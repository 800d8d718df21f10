from __future__ import annotations

import numpy as np
import pytest

from probe_signal.f0 import F0Track, median_f0_hz, share_in_band, track_f0
from probe_signal.noise import white_noise
from probe_signal.tones import sine, triangle

RATES = (8000, 11025, 16000, 22050, 44100, 48000, 192000)


def glide(sampling_rate: int, *, start_hz: float, stop_hz: float, duration_s: float = 1.0) -> np.ndarray:
    """A voice-like tone (harmonics falling as 1/k) whose F0 goes in a straight line."""
    time_s = np.arange(round(duration_s * sampling_rate)) / sampling_rate
    phase = 2 * np.pi * (start_hz * time_s + (stop_hz - start_hz) * time_s**2 / (2 * duration_s))
    return 0.1 * sum(np.sin(k * phase) / k for k in range(1, 9))


@pytest.mark.parametrize("sampling_rate", RATES)
@pytest.mark.parametrize("f0_hz", [70.0, 110.0, 215.0, 330.0])
def test_steady_voice_at_its_true_rate(sampling_rate: int, f0_hz: float) -> None:
    track = track_f0(glide(sampling_rate, start_hz=f0_hz, stop_hz=f0_hz), sampling_rate=sampling_rate)
    assert track.voiced.mean() > 0.9
    assert abs(median_f0_hz(track.f0_hz) - f0_hz) < 0.1


@pytest.mark.parametrize("kind", ["saw", "pulses"])
def test_perfectly_steady_tones_are_not_taken_for_a_third_of_their_f0(kind: str) -> None:
    time_s = np.arange(16000) / 16000
    for f0_hz in range(80, 330, 10):
        harmonics = np.arange(1, 7900 // f0_hz + 1)
        weights = 1 / harmonics if kind == "saw" else np.full(len(harmonics), 0.2)
        tone = 0.1 * weights @ np.cos(2 * np.pi * f0_hz * harmonics[:, None] * time_s)
        assert abs(median_f0_hz(track_f0(tone, sampling_rate=16000).f0_hz) - f0_hz) < 0.5, f0_hz


def test_pure_tone_is_found() -> None:
    for f0_hz in (100.0, 200.0, 390.0):
        track = track_f0(sine(16000, f0_hz=f0_hz, sampling_rate=16000), sampling_rate=16000)
        assert abs(median_f0_hz(track.f0_hz) - f0_hz) < 1.0


def test_glide_is_followed_in_time() -> None:
    track = track_f0(glide(16000, start_hz=100.0, stop_hz=200.0, duration_s=2.0), sampling_rate=16000)
    assert np.diff(track.times_s) == pytest.approx(0.01)
    inner = track.voiced & (track.times_s > 0.1) & (track.times_s < 1.9)
    assert inner.sum() > 160
    assert np.abs(track.f0_hz[inner] - (100.0 + 50.0 * track.times_s[inner])).max() < 1.0


def test_noise_has_no_pitch() -> None:
    noise = white_noise(32000, generator=np.random.default_rng(9))
    assert track_f0(noise, sampling_rate=16000).voiced.mean() < 0.1


@pytest.mark.parametrize(
    ("samples", "frames"),
    [
        (np.zeros(0, np.float32), 0),
        (np.ones(1, np.float32), 1),
        (np.ones(2), 1),
        (np.zeros(16000, np.float32), 101),
        (np.ones(16000, np.float32), 101),
        (np.full(16000, 1e-300), 101),
        (np.eye(1, 16000, 8000)[0], 101),
    ],
    ids=["empty", "one frame", "two frames", "silence", "constant", "denormal", "click"],
)
def test_sounds_without_pitch(samples: np.ndarray, frames: int) -> None:
    track = track_f0(samples, sampling_rate=16000)
    assert track.f0_hz.shape == track.times_s.shape == (frames,)
    assert not track.voiced.any()
    assert np.isfinite(track.f0_hz).all()
    assert median_f0_hz(track.f0_hz) == 0.0


def test_any_layout_gives_the_same_track() -> None:
    voice = glide(16000, start_hz=120.0, stop_hz=180.0).astype(np.float32)
    wanted = track_f0(voice, sampling_rate=16000).f0_hz
    layouts = (
        voice.astype(np.float64),
        np.repeat(voice, 2)[::2],
        np.stack([voice, voice], axis=1)[:, 1],
        voice[::-1].copy()[::-1],
    )
    for layout in layouts:
        np.testing.assert_array_equal(track_f0(layout, sampling_rate=16000).f0_hz, wanted)


def test_same_track_whatever_ran_before() -> None:
    voices = [glide(16000, start_hz=low, stop_hz=low * 1.5, duration_s=0.4) for low in (90.0, 140.0, 200.0)]
    first = [track_f0(voice, sampling_rate=16000).f0_hz for voice in voices]
    for order in ((2, 1, 0), (1, 1, 2), (0, 2, 1)):
        for index in order:
            np.testing.assert_array_equal(track_f0(voices[index], sampling_rate=16000).f0_hz, first[index])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    samples = np.zeros(1000, np.float32)
    samples[500] = bad
    with pytest.raises(ValueError, match="samples: found NaN or infinity, wanted finite values"):
        track_f0(samples, sampling_rate=16000)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sampling_rate": 0}, "sampling_rate: found 0"),
        ({"sampling_rate": 600}, r"found 60.0 and 400.0, wanted 0 < floor < ceiling < 300.0"),
        ({"sampling_rate": 8000, "decimated_hz": 500}, r"wanted 0 < floor < ceiling < 333.3"),
        ({"sampling_rate": 16000, "floor_hz": 500.0}, "found 500.0 and 400.0"),
        ({"sampling_rate": 16000, "frame_period_ms": 0.0}, "frame_period_ms: found 0.0"),
    ],
)
def test_wrong_options_are_named(options: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        track_f0(np.zeros(1000, np.float32), **options)


def test_stereo_is_refused() -> None:
    with pytest.raises(ValueError, match=r"samples: found shape \(100, 2\), wanted \(frames,\)"):
        track_f0(np.zeros((100, 2), np.float32), sampling_rate=16000)


def test_share_counts_voiced_frames_only() -> None:
    f0_hz = np.array([0.0, np.nan, 80.0, 100.0, 150.0, 200.0, 0.0])
    assert share_in_band(f0_hz, low_hz=80.0, high_hz=150.0) == 1 / 4
    assert share_in_band(f0_hz, low_hz=80.0, high_hz=150.0, closed=True) == 3 / 4
    assert share_in_band(f0_hz, low_hz=300.0, high_hz=400.0) == 0.0
    assert median_f0_hz(f0_hz) == 125.0


@pytest.mark.parametrize("f0_hz", [np.zeros(0), np.zeros(5), np.full(5, np.nan)])
def test_share_and_median_of_nothing_voiced(f0_hz: np.ndarray) -> None:
    assert share_in_band(f0_hz, low_hz=80.0, high_hz=150.0) == 0.0
    assert median_f0_hz(f0_hz) == 0.0


def test_empty_band_is_refused() -> None:
    with pytest.raises(ValueError, match=r"band: found 150.0 to 80.0 Hz, wanted low_hz below high_hz"):
        share_in_band(np.ones(3), low_hz=150.0, high_hz=80.0)


def test_track_cannot_be_changed() -> None:
    track = F0Track(times_s=np.array([0.0, 0.01]), f0_hz=np.array([0.0, 120.0]))
    assert track.voiced.tolist() == [False, True]
    with pytest.raises(AttributeError):
        track.f0_hz = np.zeros(2)


def test_wide_search_keeps_a_pitch_outside_the_band_outside() -> None:
    tone = triangle(16000, f0_hz=165.0, sampling_rate=16000)
    f0_hz = track_f0(tone, sampling_rate=16000).f0_hz
    assert share_in_band(f0_hz, low_hz=80.0, high_hz=150.0) == 0.0
    assert share_in_band(f0_hz, low_hz=180.0, high_hz=250.0) == 0.0
