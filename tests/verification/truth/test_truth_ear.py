"""Ear: one side, both, and a second ear that should be silent."""

import numpy as np
import pytest

from tests.verification.truth.judged import entry, judged, sound, speech, verdict

OPTIONS = ("left", "right")


def panned(left, right):
    clip = speech(1.0)
    return sound(np.stack([left * clip, right * clip], axis=1))


@pytest.mark.parametrize("label", ["left", "Left ear", "L", "the left."])
def test_a_true_label_holds_and_a_false_one_is_found(label):
    assert judged("ear", entry(label, options=OPTIONS), panned(1, 0)) == (True, [])
    assert judged("ear", entry(label, options=OPTIONS), panned(0, 1)) == (False, ["truth.label"])


def test_the_other_answer_is_given():
    assert verdict("ear", entry("left", options=OPTIONS), panned(0, 1)).answer == "right"


def test_once_the_channels_are_equal_the_answer_is_gone():
    for clip in (panned(1, 1), sound(speech(1.0))):
        given = verdict("ear", entry("left"), clip)
        assert given.holds is None
        assert given.found == "the same level in both ears"
    assert judged("ear", entry("both ears"), panned(1, 1)) == (True, [])
    assert judged("ear", entry("both ears"), panned(1, 0)) == (False, ["truth.label"])


def test_yes_and_no_mean_what_the_question_asks():
    question = "Is the sound in the right ear?"
    assert judged("ear", entry("yes", question=question), panned(0, 1)) == (True, [])
    assert judged("ear", entry("no", question=question), panned(0, 1)) == (False, ["truth.label"])


def test_a_slight_difference_decides_nothing():
    assert judged("ear", entry("left"), panned(1.0, 10 ** (-2 / 20))) == (None, [])
    assert judged("ear", entry("left"), panned(1.0, 10 ** (-4 / 20))) == (True, [])


@pytest.mark.parametrize(
    ("second_db", "rules"), [(-30.0, ["truth.second_ear"]), (-45.0, ["truth.second_ear"]), (-70.0, []), (-10.0, [])]
)
def test_the_second_ear_is_silent_or_was_never_meant_to_be(second_db, rules):
    """10 dB is what a head does to a sound from the side."""
    assert judged("ear", entry("left"), panned(1.0, 10 ** (second_db / 20))) == (True, rules)


def test_an_ear_at_minus_60_dbfs_is_found():
    clip = speech(1.0)
    clip *= 10 ** (-20 / 20) / np.sqrt(np.mean(clip**2))
    other = np.random.default_rng(1).normal(0.0, 1e-3, len(clip))
    assert judged("ear", entry("right"), sound(np.stack([other, clip], axis=1))) == (True, ["truth.second_ear"])
