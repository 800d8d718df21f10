"""Signal-to-noise ratio: by the stems to half a decibel, by the clip alone for gross errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.sounds import syllables
from tests.verification.truth.judged import entry, judged, sound, speech, verdict
from verification.truth.alignment import delay_s, unmix
from verification.truth.registry import property_named

OPTIONS = ("zero", "five", "ten", "fifteen", "clean")


def mixed(snr_db, *, seed=0, gain=1.0, stems=("clean", "noise"), seconds=4.0, cut=0):
    clean = speech(seconds, seed=seed)
    noise = np.random.default_rng(100 + seed).normal(size=len(clean))
    noise *= np.sqrt(np.mean(clean**2) / np.mean(noise**2)) * 10 ** (-snr_db / 20)
    parts = {"clean": 0.3 * clean, "noise": 0.3 * noise}
    mix = gain * (parts["clean"] + parts["noise"])
    given_stems = {name: sound(parts[name]) for name in stems}
    return sound(mix[cut:], **given_stems)


@settings(max_examples=25, deadline=None)
@given(st.floats(-10, 30), st.floats(0.2, 1.0), st.integers(0, 5))
def test_with_both_stems_the_ratio_is_exact_at_any_gain(snr_db, gain, seed):
    assert unmix(mixed(snr_db, gain=gain, seed=seed)).snr_db == pytest.approx(snr_db, abs=0.05)


@settings(max_examples=25, deadline=None)
@given(st.floats(-5, 30), st.floats(0.2, 1.0), st.integers(0, 5))
def test_with_the_clean_stem_alone_it_is_within_a_third_of_a_decibel(snr_db, gain, seed):
    assert unmix(mixed(snr_db, gain=gain, seed=seed, stems=("clean",))).snr_db == pytest.approx(snr_db, abs=0.3)


def test_a_noise_stem_that_is_not_laid_on_the_clip_is_left_aside():
    whole = mixed(10.0)
    moved = {**whole.stems, "noise": sound(np.roll(whole.stems["noise"].mono, 4000))}
    clip = sound(whole.mono, **moved)
    assert unmix(clip).snr_db == pytest.approx(10.0, abs=0.3)


def test_without_a_stem_at_its_place_there_is_no_exact_ratio():
    assert unmix(mixed(10.0, stems=())) is None
    assert unmix(mixed(10.0, stems=("noise",))) is None
    assert unmix(mixed(10.0, stems=("clean",), cut=80)) is None
    half = sound(mixed(10.0).stems["clean"].mono[::2], rate=8000)
    assert unmix(sound(mixed(10.0).mono, clean=half)) is None


@pytest.mark.parametrize("stems", [("clean", "noise"), ("clean",)])
@pytest.mark.parametrize("off_db", [1.0, -1.0])
def test_a_declared_ratio_that_is_off_by_one_decibel_is_found_and_one_that_is_right_is_not(stems, off_db):
    right, off = mixed(10.0, stems=stems), mixed(10.0 + off_db, stems=stems)
    for row in (entry("noisy", snr_db=10.0), entry("ten", options=OPTIONS), entry("10 dB", snr_db=10.0)):
        assert judged("snr", row, right) == (True, [])
        assert judged("snr", row, off)[1] == ["truth.declared"]
    assert judged("snr", entry("noisy", **{"parameters.snr_db": 10.0}), off) == (True, ["truth.declared"])
    # The nearest of the options is still the right one.
    assert judged("snr", entry("ten", options=OPTIONS), off)[0] is True


def test_a_square_root_too_many_is_one_finding():
    """Asked for 10 dB, mixed at 5."""
    holds, rules = judged("snr", entry("ten", options=OPTIONS, snr_db=10.0), mixed(5.0))
    assert (holds, rules) == (False, ["truth.declared"])
    assert verdict("snr", entry("ten", options=OPTIONS), mixed(5.0)).answer == "five"


@pytest.mark.parametrize(
    ("label", "snr_db", "outcome"),
    [
        ("clean", 60.0, (True, [])),
        ("clean", 10.0, (False, ["truth.label"])),
        ("noisy", 5.0, (True, [])),
        ("noisy", 47.8, (False, ["truth.label"])),
        ("clean", 22.0, (None, [])),
    ],
)
def test_clean_and_noisy_by_the_stems(label, snr_db, outcome):
    assert judged("snr", entry(label, options=("clean", "noisy")), mixed(snr_db)) == outcome


@pytest.mark.parametrize("snr_db", [-5.0, 0.0, 5.0, 10.0, 15.0])
def test_the_blind_estimate_is_within_five_decibels_in_white_noise(snr_db):
    errors = [
        property_named("snr").measure(mixed(snr_db, seed=seed, stems=()))["blind_snr_db"] - snr_db for seed in range(10)
    ]
    assert np.abs(errors).max() < 5.0


def test_without_stems_only_gross_errors_are_findings():
    noisy, nearly_clean = mixed(-3.0, stems=()), mixed(45.0, stems=())
    assert judged("snr", entry("noisy"), noisy) == (True, [])
    assert judged("snr", entry("clean"), noisy) == (False, ["truth.label"])
    assert judged("snr", entry("clean"), nearly_clean) == (True, [])
    white = "Indicate the SNR value for the utterance with Gaussian noise."
    assert judged("snr", entry("zero", options=OPTIONS, question=white), nearly_clean) == (False, ["truth.label"])
    assert judged("snr", entry("zero", options=OPTIONS, question=white), noisy) == (True, [])
    assert judged("snr", entry("fifteen", options=OPTIONS), noisy) == (False, ["truth.label"])
    assert judged("snr", entry("ten", snr_db=10.0), mixed(9.0, stems=()))[1] == []


def test_a_clean_clip_that_is_called_noisy_is_found_where_the_noise_is_known_to_be_steady():
    clip = sound(syllables(64_000, generator=np.random.default_rng(0), noise_floor=5e-4))
    assert 35.0 < property_named("snr").measure(clip)["blind_snr_db"] < 50.0
    assert judged("snr", entry("noisy"), clip) == (None, [])
    assert judged("snr", entry("noisy", noise="white"), clip) == (False, ["truth.label"])


def test_a_number_beside_the_label_can_make_it_absurd():
    clip = mixed(45.0, stems=())
    assert judged("snr", entry("noisy", snr_db=47.8), clip) == (False, ["truth.label"])
    assert "47.8 dB" in verdict("snr", entry("noisy", snr_db=47.8), sound(np.zeros(100))).found


def test_too_short_a_clip_decides_nothing():
    assert judged("snr", entry("noisy"), sound(speech(0.1))) == (None, [])


def test_a_delay_is_found_to_the_sample_in_noise_and_none_between_strangers():
    clip = mixed(0.0)
    for frames in (0, 1, 37, 4000):
        late = sound(np.concatenate([np.zeros(frames), clip.mono]))
        assert delay_s(late, clip.stems["clean"]) == pytest.approx(frames / 16_000)
    assert delay_s(sound(clip.mono[160:]), clip.stems["clean"]) == pytest.approx(-0.01)
    assert delay_s(clip, sound(speech(4.0, seed=9))) is None
    assert delay_s(sound(np.zeros(16_000)), clip.stems["clean"]) is None
