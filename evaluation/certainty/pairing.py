"""Two runs on the same questions, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.asked import Question
from evaluation.certainty.bootstrap import mean_interval
from evaluation.certainty.grouping import Values
from evaluation.certainty.interval import Interval
from evaluation.certainty.scored import scored
from evaluation.verdicts import Outcome, Verdict

Measure = Callable[[Verdict], float | None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Paired:
    """Scores on the questions that have one in both runs, and what was left out.

    Parameters
    ----------
    first, second : numpy.ndarray, shape (items,)
        The scores.
    groups : tuple of str
        Of the items.
    only_first, only_second, neither : int
        Questions without a score in one run or both.
    """

    first: Values
    second: Values
    groups: tuple[str, ...]
    only_first: int
    only_second: int
    neither: int

    @property
    def differences(self) -> Values:
        """First less second, shape (items,)."""
        return self.first - self.second

    @property
    def left_out(self) -> int:
        """Questions that are not compared."""
        return self.only_first + self.only_second + self.neither

    def intervals(self, *, bounds: tuple[float, float], seed: int) -> tuple[Interval, Interval, Interval]:
        """Give the mean of the first, of the second, and of their differences; scores lie between `bounds`."""
        width = bounds[1] - bounds[0]
        return (
            mean_interval(self.first, self.groups, bounds=bounds, seed=seed),
            mean_interval(self.second, self.groups, bounds=bounds, seed=seed),
            mean_interval(self.differences, self.groups, bounds=(-width, width), seed=seed),
        )


def rightness(verdict: Verdict) -> float | None:
    """Give 1 for a right answer, 0 for any other reply, None for none."""
    return None if verdict.outcome is Outcome.MISSING else float(verdict.is_right)


def earned(verdict: Verdict) -> float | None:
    """Give the score; None where there is none."""
    return verdict.score


def spared(measure: Measure, question: Question, verdict: Verdict) -> float | None:
    """Give a reply to a closed question that chooses no option what a guess would have earned.

    Who is given silence and says so does not answer worse for want of hearing: without this, noticing that there is
    no sound would pass for hearing what is asked.
    """
    if question.options and not (verdict.chosen or verdict.is_right or verdict.outcome is Outcome.MISSING):
        return 1 / len(question.options)
    return measure(verdict)


def paired(
    questions: Sequence[Question],
    first: Iterable[Verdict],
    second: Iterable[Verdict],
    *,
    measure: Measure = rightness,
    spare_second: bool = False,
) -> Paired:
    """Put two runs side by side; see `spared` for what the second may be spared.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    found = [
        (
            row.question.group,
            measure(row.verdict),
            spared(measure, row.question, other.verdict) if spare_second else measure(other.verdict),
        )
        for row, other in zip(scored(questions, first), scored(questions, second), strict=True)
    ]
    both = [(group, one, two) for group, one, two in found if one is not None and two is not None]
    return Paired(
        first=np.array([one for _, one, _ in both], dtype=np.float64),
        second=np.array([two for _, _, two in both], dtype=np.float64),
        groups=tuple(group for group, _, _ in both),
        only_first=sum(one is not None and two is None for _, one, two in found),
        only_second=sum(one is None and two is not None for _, one, two in found),
        neither=sum(one is None and two is None for _, one, two in found),
    )
