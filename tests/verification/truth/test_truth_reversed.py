"""Time reversed: sounds that set in fast and die away slowly, and the same turned round."""

import numpy as np
import pytest

from tests.verification.truth.judged import entry, judged, sound
from verification.truth.registry import property_named

TASK = "time-reversed"


def struck(*, seed, seconds=4.0, decay_s=0.08):
    """Bursts of noise that set in within 2 ms, about five a second."""
    generator = np.random.default_rng(seed)
    frames = round(16_000 * seconds)
    envelope = np.zeros(frames)
    for start in np.cumsum(generator.uniform(1600, 4800, round(5 * seconds))).astype(int):
        rest = frames - start
        if rest > 0:
            burst = np.exp(-np.arange(rest) / (16_000 * decay_s)) * generator.uniform(0.3, 1.0)
            envelope[start:] = np.maximum(envelope[start:], burst)
    return envelope * generator.normal(0, 0.1, frames) + generator.normal(0, 1e-3, frames)


def even(*, seed):
    """As fast up as down."""
    t = np.arange(64_000) / 16_000
    return (1 + np.sin(2 * np.pi * 4 * t)) * np.random.default_rng(seed).normal(0, 0.1, len(t))


@pytest.mark.parametrize("seed", range(10))
def test_true_labels_hold_and_false_ones_are_found(seed):
    clip = struck(seed=seed)
    assert judged(TASK, entry("forward"), sound(clip)) == (True, [])
    assert judged(TASK, entry("reversed"), sound(clip[::-1])) == (True, [])
    assert judged(TASK, entry("forward"), sound(clip[::-1])) == (False, ["truth.label"])
    assert judged(TASK, entry("reversed"), sound(clip)) == (False, ["truth.label"])


def test_the_asymmetry_turns_round_with_the_clip():
    forward, backward = (property_named(TASK).measure(sound(struck(seed=3)[::step])) for step in (1, -1))
    assert forward["asymmetry"] == pytest.approx(-backward["asymmetry"], abs=0.1)


@pytest.mark.parametrize("label", ["forward", "reversed"])
def test_a_sound_that_is_the_same_both_ways_is_never_a_finding(label):
    outcomes = [judged(TASK, entry(label), sound(even(seed=seed))) for seed in range(20)]
    assert [rules for _, rules in outcomes] == [[]] * 20


@pytest.mark.parametrize(
    ("label", "question", "forward"),
    [
        ("normal", "", True),
        ("original speech", "", True),
        ("time_reversed", "", False),
        ("backwards", "", False),
        ("not reversed", "", True),
        ("non-speech", "", False),
        ("yes", "Is this speech?", True),
        ("no", "Does the audio contain speech?", False),
        ("yes", "Was the recording reversed?", False),
        ("no", "Is it played backwards?", True),
    ],
)
def test_words_for_it(label, question, forward):
    clip = struck(seed=1)
    assert judged(TASK, entry(label, question=question), sound(clip if forward else clip[::-1])) == (True, [])
    holds, _ = judged(TASK, entry(label, question=question), sound(clip[::-1] if forward else clip))
    assert holds is False


def test_too_short_a_clip_decides_nothing():
    assert judged(TASK, entry("forward"), sound(struck(seed=1, seconds=1.0))) == (None, [])
    assert judged(TASK, entry("sideways"), sound(struck(seed=1))) == (None, [])
