"""Questions as inspect-ai's samples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from evaluation.asked import Question
from evaluation.harness.waves import wave_file
from evaluation.models.controls import Control, controlled
from evaluation.models.protocol import Clip, joined
from evaluation.sets.question_set import QuestionSet

if TYPE_CHECKING:
    from inspect_ai.dataset import Sample


def samples_of(
    questions: QuestionSet, *, control: Control, one_clip: bool, seed: int, limit: int | None = None
) -> Iterator[Sample]:
    """Make a sample of each question: its clips as WAV files with their channels, then the text.

    Parameters
    ----------
    questions : QuestionSet
        The set.
    control : Control
        What is done to the audio first.
    one_clip : bool
        Join several clips into one, with half a second of silence between them.
    seed : int
        Of what a control draws.
    limit : int, optional
        Take the first so many questions only.
    """
    for question, prompt in islice(controlled(questions.with_audio(), control, seed=seed), limit):
        clips = (joined(prompt.clips),) if one_clip and len(prompt.clips) > 1 else prompt.clips
        yield _sample(question, clips)


def _sample(question: Question, clips: tuple[Clip, ...]) -> Sample:
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageUser, ContentAudio, ContentText

    audio = [ContentAudio(audio=str(wave_file(clip)), format="wav") for clip in clips]
    # No `choices`: inspect would letter them, and the instruction names them already.
    return Sample(
        id=question.id,
        input=[ChatMessageUser(content=[*audio, ContentText(text=question.text)])],
        target=question.label,
        metadata={"group": question.group or question.id, "options": list(question.options)},
    )
