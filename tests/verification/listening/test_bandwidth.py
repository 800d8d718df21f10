"""A clip that was brought to its rate from a lower one is told from one that holds nothing up there."""

import numpy as np
import pytest
from scipy.signal import butter, resample_poly, sosfilt

from tests.verification.listening.heard_sounds import RATE, babble, feature, heard_sound, tone, upsampled


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("over", "rate"), [(8000, 16_000), (8000, 44_100), (16_000, 32_000), (16_000, 44_100), (22_050, 44_100)]
)
def test_resampled_upwards(seed, over, rate):
    sound = babble(2.0, seed=seed, rate=rate) + 0.001 * np.random.default_rng(seed).normal(size=2 * rate)
    assert "audio.bandwidth" not in heard_sound(sound, rate=rate).faults
    found = heard_sound(upsampled(sound, over=over, rate=rate), rate=rate)
    assert "audio.bandwidth" in found.faults
    assert 0.8 * over / 2 < feature(found, "bandwidth_hz") < 1.1 * over / 2


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_resampled_by_scipy_which_leaves_images(seed):
    sound = babble(2.0, seed=seed) + 0.001 * np.random.default_rng(0).normal(size=2 * RATE)
    narrow = resample_poly(sound, 1, 2)
    assert "audio.bandwidth" in heard_sound(resample_poly(narrow, 2, 1)).faults


@pytest.mark.parametrize("form", [("FLAC", "PCM_16"), ("WAV", "FLOAT"), ("MP3", "MPEG_LAYER_III")])
def test_in_any_coding(form):
    sound = upsampled(babble(2.0))
    assert list(heard_sound(sound, kind=form[0], subtype=form[1]).faults) == ["audio.bandwidth"]


def steady(f0_hz, *, up_to_hz):
    t = np.arange(2 * RATE) / RATE
    sound = sum(np.sin(2 * np.pi * f0_hz * k * t + k * k) for k in range(1, int(up_to_hz / f0_hz)))
    return 0.3 * sound / np.abs(sound).max()


T = np.arange(2 * RATE) / RATE
NOISE = np.random.default_rng(0).normal(0, 0.1, 2 * RATE)


@pytest.mark.parametrize(
    "sound",
    [
        tone(440),
        tone(3900),
        tone(440, waveform="square"),
        tone(440, waveform="saw"),
        0.3 * np.sin(2 * np.pi * (200 * T + 400 * T**2)),
        0.3 * np.sin(2 * np.pi * (200 * T + 950 * T**2)),
        steady(100, up_to_hz=3990),
        steady(200, up_to_hz=3990),
        steady(200, up_to_hz=3000) + 0.01 * NOISE,
        NOISE,
        np.cumsum(NOISE) * 0.01,
        sosfilt(butter(4, 3000, fs=RATE, output="sos"), NOISE),
        tone(1000) + tone(3000),
    ],
)
def test_a_sound_without_height_is_not_called_resampled(sound):
    assert "audio.bandwidth" not in heard_sound(sound).faults


@pytest.mark.parametrize("level_db", [0, -20, -30])
def test_nor_is_a_soft_one(level_db):
    assert dict(heard_sound(babble() * 10 ** (level_db / 20)).faults) == {}
