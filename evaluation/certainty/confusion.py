"""Which label was answered by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.scored import Scored, scored
from evaluation.verdicts import Outcome, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Confusion:
    """A table of counts.

    Parameters
    ----------
    labels : tuple of str
        The rows: right answers, sorted.
    answers : tuple of str
        The first columns: options that were labels or were chosen, sorted.
    others : tuple of Outcome
        The columns after them: what else became of replies. `wrong` is of those that name no single option.
    counts : tuple of tuples of int
        Questions, by row and column.
    """

    labels: tuple[str, ...]
    answers: tuple[str, ...]
    others: tuple[Outcome, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def recalls(self) -> dict[str, float]:
        """By label the share of its questions answered by it."""
        return {
            label: row[self.answers.index(label)] / sum(row)
            for label, row in zip(self.labels, self.counts, strict=True)
        }

    def to_json(self) -> dict[str, Any]:
        """Give the table as JSON values."""
        return {
            "labels": list(self.labels),
            "columns": [*self.answers, *(outcome.value for outcome in self.others)],
            "counts": [list(row) for row in self.counts],
        }


_OTHERS = (Outcome.WRONG, Outcome.UNPARSABLE, Outcome.REFUSED, Outcome.UNJUDGED, Outcome.MISSING)


def confusion(questions: Sequence[Question], verdicts: Iterable[Verdict]) -> Confusion:
    """Count answers by label, over the closed questions.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    rows = [row for row in scored(questions, verdicts) if row.question.options]
    labels = tuple(sorted({row.question.label for row in rows}))
    chosen = {row.verdict.chosen for row in rows if row.verdict.chosen}
    answers = tuple(sorted(chosen.union(labels)))
    counts = Counter((row.question.label, _column(row)) for row in rows)
    return Confusion(
        labels=labels,
        answers=answers,
        others=_OTHERS,
        counts=tuple(tuple(counts[label, column] for column in (*answers, *_OTHERS)) for label in labels),
    )


def _column(row: Scored) -> str | Outcome:
    return row.verdict.chosen or row.verdict.outcome
