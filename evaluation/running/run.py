"""Ask a model every question of a set that has no reply yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from evaluation.errors import ModelError
from evaluation.models.controls import Control, controlled
from evaluation.models.protocol import Model, Prompt
from evaluation.running.asking import Asking
from evaluation.running.journal import Journal
from evaluation.sets.question_set import QuestionSet
from execution.progress import Progress
from manifests.digest import opaque_id


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """How a model is to be asked.

    Parameters
    ----------
    out : pathlib.Path
        The file of replies.
    control : Control
        What is done to the audio first.
    concurrency : int
        Questions that are asked at a time.
    most_usd : float or None
        Ask nothing more when the next reply could cost more than is left, or a reply's cost is not known.
    limit : int or None
        Ask the first so many questions only.
    seed : int
        Of what a control draws.
    """

    out: Path
    control: Control = Control.NONE
    concurrency: int = 4
    most_usd: float | None = None
    limit: int | None = None
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class RunSummary:
    """What came of a run.

    Parameters
    ----------
    asked, failed : int
        Questions that were asked now, and those of them that got no reply.
    kept : int
        Questions that had a reply before.
    total : int
        Questions to ask in all.
    replied : int
        Questions that have a reply now, of `total`.
    spent_usd : float
        Over all replies in the file, as far as it is known.
    stopped : str
        Why it ended early; empty if it did not.
    first_failure : str
        The first question that got no reply, why, and what to do; empty if there is none.
    long_clips : int
        Clips that were asked about now and are longer than 30 s: some models cut them.
    """

    asked: int
    kept: int
    failed: int
    total: int
    replied: int
    spent_usd: float
    stopped: str = ""
    first_failure: str = ""
    long_clips: int = 0

    @property
    def complete(self) -> bool:
        """Whether every question has a reply."""
        return self.replied == self.total


def run_model(questions: QuestionSet, model: Model, request: RunRequest) -> RunSummary:
    """Ask, and keep every reply as it comes.

    It may be stopped at any moment: replies that have come, or come within 0.7 s of Ctrl-C, are kept; an endpoint that
    still hangs then is not waited for.

    Raises
    ------
    ModelError
        If five questions one after another cannot be asked, or a control is asked for where there is no audio.
    ReplyError
        If the file is of another run.
    OutputError
        If the file cannot be written.
    SoundprobeError
        If the set cannot be read.
    """
    if request.control is not Control.NONE and not questions.has_audio:
        raise ModelError(
            where=f"--control {request.control.value}",
            found="a set without audio",
            wanted="audio, which the control replaces",
            remedy="leave --control out, or name the column that holds audio with --audio",
        )
    names = [question.id for question in questions.questions]
    wanted = names[: request.limit]
    with Journal(request.out, _run_facts(questions, model, request)) as journal:
        kept = sum(name in journal.answered for name in wanted)
        progress = Progress(f"asking {model.name}", total=len(wanted), unit="questions")
        work = Asking(model, journal, progress, concurrency=request.concurrency, most_usd=request.most_usd)
        with progress:
            progress.advance(kept)
            work.ask(_waiting(questions, request, leave=journal.answered.union(names[len(wanted) :])))
        return RunSummary(
            asked=work.replied + work.failed,
            kept=kept,
            failed=work.failed,
            total=len(wanted),
            replied=sum(name in journal.answered for name in wanted),
            spent_usd=journal.spent_usd,
            stopped=work.stopped,
            first_failure=work.first_failure,
            long_clips=work.long_clips,
        )


def _run_facts(questions: QuestionSet, model: Model, request: RunRequest) -> dict[str, Any]:
    listed = [[question.id, question.text, question.label] for question in questions.questions]
    return {
        "set": questions.name,
        "questions_sha256": opaque_id(*listed, digits=64),
        "model": model.name,
        "control": request.control.value,
        "seed": request.seed,
        **getattr(model, "settings", {}),  # a function has none
    }


def _waiting(questions: QuestionSet, request: RunRequest, *, leave: set[str]) -> Iterator[tuple[str, Prompt]]:
    """Give ids and prompts, but of those to leave."""
    left = sum(question.id not in leave for question in questions.questions)
    stream = controlled(questions.with_audio(), request.control, seed=request.seed, without=leave)
    return ((question.id, prompt) for question, prompt in islice(stream, left))
