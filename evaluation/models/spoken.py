"""Controls of sets whose question is spoken before the clip: the question stays, only what it asks about goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evaluation.asked import Question
from evaluation.models.protocol import Clip, Prompt

_BEGINS = "spoken_frames"  # the measurement that the builder keeps


def clip_begins(question: Question) -> int:
    """Say at which frame of the audio the clip itself begins; 0 where nobody asks aloud."""
    found = question.documented.get(_BEGINS)
    return int(found) if isinstance(found, int | float) and found > 0 else 0


def silenced(prompt: Prompt, *, begins: int = 0) -> Prompt:
    """Give the prompt with silence of the same length, rate and channels, from frame `begins` of each clip on."""
    return replace(prompt, clips=tuple(_silent(clip, begins) for clip in prompt.clips))


def _silent(clip: Clip, begins: int) -> Clip:
    samples = clip.samples.copy()
    samples[begins:] = 0.0
    return replace(clip, samples=samples)


def asked_about(prompt: Prompt, other: Prompt, *, begins: int, other_begins: int) -> Prompt:
    """Give the prompt with its own spoken question before another one's clip.

    Parameters
    ----------
    prompt, other : Prompt
        Of one clip each, of one sampling rate and as many channels.
    begins, other_begins : int
        The frames at which their clips begin.
    """
    (own,), (others,) = prompt.clips, other.clips
    joined = np.concatenate([own.samples[:begins], others.samples[other_begins:]])
    return replace(prompt, clips=(replace(own, samples=joined),))
