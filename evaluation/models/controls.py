"""Controls: the same questions with audio in which the answer is not, to see whether a model listens at all.

Where the question is spoken before the clip, it stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from evaluation.asked import Question
from evaluation.errors import ModelError
from evaluation.models.asking import prompt_of
from evaluation.models.protocol import Prompt
from evaluation.models.spoken import asked_about, clip_begins, silenced
from manifests.seeding import item_generator


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
    if control is Control.SWAP:
        pairs = with_partners(questions, seed=seed)
        yield from ((one, _swapped(one, other)) for one, other in pairs if one.id not in without)
        return
    for question in questions:
        if question.id in without:
            continue
        prompt = prompt_of(question)
        if control is Control.BLIND:
            prompt = silenced(prompt, begins=clip_begins(question))
        elif control is Control.MONO:
            prompt = averaged(prompt)
        yield question, prompt


def _swapped(question: Question, other: Question) -> Prompt:
    begins = clip_begins(question)
    prompt = prompt_of(replace(question, clips=other.clips))
    if not begins:
        return prompt
    return asked_about(prompt_of(question), prompt, begins=begins, other_begins=clip_begins(other))


def with_partners(questions: Iterable[Question], *, seed: int) -> Iterator[tuple[Question, Question]]:
    """Give each question with another one of another group, whose audio it gets, drawn from the whole set at random.

    Drawn, not shifted, and from the whole set: sets stand in pairs, or sorted by label, and what stands near often has
    the same answer. Labels of the audio are thus right as often as two questions of different groups agree by chance.

    Parameters
    ----------
    questions : iterable of Question
        The set; audio that is given as bytes lies in a folder of its own while it is gone through.
    seed : int
        Of the draw.

    Raises
    ------
    ModelError
        If all questions are of one group.
    """
    with TemporaryDirectory(prefix="soundprobe-swap-") as folder:
        held = [_spooled(question, Path(folder), number) for number, question in enumerate(questions)]
        partners = _partners([question.group or f"\0{number}" for number, question in enumerate(held)], seed=seed)
        for question, partner in zip(held, partners, strict=True):
            yield question, held[partner]


def _partners(groups: list[str], *, seed: int) -> list[int]:
    """Draw for each item one of all that are of another group, with equal chances."""
    order = sorted(range(len(groups)), key=lambda place: groups[place])
    sizes = Counter(groups)
    starts = dict(zip(sorted(sizes), np.cumsum([0, *(sizes[name] for name in sorted(sizes))]).tolist(), strict=False))
    if len(sizes) < 2:
        raise ModelError(
            where="--control swap",
            found=f"{len(groups):,} questions of one group",
            wanted="questions of two groups or more, so that audio can be exchanged between them",
            remedy="use --control blind, or name another column with --group",
        )
    generator = item_generator(seed, "swap", "partners")
    drawn = []
    for name in groups:
        place = int(generator.integers(len(groups) - sizes[name]))
        drawn.append(order[place if place < starts[name] else place + sizes[name]])  # past its own group
    return drawn


def _spooled(question: Question, folder: Path, number: int) -> Question:
    """Put audio that is held as bytes into files: a set need not fit into memory."""
    clips = []
    for place, ref in enumerate(question.clips):
        if ref.data is None:
            clips.append(ref)
            continue
        path = folder / f"{number}-{place}"
        path.write_bytes(ref.data)
        clips.append(replace(ref, path=path, data=None))
    return replace(question, clips=tuple(clips))


def averaged(prompt: Prompt) -> Prompt:
    """Give the prompt with its channels averaged, as most models' front ends do."""
    clips = tuple(replace(clip, samples=clip.mono[:, np.newaxis]) for clip in prompt.clips)
    return replace(prompt, clips=clips)
