"""What a feature says, by sounds that have it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.listening.heard_sounds import RATE, babble, encoded, feature, heard_sound, tone
from verification.listening.facts import FAMILIES, FEATURES


def noise(seconds=4.0, *, level_dbfs=-20.0, rate=RATE, seed=0):
    return 10 ** (level_dbfs / 20) * np.random.default_rng(seed).normal(size=round(seconds * rate))


def test_there_is_one_number_for_each_feature():
    facts = heard_sound(babble())
    assert len(facts.features) == len(FEATURES) == sum(map(len, FAMILIES.values()))
    assert feature(facts, "duration_s") == 2.0
    assert (feature(facts, "sampling_rate"), feature(facts, "channels")) == (RATE, 1)
    assert feature(facts, "bytes_per_s") == pytest.approx(len(encoded(babble())) / 2)


def test_levels_of_a_sine():
    facts = heard_sound(np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE) * 0.5)
    assert feature(facts, "peak_dbfs") == pytest.approx(-6.02, abs=0.01)
    assert feature(facts, "rms_dbfs") == pytest.approx(-9.03, abs=0.01)
    assert feature(facts, "crest_db") == pytest.approx(3.01, abs=0.01)


def test_edges():
    sound = np.concatenate((np.zeros(4800), tone(440), np.zeros(8000))) + noise(1.8, level_dbfs=-80)
    facts = heard_sound(sound)
    assert feature(facts, "leading_silence_s") == pytest.approx(0.3, abs=0.011)
    assert feature(facts, "trailing_silence_s") == pytest.approx(0.5, abs=0.011)
    for name in ("leading_silence_s", "trailing_silence_s"):
        assert feature(heard_sound(sound + 0.05), name) == pytest.approx(feature(facts, name), abs=0.011)


@pytest.mark.parametrize("floor_dbfs", [-40.0, -60.0, -80.0])
def test_the_noise_floor_is_that_of_the_pauses(floor_dbfs):
    sound = noise(4.0, level_dbfs=floor_dbfs)
    sound[: 2 * RATE] += tone(440, 2.0)
    found = feature(heard_sound(sound), "noise_floor_dbfs")
    assert found == pytest.approx(floor_dbfs, abs=1.5)
    assert feature(heard_sound(sound + 0.05), "noise_floor_dbfs") == pytest.approx(found, abs=0.5)


def test_digital_silence_is_not_the_silence_of_a_converter():
    gap = np.concatenate((tone(440), np.zeros(RATE)))
    dithered = gap + np.random.default_rng(0).uniform(-1, 1, len(gap)) * 2**-15
    assert feature(heard_sound(gap), "noise_floor_dbfs") == -120.0
    assert feature(heard_sound(dithered), "noise_floor_dbfs") == pytest.approx(-95, abs=3)


def test_dc_offset():
    assert feature(heard_sound(babble() + 0.02), "dc_offset") == pytest.approx(0.02, abs=0.0005)


def test_white_noise_is_flat():
    facts = heard_sound(noise())
    assert feature(facts, "flatness_db") == pytest.approx(0.0, abs=0.3)
    assert feature(facts, "tilt_db_per_octave") == pytest.approx(0.0, abs=0.3)
    assert feature(facts, "centroid_hz") == pytest.approx(4000, rel=0.02)
    assert feature(facts, "bandwidth_hz") == 8000.0
    for centre_hz in (250, 500, 1000, 2000):  # each octave is twice as wide as the one below
        assert feature(facts, f"band_{centre_hz}_hz_db") == pytest.approx(-3.01, abs=0.4)


def test_pink_noise_falls_by_three_decibels_an_octave():
    spectrum = np.fft.rfft(noise(8.0))
    pink = np.fft.irfft(spectrum / np.sqrt(np.arange(1, len(spectrum) + 1)))
    facts = heard_sound(0.2 * pink / np.abs(pink).max())
    assert feature(facts, "tilt_db_per_octave") == pytest.approx(-3.01, abs=0.3)


def test_a_tone_is_where_it_is():
    facts = heard_sound(tone(1000, 2.0))
    assert feature(facts, "centroid_hz") == pytest.approx(1000, rel=0.01)
    assert feature(facts, "band_1000_hz_db") > 60.0
    assert feature(facts, "band_500_hz_db") < -60.0
    assert feature(facts, "flatness_db") < -30


def test_bands_above_the_nyquist_frequency_cannot_be_measured():
    facts = heard_sound(babble(rate=4000), rate=4000)
    assert np.isnan(feature(facts, "band_2000_hz_db"))
    assert np.isfinite(feature(facts, "band_500_hz_db"))


@settings(max_examples=20, deadline=None)
@given(gain_db=st.floats(-30.0, 6.0), seed=st.integers(0, 50))
def test_gain_moves_the_levels_and_nothing_else(gain_db, seed):
    sound = babble(1.0, seed=seed)
    plain = heard_sound(sound, subtype="FLOAT")
    changed = heard_sound(sound * 10 ** (gain_db / 20), subtype="FLOAT")
    moved = changed.features - plain.features
    for name, value in zip(FEATURES, moved, strict=True):
        wanted = gain_db if name in ("rms_dbfs", "peak_dbfs", "noise_floor_dbfs") else 0.0
        # The offset moves with the gain, and what lies below the rounding of 16 bits does not count as bandwidth.
        if name not in ("dc_offset", "centroid_hz", "bandwidth_hz"):
            assert value == pytest.approx(wanted, abs=0.02), name


def test_the_same_clip_has_the_same_features_at_another_rate():
    import soxr

    sound = babble(3.0)
    low = heard_sound(sound)
    high = heard_sound(soxr.resample(sound, RATE, 48_000), rate=48_000)
    for name in ("rms_dbfs", "noise_floor_dbfs", "band_1000_hz_db", "band_250_hz_db"):
        assert feature(high, name) == pytest.approx(feature(low, name), abs=0.5)
    assert feature(high, "centroid_hz") == pytest.approx(feature(low, "centroid_hz"), rel=0.02)
