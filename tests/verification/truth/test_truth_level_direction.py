"""Level direction: true and false ramps, and such as can hardly be heard."""

import time

import numpy as np
import pytest

from tests.verification.truth.judged import entry, judged, sound, speech, verdict
from verification.truth.level_direction import FALLING, RISING, STEADY, directions
from verification.truth.registry import property_named

TASK = "level-direction"
OPTIONS = ("increasing", "decreasing")


def ramped(start, stop, *, seed=0, seconds=4.0):
    clip = speech(seconds, seed=seed)
    return sound(clip * np.linspace(start, stop, len(clip)))


@pytest.mark.parametrize(
    ("label", "direction"),
    [
        *((label, RISING) for label in ("increasing", "Rising", "It gets louder", "up", "crescendo", "fade-in")),
        *((label, RISING) for label in ("fades in", "growing", "quiet to loud", "goes up")),
        *((label, FALLING) for label in ("decreasing", "falling.", "quieter", "down", "decrescendo", "Fade out")),
        *((label, FALLING) for label in ("diminuendo", "softer", "loud to quiet", "fading away", "fade_out")),
        *((label, STEADY) for label in ("constant", "steady", "stays the same", "no change", "unchanged")),
    ],
)
def test_words_for_a_direction(label, direction):
    assert directions(label) == {direction}


@pytest.mark.parametrize("label", ["", "louder or quieter", "not increasing", "A", "cupboard", "yes"])
def test_words_that_name_none(label):
    assert directions(label) == frozenset()


def test_yes_and_no_mean_what_the_question_asks():
    question = "Is the volume increasing?"
    assert directions("yes", question) == {RISING}
    assert directions("No.", question) == {FALLING, STEADY}
    assert directions("yes", "Is it increasing or decreasing?") == frozenset()


def test_true_labels_hold_and_false_ones_are_found_on_all_of_forty_clips():
    right = [
        judged(TASK, entry(label, options=OPTIONS), ramped(start, stop, seed=seed))
        for seed in range(20)
        for label, start, stop in (("increasing", 0.0, 1.0), ("decreasing", 1.0, 0.0))
    ]
    wrong = [
        judged(TASK, entry(label, options=OPTIONS), ramped(start, stop, seed=seed))
        for seed in range(20)
        for label, start, stop in (("decreasing", 0.0, 1.0), ("increasing", 1.0, 0.0))
    ]
    assert right == [(True, [])] * 40
    assert wrong == [(False, ["truth.label"])] * 40


def test_the_answer_is_spelt_as_the_row_spells_it():
    given = verdict(TASK, entry("getting louder", options=("getting louder", "getting quieter")), ramped(1.0, 0.0))
    assert given.answer == "getting quieter"


@pytest.mark.parametrize("label", OPTIONS)
@pytest.mark.parametrize("change_db", [0.5, -0.5, 0.0])
def test_a_ramp_of_half_a_decibel_is_weak_whichever_way_the_label_goes(label, change_db):
    clips = [ramped(1.0, 10 ** (change_db / 20), seed=seed) for seed in range(10)]
    assert [judged(TASK, entry(label), clip) for clip in clips] == [(None, ["truth.weak"])] * 10


def test_speech_that_fades_by_itself_does_not_contradict_a_ramp():
    """A sentence that dies away in its middle third, with silence around it, under a rising ramp."""
    clip = np.zeros(64_000)
    clip[20_000:44_000] = speech(1.5) * np.linspace(1.0, 0.05, 24_000)
    holds, rules = judged(TASK, entry("increasing"), sound(clip * np.linspace(0.0, 1.0, 64_000)))
    assert holds is None
    assert "truth.label" not in rules


def test_a_steady_clip_and_one_that_is_only_called_so():
    assert judged(TASK, entry("constant"), sound(speech())) == (True, [])
    assert judged(TASK, entry("constant"), ramped(0.0, 1.0)) == (False, ["truth.label"])
    assert judged(TASK, entry("no", question="Is it rising?"), ramped(0.0, 1.0)) == (False, ["truth.label"])


def test_ends_are_measured():
    values = property_named(TASK).measure(sound(np.linspace(0.0, 0.5, 16_000)))
    # The mean square of a line from 0 to a twentieth of 0.5, and of one from 0.475 to 0.5.
    assert values["first_level_dbfs"] == pytest.approx(20 * np.log10(0.025 / np.sqrt(3)), abs=0.1)
    assert values["last_level_dbfs"] == pytest.approx(20 * np.log10(0.4875), abs=0.1)


def test_loudness_does_not_matter():
    loud, soft = (property_named(TASK).measure(sound(gain * speech() * np.linspace(0, 1, 64_000))) for gain in (1, 0.1))
    assert loud["line_change_db"] == pytest.approx(soft["line_change_db"], abs=1.5)


def test_it_is_quick():
    clip = ramped(0.0, 1.0, seconds=7.0)
    took = []
    for _ in range(5):
        started = time.perf_counter()
        property_named(TASK).measure(clip)
        took.append(time.perf_counter() - started)
    assert min(took) < 0.01  # 0.3 ms on a quiet machine
