"""Questions with what became of their replies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.asked import Question
from evaluation.certainty.grouping import Values
from evaluation.errors import ReplyError
from evaluation.verdicts import Outcome, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Scored:
    """One question and the verdict on its reply; without a verdict the reply is missing."""

    question: Question
    verdict: Verdict

    @property
    def right_position(self) -> int | None:
        """Place of the right option, from 0; None if it is none of the options."""
        return _place(self.question, self.question.label)

    @property
    def chosen_position(self) -> int | None:
        """Place of the option that was chosen, from 0; None if none was."""
        return _place(self.question, self.verdict.chosen)


def scored(questions: Sequence[Question], verdicts: Iterable[Verdict]) -> list[Scored]:
    """Put each question together with its verdict, in the order of the questions.

    Raises
    ------
    ReplyError
        If a verdict is on no question of these, or there are two on one.
    """
    by_id: dict[str, Verdict] = {}
    for verdict in verdicts:
        if by_id.setdefault(verdict.id, verdict) is not verdict:
            raise _unfit(verdict.id, "a second verdict on it", "one verdict for each question")
    known = {question.id for question in questions}
    for name in by_id:
        if name not in known:
            raise _unfit(name, "no question of this id", "verdicts on the questions that were asked")
    return [
        Scored(
            question=question,
            verdict=by_id.get(question.id) or Verdict(id=question.id, outcome=Outcome.MISSING, reason="no reply"),
        )
        for question in questions
    ]


def groups_of(rows: Iterable[Scored]) -> list[str]:
    """Give the group of each."""
    return [row.question.group for row in rows]


def hits(rows: Iterable[Scored]) -> Values:
    """Give 1 for each right answer and 0 for each other, shape (items,)."""
    return np.array([row.verdict.is_right for row in rows], dtype=np.float64)


def _place(question: Question, option: str) -> int | None:
    return question.options.index(option) if option in question.options else None


def _unfit(name: str, found: str, wanted: str) -> ReplyError:
    return ReplyError(
        where=f"question {name!r}", found=found, wanted=wanted, remedy="judge the replies to this set, once each"
    )
