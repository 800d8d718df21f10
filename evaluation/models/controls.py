"""Controls: the same questions with audio in which the answer is not, to see whether a model listens at all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import islice

import numpy as np

from evaluation.asked import Question
from evaluation.models.asking import prompt_of
from evaluation.models.protocol import Prompt
from manifests.seeding import item_generator

_WINDOW = 128  # questions among which audio is exchanged: so many are held at a time
_TRIES = 50


class Control(StrEnum):
    """What is done to the audio: nothing, silence instead, another question's instead, channels averaged."""

    NONE = "none"
    BLIND = "blind"
    SWAP = "swap"
    MONO = "mono"


def controlled(
    questions: Iterable[Question], control: Control, *, seed: int, without: Container[str] = ()
) -> Iterator[tuple[Question, Prompt]]:
    """Stream questions with the prompts that a model gets under a control; those named in `without` are left out.

    Raises
    ------
    DecodingError
        If a clip is missing or cannot be decoded.
    """
    stream = exchanged(questions, seed=seed) if control is Control.SWAP else questions
    for question in stream:
        if question.id in without:
            continue
        prompt = prompt_of(question)
        if control is Control.BLIND:
            prompt = silenced(prompt)
        elif control is Control.MONO:
            prompt = averaged(prompt)
        yield question, prompt


def exchanged(questions: Iterable[Question], *, seed: int) -> Iterator[Question]:
    """Give each question the audio of another one of another group, drawn at random.

    Drawn, not shifted: sets stand in pairs, and a shift would give each question the audio of one with the same
    answer. Labels of the audio are thus right about as often as two questions agree by chance.

    Parameters
    ----------
    questions : iterable of Question
        Exchanged within windows of 128; a last window of fewer than 16 joins the one before it.
    seed : int
        Of the draw.
    """
    stream = iter(questions)
    waiting = list(islice(stream, _WINDOW))
    number = 0
    while waiting:
        following = list(islice(stream, _WINDOW))
        if len(following) < _WINDOW // 8:
            waiting, following = waiting + following, []
        yield from _exchanged(waiting, item_generator(seed, "swap", str(number)))
        waiting, number = following, number + 1


def _exchanged(window: list[Question], generator: np.random.Generator) -> Iterator[Question]:
    for place, question in enumerate(window):
        partner = place
        for _ in range(_TRIES):
            partner = int(generator.integers(len(window)))
            other = window[partner]
            if partner != place and (not question.group or other.group != question.group):
                break
        yield replace(question, clips=window[partner].clips)


def silenced(prompt: Prompt) -> Prompt:
    """Give the prompt with silence of the same length, rate and channels."""
    clips = tuple(replace(clip, samples=np.zeros_like(clip.samples)) for clip in prompt.clips)
    return replace(prompt, clips=clips)


def averaged(prompt: Prompt) -> Prompt:
    """Give the prompt with its channels averaged, as most models' front ends do."""
    clips = tuple(replace(clip, samples=clip.mono[:, np.newaxis]) for clip in prompt.clips)
    return replace(prompt, clips=clips)
