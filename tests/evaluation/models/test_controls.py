"""Controls leave everything as it is but the audio."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evaluation.asked import Question
from evaluation.errors import ModelError
from evaluation.models.controls import Control, controlled, with_partners
from verification.opening.entry import AudioRef


def exchanged(asked, *, seed):
    """Questions with the audio of their partners."""
    for question, partner in with_partners(asked, seed=seed):
        yield replace(question, clips=partner.clips)


def questions(pairs):
    return [
        Question(
            id=f"{number}{side}", text="?", label=side, group=str(number), clips=(AudioRef(name=f"{number}{side}"),)
        )
        for number in range(pairs)
        for side in "ab"
    ]


@pytest.mark.parametrize("pairs", [2, 3, 64, 65, 200])
def test_exchanged_audio_is_of_another_group(pairs):
    asked = questions(pairs)
    made = list(exchanged(asked, seed=0))
    assert [each.id for each in made] == [each.id for each in asked]
    assert [each.label for each in made] == [each.label for each in asked]
    assert not any(each.clips[0].name[:-1] == each.group for each in made)


def test_exchanged_audio_agrees_with_the_label_by_chance():
    made = list(exchanged(questions(400), seed=3))
    agree = Counter(each.clips[0].name[-1] == each.label for each in made)
    assert abs(agree[True] / 800 - 0.5) < 2.6 * np.sqrt(0.25 / 800)


def test_the_draw_is_the_seeds():
    asked = questions(40)
    once, again, other = (list(exchanged(asked, seed=seed)) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_silence_has_the_clips_form_and_the_mean_one_channel(asked):
    ears = asked["binaural-effect-perception"]
    plain = [prompt for _, prompt in controlled(ears.with_audio(), Control.NONE, seed=0)]
    blind = [prompt for _, prompt in controlled(ears.with_audio(), Control.BLIND, seed=0)]
    mono = [prompt for _, prompt in controlled(ears.with_audio(), Control.MONO, seed=0)]
    for before, silent, single in zip(plain, blind, mono, strict=True):
        assert silent.clips[0].samples.shape == before.clips[0].samples.shape
        assert not silent.clips[0].samples.any()
        assert single.clips[0].samples.shape == (len(before.clips[0].samples), 1)
        np.testing.assert_allclose(single.clips[0].samples[:, 0], before.clips[0].samples.mean(axis=1), atol=1e-7)
        assert (silent.text, silent.options, silent.id) == (before.text, before.options, before.id)


def test_what_is_left_out_is_not_decoded():
    asked = questions(3)  # whose audio is nowhere
    assert list(controlled(asked, Control.NONE, seed=0, without={each.id for each in asked})) == []


@pytest.mark.parametrize("order", ["by label", "by group"])
def test_exchange_does_not_depend_on_how_the_set_is_sorted(order):
    asked = questions(400) if order == "by group" else sorted(questions(400), key=lambda each: each.label)
    made = list(exchanged(asked, seed=0))
    agree = np.mean([each.clips[0].name[-1] == each.label for each in made])
    assert abs(agree - 0.5) < 2.6 * np.sqrt(0.25 / 800)


def test_two_speakers_exchange_all_their_audio():
    asked = [replace(each, group=f"speaker {int(each.group) // 100}") for each in questions(200)]
    made = list(exchanged(asked, seed=0))
    groups = {each.clips[0].name: each.group for each in asked}
    assert not any(groups[each.clips[0].name] == each.group for each in made)


@pytest.mark.parametrize("asked", [questions(1), questions(1)[:1]])
def test_one_group_cannot_exchange_audio(asked):
    with pytest.raises(ModelError, match=r"questions of one group(?s:.*)--control blind"):
        list(exchanged(asked, seed=0))


def test_audio_that_is_held_as_bytes_is_exchanged_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    asked = [replace(each, clips=(replace(each.clips[0], data=each.id.encode()),)) for each in questions(20)]
    for each in exchanged(asked, seed=0):
        assert each.clips[0].path.read_bytes().decode() == each.clips[0].name != each.id
    assert list(tmp_path.iterdir()) == []
