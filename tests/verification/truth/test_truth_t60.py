"""Reverberation time: by the response within a few percent, by the speech within a factor of two."""

import numpy as np
import pytest
from scipy.signal import fftconvolve

from tests.verification.truth.judged import entry, judged, sound, speech
from verification.truth.blind import t60_of_response_s
from verification.truth.registry import property_named


def response(t60_s, *, seed=0, rate=16_000):
    """Noise that decays by 60 dB in that time, as strong as the direct sound."""
    frames = round(1.5 * t60_s * rate)
    tail = np.random.default_rng(seed).normal(size=frames) * 10 ** (-3 * np.arange(frames) / (t60_s * rate))
    return np.concatenate([[1.0], tail / np.sqrt(np.sum(tail**2))])


def in_room(t60_s, *, seed=0, **stems):
    """Bursts with pauses: plosives that a room draws out."""
    dry = np.concatenate([speech(4.0, seed=seed), np.zeros(4000)])
    wet = fftconvolve(dry, response(t60_s, seed=seed))[: len(dry)] if t60_s else dry
    return sound(0.5 * wet / np.abs(wet).max(), **stems)


@pytest.mark.parametrize("t60_s", [0.2, 0.5, 1.0, 2.0])
def test_a_response_tells_its_time(t60_s):
    measured = [
        t60_of_response_s(response(t60_s, seed=seed).astype(np.float32), sampling_rate=16_000) for seed in range(5)
    ]
    assert np.mean(measured) == pytest.approx(t60_s, rel=0.08)


def test_a_response_that_does_not_decay_tells_none():
    assert t60_of_response_s(np.ones(8000, np.float32), sampling_rate=16_000) is None
    assert t60_of_response_s(np.zeros(0, np.float32), sampling_rate=16_000) is None
    assert t60_of_response_s(np.zeros(100, np.float32), sampling_rate=16_000) is None


@pytest.mark.parametrize("t60_s", [0.5, 1.0])
def test_the_blind_estimate_is_within_a_factor_of_two(t60_s):
    for seed in range(5):
        measured = property_named("t60").measure(in_room(t60_s, seed=seed))["blind_t60_s"]
        assert 0.5 < measured / t60_s < 2.0


def test_declared_times_are_held_against_the_response():
    clip = in_room(0.6, rir=sound(0.3 * response(0.6)))
    assert judged("t60", entry("0.6 s"), clip) == (True, [])
    assert judged("t60", entry("reverberant", t60_s=0.6), clip) == (True, [])
    assert judged("t60", entry("0.3 s"), clip) == (False, ["truth.declared"])
    assert judged("t60", entry("reverberant", rt60=1.0), clip) == (True, ["truth.declared"])


def test_declared_times_are_held_against_the_speech_where_they_are_grossly_wrong():
    clip = in_room(0.8)
    assert judged("t60", entry("0.8 s", t60_s=0.8), clip) == (True, [])
    assert judged("t60", entry("reverberant", t60_s=0.1), clip) == (True, ["truth.declared"])


@pytest.mark.parametrize("label", ["reverberant", "noisy", "With reverb", "wet"])
def test_a_room_is_reverberant(label):
    assert judged("t60", entry(label), in_room(0.8)) == (True, [])


def test_a_room_is_not_dry():
    assert judged("t60", entry("dry"), in_room(0.8)) == (False, ["truth.label"])
    question = "Is there reverberation?"
    assert judged("t60", entry("no", question=question), in_room(0.8)) == (False, ["truth.label"])
    assert judged("t60", entry("yes", question=question), in_room(0.8)) == (True, [])


def test_silence_decides_nothing():
    assert judged("t60", entry("dry"), sound(np.zeros(16_000))) == (None, [])
    assert judged("t60", entry("large room"), in_room(0.8)) == (None, [])
