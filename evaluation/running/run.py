"""Ask a model every question of a set that has no reply yet."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from evaluation.errors import ModelError
from evaluation.models.controls import Control, controlled
from evaluation.models.protocol import Model, Prompt
from evaluation.running.journal import Given, Journal
from evaluation.sets.question_set import QuestionSet
from execution.progress import Progress
from manifests.digest import opaque_id

_MOST_FAILURES = 5  # one after another: then it is the model or the network, not a question
_LONGEST_S = 30.0  # the limit of both suites, and of many front ends


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
        Stop when so much is spent; questions that are being asked then are still paid for.
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
    asked, kept, failed : int
        Questions that were asked now, that had a reply before, and that got none.
    total : int
        Questions to ask in all.
    spent_usd : float
        Over all replies in the file, as far as it is known.
    stopped : str
        Why it ended early; empty if it did not.
    long_clips : int
        Clips that were asked about now and are longer than 30 s: some models cut them.
    """

    asked: int
    kept: int
    failed: int
    total: int
    spent_usd: float
    stopped: str = ""
    long_clips: int = 0

    @property
    def complete(self) -> bool:
        """Whether every question has a reply."""
        return self.asked + self.kept == self.total


def run_model(questions: QuestionSet, model: Model, request: RunRequest) -> RunSummary:
    """Ask, and keep every reply as it comes.

    Raises
    ------
    ModelError
        If five questions one after another cannot be asked.
    ReplyError
        If the file is of another run.
    OutputError
        If the file cannot be written.
    SoundprobeError
        If the set cannot be read.
    """
    known = questions.questions
    total = len(known) if request.limit is None else min(request.limit, len(known))
    with Journal(request.out, _run_facts(questions, model, request)) as journal:
        kept = len(journal.answered)
        work = _Asking(model, request, journal, Progress(f"asking {model.name}", total=total, unit="questions"))
        with work.progress:
            work.progress.advance(kept)
            work.ask(_waiting(questions, request, total, journal.answered))
        return RunSummary(
            asked=len(journal.answered) - kept,
            kept=kept,
            failed=work.failed,
            total=total,
            spent_usd=journal.spent_usd,
            stopped=work.stopped,
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
    }


def _waiting(questions: QuestionSet, request: RunRequest, total: int, answered: set[str]) -> Iterator[Prompt]:
    """Give the prompts that have no reply yet."""
    before = frozenset(answered)  # the set itself grows while this is read
    left = total - len(before)
    stream = controlled(questions.with_audio(), request.control, seed=request.seed, without=before)
    return (prompt for _, prompt in islice(stream, max(left, 0)))


class _Asking:
    """A bounded number of questions in the air at a time."""

    def __init__(self, model: Model, request: RunRequest, journal: Journal, progress: Progress) -> None:
        self._model, self._request, self._journal, self.progress = model, request, journal, progress
        self._in_a_row = 0
        self.failed = 0
        self.stopped = ""
        self.long_clips = 0

    def ask(self, waiting: Iterator[Prompt]) -> None:
        pool = ThreadPoolExecutor(self._request.concurrency)
        flying: set[Future[Given]] = set()
        try:
            while self._fill(pool, waiting, flying):
                done, rest = wait(flying, return_when=FIRST_COMPLETED)
                flying = set(rest)
                for future in done:
                    self._land(future.result())
        finally:
            pool.shutdown(cancel_futures=True)

    def _fill(self, pool: ThreadPoolExecutor, waiting: Iterator[Prompt], flying: set[Future[Given]]) -> bool:
        most = self._request.most_usd
        if most is not None and self._journal.spent_usd >= most:
            self.stopped = f"{self._journal.spent_usd:.2f} USD are spent, and {most:.2f} were allowed"
        while not self.stopped and len(flying) < self._request.concurrency:
            prompt = next(waiting, None)
            if prompt is None:
                break
            self.long_clips += sum(clip.duration_s > _LONGEST_S for clip in prompt.clips)
            flying.add(pool.submit(partial(_answer, self._model, prompt)))
        return bool(flying)

    def _land(self, given: Given) -> None:
        self._journal.add(given)
        self.progress.advance(1)
        if given.reply is not None:
            self._in_a_row = 0
            return
        self.failed += 1
        self._in_a_row += 1
        if self._in_a_row >= _MOST_FAILURES:
            raise ModelError(
                where=self._model.name,
                found=f"{self._in_a_row} failures one after another; the last: {given.error}",
                wanted="replies",
                remedy="put that right and run it again: what was answered is kept",
            )


def _answer(model: Model, prompt: Prompt) -> Given:
    started = time.perf_counter()
    try:
        answer = model.answer(prompt)
    except ModelError as error:
        return Given(id=prompt.id, reply=None, seconds=time.perf_counter() - started, error=f"{error.found}")
    return Given(
        id=prompt.id,
        reply=answer.text,
        seconds=time.perf_counter() - started,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        cost_usd=answer.cost_usd,
    )
