"""Two sounds mixed have the ratio that was asked for, and a stretch that wraps has the samples it must have."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal.mixing import snr_gains, wrapped

RATIOS_DB = st.floats(-30.0, 40.0)
LEVELS_DBFS = st.floats(-60.0, -12.0)


def decibels(power):
    return 10.0 * math.log10(power)


@given(ratio_db=RATIOS_DB, level_dbfs=LEVELS_DBFS, powers_db=st.tuples(st.floats(-70.0, 0.0), st.floats(-70.0, 0.0)))
def test_powers_have_the_ratio_and_the_level(ratio_db, level_dbfs, powers_db):
    speech_power, noise_power = (10.0 ** (power_db / 10.0) for power_db in powers_db)
    speech, noise = snr_gains(
        speech_power=speech_power, noise_power=noise_power, snr_db=ratio_db, level_dbfs=level_dbfs
    )
    assert decibels(speech**2 * speech_power) - decibels(noise**2 * noise_power) == pytest.approx(ratio_db, abs=1e-9)
    assert decibels(speech**2 * speech_power + noise**2 * noise_power) == pytest.approx(level_dbfs, abs=1e-9)


@given(ratio_db=st.floats(-20.0, 20.0), level_dbfs=st.floats(-40.0, -20.0), seed=st.integers(0, 999))
def test_sounds_of_32_bits_have_the_ratio_within_a_hundredth_of_a_decibel(ratio_db, level_dbfs, seed):
    generator = np.random.default_rng(seed)
    sounds = [generator.normal(0.0, scale, 16_000).astype(np.float32) for scale in generator.uniform(0.001, 0.3, 2)]
    powers = [float(np.mean(np.square(sound, dtype=np.float64))) for sound in sounds]
    gains = snr_gains(speech_power=powers[0], noise_power=powers[1], snr_db=ratio_db, level_dbfs=level_dbfs)
    speech, noise = ((sound * np.float32(gain)).astype(np.float64) for sound, gain in zip(sounds, gains, strict=True))
    assert decibels(np.mean(speech**2)) - decibels(np.mean(noise**2)) == pytest.approx(ratio_db, abs=0.01)
    assert decibels(np.mean((speech + noise) ** 2)) == pytest.approx(level_dbfs, abs=0.3)  # nearly uncorrelated


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"speech_power": 0.0}, "speech_power: found 0.0, wanted a finite number above 0"),
        ({"noise_power": -1.0}, "noise_power: found -1.0"),
        ({"noise_power": math.nan}, "noise_power: found nan"),
        ({"speech_power": math.inf}, "speech_power: found inf"),
        ({"snr_db": math.inf}, "snr_db: found inf, wanted a finite number"),
        ({"level_dbfs": math.nan}, "level_dbfs: found nan"),
    ],
)
def test_what_cannot_be_mixed_is_named(changes, named):
    with pytest.raises(ValueError, match=named):
        snr_gains(**{"speech_power": 0.1, "noise_power": 0.1, "snr_db": 0.0, "level_dbfs": -20.0, **changes})


@given(length=st.integers(1, 50), frames=st.integers(1, 300), data=st.data())
def test_a_stretch_goes_on_from_the_beginning(length, frames, data):
    sound = np.arange(length, dtype=np.float32)
    start = data.draw(st.integers(0, length - 1))
    stretch = wrapped(sound, start_frame=start, frames=frames)
    assert stretch.tolist() == [(start + place) % length for place in range(frames)]
    assert stretch.dtype == np.float32


@pytest.mark.parametrize(
    ("sound", "start", "frames", "named"),
    [
        (np.zeros(0, np.float32), 0, 1, "start_frame: found 0"),
        (np.zeros(5, np.float32), 5, 1, "start_frame: found 5, wanted 0 to 4"),
        (np.zeros(5, np.float32), -1, 1, "start_frame: found -1"),
        (np.zeros(5, np.float32), 0, 0, "frames: found 0, wanted 1 or more"),
        (np.zeros((5, 2), np.float32), 0, 1, r"shape \(5, 2\)"),
        (np.zeros(5, np.int16), 0, 1, "int16"),
    ],
)
def test_what_cannot_be_wrapped_is_named(sound, start, frames, named):
    with pytest.raises(ValueError, match=named):
        wrapped(sound, start_frame=start, frames=frames)
