"""Duration and pause."""

import time

import numpy as np
import pytest

from tests.verification.truth.judged import entry, judged, sound, speech, verdict
from verification.truth.pause import longest_pause_s
from verification.truth.registry import property_named


def seconds(length):
    return sound(np.full(round(16_000 * length), 0.1))


@pytest.mark.parametrize(
    ("label", "length", "holds"),
    [
        ("7", 6.8, True),
        ("seven seconds", 7.3, True),
        ("7.0 s", 7.0, True),
        ("7.0 s", 7.4, False),
        ("3 s", 4.0, False),
        ("longer than 5 s", 6.0, True),
        ("longer than 5 s", 4.0, False),
        ("< 5 s", 4.0, True),
        ("between 2 and 4 seconds", 3.0, True),
        ("2-4 s", 5.0, False),
        ("2000 ms", 2.0, True),
        ("long", 3.0, None),
    ],
)
def test_durations(label, length, holds):
    found, rules = judged("duration", entry(label), seconds(length))
    assert found is holds
    assert (rules == []) is (holds is not False)


def test_a_number_of_seconds_is_a_declared_number():
    assert judged("duration", entry("3 s"), seconds(4.0))[1] == ["truth.declared"]
    assert judged("duration", entry("longer than 3 s", duration_s=5.0), seconds(4.0)) == (True, ["truth.declared"])
    assert judged("duration", entry("4.0", duration_s=4.02), seconds(4.0)) == (True, [])


def test_the_nearest_option_is_the_answer():
    row = entry("2 s", options=("2 s", "5 s", "10 s"))
    assert verdict("duration", row, seconds(5.4)).answer == "5 s"
    assert judged("duration", row, seconds(5.4))[0] is False


def test_yes_and_no_to_a_length():
    question = "Is the clip longer than 5 seconds?"
    assert judged("duration", entry("yes", question=question), seconds(6.0)) == (True, [])
    assert judged("duration", entry("no", question=question), seconds(4.0)) == (True, [])
    assert judged("duration", entry("no", question=question), seconds(6.0)) == (False, ["truth.label"])


def paused(length, *, noise=0.0, seed=0):
    """Steady noise with one gap, and silence at the ends that is none."""
    generator = np.random.default_rng(seed)
    parts = [generator.normal(0, 0.1, 20_000), np.zeros(round(16_000 * length)), generator.normal(0, 0.1, 20_000)]
    clip = np.concatenate([np.zeros(20_000), *parts, np.zeros(20_000)])
    return sound(clip + generator.normal(0, noise, len(clip)) if noise else clip)


@pytest.mark.parametrize("noise", [0.0, 0.001, 0.003])
@pytest.mark.parametrize("length", [0.1, 0.3, 0.8, 2.0])
def test_a_pause_is_measured_to_a_frame_or_two(length, noise):
    measured = longest_pause_s(paused(length, noise=noise).mono, sampling_rate=16_000)
    assert measured == pytest.approx(length, abs=0.021)


def test_a_sound_without_a_pause_has_none():
    assert longest_pause_s(paused(0.0).mono, sampling_rate=16_000) == 0.0
    assert longest_pause_s(np.zeros(16_000, np.float32), sampling_rate=16_000) == 0.0


def test_pauses_against_labels():
    question = "Is there a pause of at least 1 second?"
    assert judged("pause", entry("yes", question=question), paused(1.5)) == (True, [])
    assert judged("pause", entry("yes", question=question), paused(0.5)) == (False, ["truth.label"])
    assert judged("pause", entry("no", question=question), paused(0.5)) == (True, [])
    assert judged("pause", entry("no", question=question), paused(1.5)) == (False, ["truth.label"])
    assert judged("pause", entry("yes"), paused(0.8)) == (True, [])
    assert judged("pause", entry("yes"), paused(0.05)) == (False, ["truth.label"])
    assert judged("pause", entry("yes"), paused(0.3)) == (None, [])
    assert judged("pause", entry("maybe"), paused(0.3)) == (None, [])


def test_declared_pauses():
    assert judged("pause", entry("0.80 s"), paused(0.8)) == (True, [])
    assert judged("pause", entry("0.80 s"), paused(0.3)) == (False, ["truth.declared"])
    assert judged("pause", entry("yes", pause_s=0.8), paused(0.5, noise=0.001))[1] == ["truth.declared"]
    assert judged("pause", entry("yes", pause_s=0.8), paused(0.8, noise=0.001))[1] == []


def test_a_pause_that_runs_into_the_speakers_own_is_not_false():
    assert judged("pause", entry("0.50 s"), paused(0.9)) == (True, [])


def test_a_pause_of_20_ms_is_weak():
    assert judged("pause", entry("yes", pause_s=0.02), paused(0.9))[1] == ["truth.weak"]
    assert judged("pause", entry("20 ms"), paused(0.02))[1] == ["truth.weak"]


def test_both_are_quick():
    clip = sound(speech(7.0))
    for task in ("duration", "pause"):
        started = time.perf_counter()
        property_named(task).measure(clip)
        assert time.perf_counter() - started < 0.05  # 0.5 ms on a quiet machine
