"""How much better than the baseline: section 5.1's relative improvement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from statistics import fmean

from evaluation.direction import Direction
from evaluation.published.errors import ResultsError
from evaluation.published.result import Result, Results


class Exclusion(StrEnum):
    """Why a metric has no relative score (caption of Figure 3)."""

    ALL_NA = "no reply of the model could be used"
    BASELINE_ALL_NA = "no reply of the baseline could be used"
    BASELINE_ZERO = "the baseline scores zero"
    NOT_RUN = "the model has no result"


@dataclass(frozen=True, slots=True)
class TaskScore:
    """A task's relative score.

    Parameters
    ----------
    task : str
        Its name.
    improvements : mapping of str to float
        By metric; 0 is as good as the baseline, 1 is 100 % better.
    excluded : mapping of str to Exclusion
        The metrics that have none, and why.
    """

    task: str
    improvements: Mapping[str, float]
    excluded: Mapping[str, Exclusion]

    @property
    def score(self) -> float | None:
        """The mean over the task's metrics; None if all are excluded."""
        return fmean(self.improvements.values()) if self.improvements else None


def relative_improvement(value: float, baseline: float, direction: Direction) -> float:
    """Give the improvement over a baseline, as a share of it.

    (value - baseline) / |baseline| where higher is better, (baseline - value) / |baseline| where lower is better: an
    error rate of half the baseline's is +0.5, of ten times the baseline's -9. It has no floor where lower is better,
    as the paper's outliers have none. The bars matter for correlations, whose baseline may be negative.

    Parameters
    ----------
    value, baseline : float
        Scaled by their N/A rates.
    direction : Direction
        Which way the metric is better.

    Raises
    ------
    ZeroDivisionError
        If the baseline is zero.
    """
    gain = value - baseline if direction is Direction.HIGHER else baseline - value
    return gain / abs(baseline)


def relative_scores(results: Results, baseline: Results) -> dict[str, TaskScore]:
    """Score a model's results on every task of the baseline.

    Parameters
    ----------
    results : mapping of str to sequence of Result
        The model's, by task; tasks that are not there count as not run.
    baseline : mapping of str to sequence of Result
        The baseline's: `read_judged(judge).of(BASELINE)`.

    Returns
    -------
    dict of str to TaskScore
        By task, in the baseline's order.

    Raises
    ------
    ResultsError
        If a task or metric of the model is none of the baseline's, stands twice, or has another direction.
    """
    for task in results:
        if task not in baseline:
            near = get_close_matches(task, list(baseline), n=1, cutoff=0.5)
            raise ResultsError(
                where="results",
                found=f"the task {task!r}",
                wanted="a task of the baseline",
                remedy=f"perhaps {near[0]!r} is meant" if near else "leave it out, or give the baseline's result too",
            )
    return {task: _task_score(task, results.get(task, ()), theirs) for task, theirs in baseline.items()}


def _task_score(task: str, ours: Sequence[Result], theirs: Sequence[Result]) -> TaskScore:
    mine = {result.metric: result for result in ours}
    known = {result.metric: result.direction for result in theirs}
    wrong = [result for result in ours if known.get(result.metric) is not result.direction]
    if wrong or len(mine) < len(ours):
        found = wrong[0] if wrong else ours[-1]
        raise ResultsError(
            where=task,
            found=f"{found.metric} ({found.direction} is better)" if wrong else "a metric twice",
            wanted=", ".join(f"{metric} ({direction} is better)" for metric, direction in known.items()),
            remedy="name each metric once, as the baseline does",
        )
    improvements: dict[str, float] = {}
    excluded: dict[str, Exclusion] = {}
    for base in theirs:
        compared = _compared(mine.get(base.metric), base)
        if isinstance(compared, Exclusion):
            excluded[base.metric] = compared
        else:
            improvements[base.metric] = compared
    return TaskScore(task, improvements, excluded)


def _compared(result: Result | None, base: Result) -> float | Exclusion:
    if base.scaled is None:
        return Exclusion.BASELINE_ALL_NA
    if base.scaled == 0:
        return Exclusion.BASELINE_ZERO
    if result is None:
        return Exclusion.NOT_RUN
    if result.scaled is None:
        return Exclusion.ALL_NA
    return relative_improvement(result.scaled, base.scaled, base.direction)
