from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from probe_signal.f0 import median_f0_hz, share_in_band, track_f0
from probe_signal.levels import rms
from probe_signal.resynthesis import analyse_world, resynthesise, set_f0

RATE = 16000


def voice(f0_hz: float, *, duration_s: float = 1.5, sampling_rate: int = RATE, seed: int = 0) -> np.ndarray:
    """A vowel with vibrato (5 Hz, +-3 %), formants near 700 and 1200 Hz, breath, and a pause in the middle."""
    time_s = np.arange(round(duration_s * sampling_rate)) / sampling_rate
    phase = 2 * np.pi * f0_hz * (time_s - 0.03 / (2 * np.pi * 5.0) * np.cos(2 * np.pi * 5.0 * time_s))
    vowel = np.zeros_like(time_s)
    for k in range(1, int(4000 / f0_hz)):
        formants = sum(1 / (1 + ((k * f0_hz - centre) / 120.0) ** 2) for centre in (700.0, 1200.0))
        vowel += (0.2 / k + formants) * np.sin(k * phase)
    vowel *= np.abs(time_s - duration_s / 2) > 0.1
    breath = np.random.default_rng(seed).uniform(-1, 1, len(time_s))
    return (0.1 * vowel + 0.0005 * breath).astype(np.float32)


@pytest.mark.parametrize("f0_hz", [110.0, 205.0])
@pytest.mark.parametrize("target_hz", [115.0, 215.0])
def test_median_length_and_level(f0_hz: float, target_hz: float) -> None:
    samples = voice(f0_hz, duration_s=3.0)
    result = set_f0(samples, sampling_rate=RATE, target_median_hz=target_hz)
    assert result.dtype == np.float32
    assert result.shape == samples.shape
    assert np.isfinite(result).all()
    assert rms(result) == pytest.approx(rms(samples), rel=1e-6)
    track = track_f0(result, sampling_rate=RATE)
    assert abs(median_f0_hz(track.f0_hz) - target_hz) < 0.5
    assert track.voiced.mean() == pytest.approx(track_f0(samples, sampling_rate=RATE).voiced.mean(), abs=0.08)


def test_contour_is_scaled_about_the_median() -> None:
    samples = voice(120.0)

    def spread_cents(contour_scale: float) -> float:
        moved = set_f0(samples, sampling_rate=RATE, target_median_hz=200.0, contour_scale=contour_scale)
        track = track_f0(moved, sampling_rate=RATE)
        quartiles = np.percentile(track.f0_hz[track.voiced], [25, 75])
        return float(1200 * np.log2(quartiles[1] / quartiles[0]))

    whole, half, none = spread_cents(1.0), spread_cents(0.5), spread_cents(0.0)
    assert whole == pytest.approx(2 * 1200 * np.log2(1.03) / 2**0.5, rel=0.1)  # a sine's quartiles
    assert half == pytest.approx(whole / 2, rel=0.1)
    assert none < whole / 20


def test_minimal_pair_from_one_analysis() -> None:
    samples = voice(150.0)
    analysis = analyse_world(samples, sampling_rate=RATE)
    low = resynthesise(analysis, target_median_hz=115.0)
    high = resynthesise(analysis, target_median_hz=215.0, contour_scale=1.0, frames=len(samples))
    assert len(low) == len(high) == len(samples)
    assert share_in_band(track_f0(low, sampling_rate=RATE).f0_hz, low_hz=80.0, high_hz=150.0) > 0.95
    assert share_in_band(track_f0(high, sampling_rate=RATE).f0_hz, low_hz=180.0, high_hz=250.0) > 0.95
    np.testing.assert_array_equal(low, set_f0(samples, sampling_rate=RATE, target_median_hz=115.0))


@pytest.mark.parametrize("frames", [8000, 30000])
def test_other_length_is_met(frames: int) -> None:
    samples = voice(150.0)
    result = resynthesise(analyse_world(samples, sampling_rate=RATE), target_median_hz=200.0, frames=frames)
    assert result.shape == (frames,)
    assert rms(result) == pytest.approx(rms(samples), rel=1e-6)


@pytest.mark.parametrize("sampling_rate", [22050, 44100, 48000])
def test_other_sampling_rates(sampling_rate: int) -> None:
    samples = voice(130.0, duration_s=0.8, sampling_rate=sampling_rate)
    result = set_f0(samples, sampling_rate=sampling_rate, target_median_hz=210.0)
    assert result.shape == samples.shape
    assert abs(median_f0_hz(track_f0(result, sampling_rate=sampling_rate).f0_hz) - 210.0) < 0.5


def test_same_bytes_whatever_ran_before_and_beside() -> None:
    """WORLD draws noise in three places: it must neither carry state from call to call nor share it."""
    voices = [voice(f0_hz, duration_s=0.6, seed=seed) for seed, f0_hz in enumerate((100.0, 160.0, 230.0))]

    def bytes_of(index: int) -> tuple[bytes, ...]:
        analysis = analyse_world(voices[index], sampling_rate=RATE)
        moved = resynthesise(analysis, target_median_hz=180.0, contour_scale=0.7)
        return tuple(part.tobytes() for part in (analysis.envelope, analysis.aperiodicity, moved))

    first = [bytes_of(index) for index in range(3)]
    assert len({moved for *_, moved in first}) == 3
    orders = [2, 1, 0, 0, 2, 2, 1]
    assert [bytes_of(index) for index in orders] == [first[index] for index in orders]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(bytes_of, orders)) == [first[index] for index in orders]


def test_same_bytes_whatever_lay_in_memory_before() -> None:
    """glibc fills fresh memory with the byte asked for: a value read before it is written would show."""
    code = (
        "import hashlib, numpy as np\n"
        "from probe_signal.f0 import track_f0\n"
        "from probe_signal.resynthesis import analyse_world, resynthesise\n"
        "digest = hashlib.sha256()\n"
        "for rate in (8000, 11025, 16000, 22050, 44100):\n"
        "    phase = np.cumsum(2 * np.pi * 130 / rate * (1 + 0.03 * np.sin(np.arange(rate // 2) / rate * 31)))\n"
        "    voice = 0.1 * sum(np.sin(k * phase) / k for k in range(1, 9))\n"
        "    for frames in (1, 50, 1000, rate // 2):\n"
        "        digest.update(track_f0(voice[:frames], sampling_rate=rate).f0_hz.tobytes())\n"
        "    if rate >= 16000:\n"
        "        analysis = analyse_world(voice, sampling_rate=rate)\n"
        "        digest.update(resynthesise(analysis, target_median_hz=210.0).tobytes())\n"
        "print(digest.hexdigest())\n"
    )
    digests = set()
    for byte in ("0", "1", "170"):
        environment = {**os.environ, "MALLOC_PERTURB_": byte}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        digests.add(done.stdout)
    assert len(digests) == 1


def test_rates_at_which_d4c_reads_what_it_never_wrote_are_refused() -> None:
    for sampling_rate in (8000, 11025):
        with pytest.raises(ValueError, match=f"sampling_rate: found {sampling_rate}, wanted 16000 or more"):
            set_f0(voice(130.0, sampling_rate=sampling_rate), sampling_rate=sampling_rate, target_median_hz=200.0)


def test_stages_interleaved_between_sounds_do_not_mix() -> None:
    one, other = voice(110.0, duration_s=0.5), voice(220.0, duration_s=0.7, seed=1)
    alone = [set_f0(samples, sampling_rate=RATE, target_median_hz=150.0) for samples in (one, other)]
    first = analyse_world(one, sampling_rate=RATE)
    second = analyse_world(other, sampling_rate=RATE)
    np.testing.assert_array_equal(resynthesise(second, target_median_hz=150.0), alone[1])
    np.testing.assert_array_equal(resynthesise(first, target_median_hz=150.0), alone[0])


@pytest.mark.parametrize(
    "samples", [np.zeros(0, np.float32), np.ones(1, np.float32), np.zeros(8000, np.float32)], ids=len
)
def test_sound_without_voice_is_refused(samples: np.ndarray) -> None:
    with pytest.raises(ValueError, match="samples: found no voiced frame, wanted a voice"):
        set_f0(samples, sampling_rate=RATE, target_median_hz=200.0)


def test_wrong_arguments_are_named() -> None:
    analysis = analyse_world(voice(120.0, duration_s=0.5), sampling_rate=RATE)
    with pytest.raises(ValueError, match=r"target_median_hz: found 0.0, wanted a finite number above 0"):
        resynthesise(analysis, target_median_hz=0.0)
    with pytest.raises(ValueError, match=r"contour_scale: found -1.0, wanted 0 or more"):
        resynthesise(analysis, target_median_hz=200.0, contour_scale=-1.0)
    with pytest.raises(ValueError, match=r"new F0: found .* Hz, wanted above 16.6 and below 8000.0 Hz"):
        resynthesise(analysis, target_median_hz=7990.0)
    with pytest.raises(ValueError, match="samples: found NaN or infinity"):
        analyse_world(np.full(1000, np.nan), sampling_rate=RATE)
