"""Keep a bounded number of questions in the air, and land every reply that comes."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from functools import partial
from typing import SupportsFloat, SupportsIndex

from evaluation.answer import Answer
from evaluation.errors import ModelError
from evaluation.models.errors import UnusableReplyError
from evaluation.models.protocol import Model, Prompt
from evaluation.running.allowance import Allowance
from evaluation.running.crew import Crew
from evaluation.running.journal import Given, Journal
from execution.progress import Progress
from manifests.errors import SoundprobeError

_MOST_FAILURES = 5  # one after another: then it is the model or the network, not a question
_LONGEST_S = 30.0  # the limit of both suites, and of many front ends
# What is in the air when a run breaks off may be paid for already: so long it is waited for.
_GRACE_S = 10.0
_GRACE_STOPPED_S = 0.7  # after Ctrl-C


class Asking:
    """Asks, and writes down what comes.

    Parameters
    ----------
    model : Model
        Who is asked.
    journal : Journal
        Where replies go.
    progress : Progress
        Advances by a question each.
    concurrency : int
        Questions in the air at a time.
    most_usd : float or None
        What may be spent.

    Attributes
    ----------
    replied, failed : int
        Questions that got a reply, and that got none.
    first_failure : str
        The first question that got none, why, and what to do; empty if there is none.
    long_clips : int
        Clips longer than 30 s.
    """

    def __init__(
        self, model: Model, journal: Journal, progress: Progress, *, concurrency: int, most_usd: float | None
    ) -> None:
        self._model, self._journal, self._progress, self._concurrency = model, journal, progress, concurrency
        self._allowance = Allowance(most_usd)
        self._in_a_row = 0
        self.replied = self.failed = self.long_clips = 0
        self.first_failure = ""

    @property
    def stopped(self) -> str:
        """Why it ended early; empty if it did not."""
        return self._allowance.stopped

    def ask(self, waiting: Iterator[tuple[str, Prompt]]) -> None:
        """Ask the questions of these ids.

        Raises
        ------
        ModelError
            If five one after another cannot be asked.
        OutputError
            If a reply cannot be written.
        """
        crew: Crew[Given] = Crew(self._concurrency)
        flying: set[Future[Given]] = set()
        try:
            while self._fill(crew, waiting, flying):
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    self._land(future.result())
                    flying.discard(future)
        except BaseException as error:
            self._save(flying, _GRACE_STOPPED_S if isinstance(error, KeyboardInterrupt) else _GRACE_S)
            raise
        finally:
            crew.dismiss()

    def _fill(self, crew: Crew[Given], waiting: Iterator[tuple[str, Prompt]], flying: set[Future[Given]]) -> bool:
        while len(flying) < self._concurrency and self._allowance.permits(
            spent_usd=self._journal.spent_usd, dearest_usd=self._journal.dearest_usd, flying=len(flying)
        ):
            name, prompt = next(waiting, (None, None))
            if name is None or prompt is None:
                break
            self.long_clips += sum(clip.duration_s > _LONGEST_S for clip in prompt.clips)
            flying.add(crew.submit(partial(_given, self._model, name, prompt)))
        return bool(flying)

    def _land(self, given: Given) -> None:
        self._journal.add(given)
        self._progress.advance(1)
        if given.reply is not None:
            self._in_a_row = 0
            self.replied += 1
            self._allowance.note(given.cost_usd)
            return
        self.failed += 1
        self._in_a_row += 1
        self.first_failure = self.first_failure or f"question {given.id}: {given.error} (to do: {given.remedy})"
        if self._in_a_row >= _MOST_FAILURES:
            raise ModelError(
                where=f"{self._model.name}, question {given.id}",
                found=f"{self._in_a_row} failures one after another; the last: {given.error}",
                wanted="replies",
                remedy=given.remedy,
            )

    def _save(self, flying: set[Future[Given]], grace_s: float) -> None:
        """Keep the replies that have come, or come within a moment."""
        try:
            wait(flying, timeout=grace_s)
        finally:
            for future in flying:
                given = future.result() if future.done() and not future.exception() else None
                if given is not None and given.reply is not None and given.id not in self._journal.answered:
                    with suppress(SoundprobeError):  # what broke the run off is told, not what followed from it
                        self._journal.add(given)


def _given(model: Model, name: str, prompt: Prompt) -> Given:
    """Ask one question; whatever a model does, it is this question that failed."""
    started = time.perf_counter()
    said: Answer | UnusableReplyError | None = None
    text, reason, remedy = None, "", "put that right and run it again: what was answered is kept"
    try:
        said = model.answer(prompt)
        text = said.text if isinstance(said.text, str) else None
        reason = "" if text is not None else f"a text of the kind {type(said.text).__name__}"
    except UnusableReplyError as error:
        said, reason, remedy = error, error.found, error.remedy
    except ModelError as error:
        reason, remedy = error.found, error.remedy
    except BaseException as error:  # noqa: BLE001  a user's function may even leave by SystemExit
        reason = f"{type(error).__name__}: {error}"
    return Given(
        id=name,
        reply=text,
        seconds=time.perf_counter() - started,
        input_tokens=_count(said.input_tokens) if said else 0,
        output_tokens=_count(said.output_tokens) if said else 0,
        cost_usd=_amount(said.cost_usd) if said else None,
        error=reason,
        remedy=remedy,
    )


def _count(tokens: object) -> int:
    """Give a count, of NumPy's kind too; 0 for what is none."""
    return int(tokens) if isinstance(tokens, SupportsIndex) else 0


def _amount(cost_usd: object) -> float | None:
    """Give a cost, of NumPy's kind too; None for what is none: NaN, or less than nothing."""
    amount = float(cost_usd) if isinstance(cost_usd, SupportsFloat) else math.nan
    return amount if math.isfinite(amount) and amount >= 0 else None
