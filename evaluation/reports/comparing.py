"""Models held against the first one, question by question, with p-values corrected for their number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.asked import Question
from evaluation.certainty.comparison import Comparison, compare
from evaluation.certainty.multiplicity import holm
from evaluation.certainty.pairing import earned, rightness
from evaluation.certainty.significance import SIGNIFICANT
from evaluation.reports.score import ReadItem, Score
from evaluation.reports.tasks import ScoreTable


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two models on one task.

    Parameters
    ----------
    task : str
        Its name in the table.
    first, second : str
        The models.
    made : Comparison
        Their scores, first less second.
    p_holm : float
        `made.p_value` corrected for all comparisons of the report.
    lower_is_better : bool
        Whether the measure is an error.
    is_share : bool
        Whether scores are of 1, and are told in per cent.
    grouped : bool
        Whether the files say which questions belong together; if not, each is taken to stand alone, and p is too small
        where they do not.
    """

    task: str
    first: str
    second: str
    made: Comparison
    p_holm: float
    lower_is_better: bool
    is_share: bool
    grouped: bool

    @property
    def better(self) -> str:
        """The model that is shown to be better; empty if neither is."""
        if not self.p_holm < SIGNIFICANT:
            return ""
        return self.first if (self.made.difference.value > 0) != self.lower_is_better else self.second


@dataclass(frozen=True, kw_only=True)
class Uncompared:
    """Two models on one task that could not be compared, and why."""

    task: str
    first: str
    second: str
    reason: str


def compared(table: ScoreTable, *, seed: int = 0) -> tuple[tuple[Pair, ...], tuple[Uncompared, ...]]:
    """Compare every model with the first one on each task that both were scored on.

    Parameters
    ----------
    table : ScoreTable
        The scores; those without `items` are not compared, and named.
    seed : int
        Of resampling.
    """
    made: list[Pair] = []
    left: list[Uncompared] = []
    for task in table.tasks:
        for second in table.models[1:]:
            first = table.models[0]
            if not (first in task.scores and second in task.scores):
                continue
            one, two = task.scores[first], task.scores[second]
            reason = _reason(one, two)
            if reason:
                left.append(Uncompared(task=task.name, first=first, second=second, reason=reason))
            else:
                made.append(paired_scores(task.name, one, two, seed=seed))
    corrected = holm({str(place): pair.made.p_value for place, pair in enumerate(made)})
    return tuple(replace(pair, p_holm=corrected[str(place)]) for place, pair in enumerate(made)), tuple(left)


def _reason(one: Score, two: Score) -> str:
    without = [score.model for score in (one, two) if score.items is None]
    if without:
        return f"no verdicts by question in the file of {' and of '.join(without)}"
    shared = {item.id for item in one.items or ()} & {item.id for item in two.items or ()}
    return "" if shared else "no question in common"


def paired_scores(task: str, one: Score, two: Score, *, seed: int) -> Pair:
    """Compare two scores of the same questions by their ids; `p_holm` is left open.

    Parameters
    ----------
    task : str
        What to call it.
    one, two : Score
        By one measure, both with `items`.
    seed : int
        Of resampling.
    """
    first, second = one.items or (), two.items or ()
    made = compare(
        _questions(first, second),
        [item.verdict for item in first],
        [item.verdict for item in second],
        measure=rightness if one.is_choice else earned,
        bounds=one.bounds,
        seed=seed,
    )
    return Pair(
        task=task,
        first=one.model,
        second=two.model,
        made=made,
        p_holm=math.nan,
        lower_is_better=one.direction == "lower",
        is_share=one.is_share,
        grouped=all(item.group is not None for item in (*first, *second)),
    )


def _questions(first: Sequence[ReadItem], second: Sequence[ReadItem]) -> list[Question]:
    groups: dict[str, str] = {}
    for item in (*first, *second):
        groups[item.id] = groups.get(item.id) or item.group or ""
    return [Question(id=name, text="", group=group) for name, group in groups.items()]
