"""Where the question is spoken, controls take away the clip and leave the question."""

import io
from dataclasses import replace

import numpy as np
import pytest
import soundfile as sf

from evaluation.asked import Question
from evaluation.models.controls import Control, controlled
from verification.opening.entry import AudioRef

RATE = 16_000
ASKED, GAP = 1_000, 200


def clip(level, *, asked):
    """A question of one level, a gap, and a clip of another."""
    samples = np.concatenate([np.full(asked, 0.5), np.zeros(GAP if asked else 0), np.full(3_000, level)])
    sink = io.BytesIO()
    sf.write(sink, samples, RATE, format="WAV", subtype="PCM_16")
    return AudioRef(name="c", data=sink.getvalue())


def question(name, level, *, asked=ASKED):
    documented = {"spoken_frames": float(asked + GAP), "spoken_text": "Is it loud?"} if asked else {}
    return Question(
        id=name,
        text="Listen.",
        options=("a", "b"),
        group=name,
        clips=(clip(level, asked=asked),),
        documented=documented,
    )


def heard(questions, control):
    return {each.id: prompt.clips[0].samples[:, 0] for each, prompt in controlled(questions, control, seed=1)}


def test_blind_leaves_the_question_and_silences_the_clip():
    samples = heard([question("1", 0.25)], Control.BLIND)["1"]
    assert len(samples) == ASKED + GAP + 3_000
    assert samples[:ASKED] == pytest.approx(0.5, abs=1e-4)
    assert not samples[ASKED:].any()


def test_swap_puts_the_own_question_before_anothers_clip():
    one, two = question("1", 0.25, asked=1_000), question("2", -0.25, asked=400)
    found = heard([one, two], Control.SWAP)
    assert found["1"][:1_000] == pytest.approx(0.5, abs=1e-4)
    assert not found["1"][1_000:1_200].any()
    assert found["1"][1_200:] == pytest.approx(-0.25, abs=1e-4)
    assert len(found["2"]) == 400 + GAP + 3_000
    assert found["2"][600:] == pytest.approx(0.25, abs=1e-4)


def test_a_written_question_is_controlled_as_ever():
    one, two = question("1", 0.25, asked=0), question("2", -0.25, asked=0)
    assert not heard([one], Control.BLIND)["1"].any()
    assert heard([one, two], Control.SWAP)["1"] == pytest.approx(-0.25, abs=1e-4)


def test_replies_are_judged_by_the_question_that_was_spoken():
    from evaluation.choosing.judge import judge_choice

    spoken = replace(
        question("1", 0.1),
        options=("yes", "no"),
        label="yes",
        documented={"spoken_text": "Is there singing in this audio clip?"},
    )
    assert judge_choice("There is singing in this clip.", spoken).is_right
    assert not judge_choice("There is singing in this clip.", replace(spoken, documented={})).is_right
