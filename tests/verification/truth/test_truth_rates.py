"""Sampling rate: what a file holds, whatever its header says; and how many speak."""

import numpy as np
import pytest
import soxr

from tests.verification.sounds import RATE, voice
from tests.verification.truth.judged import entry, judged, sound, speech, verdict
from verification.truth.registry import property_named
from verification.truth.sampling_rate import bandwidth_hz

OPTIONS = ("8 kHz", "16 kHz", "44.1 kHz")


def brought_up(low_hz, *, to_hz=16_000, seed=0):
    clip = speech(2.0, seed=seed, rate=to_hz)
    return sound(soxr.resample(soxr.resample(clip, to_hz, low_hz), low_hz, to_hz), rate=to_hz)


@pytest.mark.parametrize("low_hz", [4000, 8000, 11_025, 12_000])
def test_the_band_ends_at_half_the_lower_rate(low_hz):
    assert bandwidth_hz(brought_up(low_hz).mono, sampling_rate=16_000) == pytest.approx(low_hz / 2, rel=0.04)


def test_silence_has_no_band():
    assert bandwidth_hz(np.zeros(4000, np.float32), sampling_rate=16_000) == 0.0


@pytest.mark.parametrize("label", ["16 kHz", "16,000 Hz", "16k", "16"])
def test_labels(label):
    assert judged("sampling-rate", entry(label), sound(speech(2.0))) == (True, [])
    assert judged("sampling-rate", entry(label), brought_up(8000)) == (False, ["truth.label"])


def test_a_clip_that_was_brought_back_up_still_tells_its_rate():
    assert judged("sampling-rate", entry("8 kHz", options=OPTIONS), brought_up(8000)) == (True, [])
    given = verdict("sampling-rate", entry("16 kHz", options=OPTIONS), brought_up(8000))
    assert given.answer == "8 kHz"
    assert verdict("sampling-rate", entry("8 kHz", options=OPTIONS), sound(speech(2.0))).answer == "16 kHz"


def test_a_rate_above_that_of_the_file_is_false():
    assert judged("sampling-rate", entry("44.1 kHz"), sound(speech(2.0))) == (False, ["truth.label"])


def test_a_band_that_ends_in_between_decides_nothing():
    assert judged("sampling-rate", entry("16 kHz"), brought_up(11_025)) == (None, [])
    assert judged("sampling-rate", entry("telephone"), brought_up(8000)) == (None, [])


def test_two_pitches_support_several_speakers_and_nothing_contradicts_a_count():
    low, high = (voice(f0_hz, 3 * RATE, seed=f0_hz)[0] / 32768.0 for f0_hz in (100, 210))
    one, two = sound(low), sound(np.concatenate([low, high]))
    assert judged("speaker-count", entry("two"), two) == (True, [])
    assert judged("speaker-count", entry("one"), one) == (True, [])
    assert judged("speaker-count", entry("1 speaker"), two) == (None, [])
    assert judged("speaker-count", entry("three speakers"), one) == (None, [])
    assert judged("speaker-count", entry("yes", question="Are there several speakers?"), two) == (True, [])
    assert judged("speaker-count", entry("two"), sound(np.zeros(RATE))) == (None, [])
    assert property_named("speaker-count").measure(two)["f0_spread_octaves"] == pytest.approx(np.log2(2.1), abs=0.1)
