"""Two models on the same questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.flipping import flip_test
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.pairing import Measure, paired, rightness
from evaluation.certainty.significance import SIGNIFICANT
from evaluation.verdicts import Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """How a first model differs from a second one, on the questions that both have a score on.

    Parameters
    ----------
    first, second : Interval
        The mean scores.
    difference : Interval
        First less second, paired.
    first_higher, second_higher, ties : int
        On how many questions which model scored more.
    p_mcnemar : float
        McNemar's exact test: questions taken singly, as if there were no groups.
    p_value : float
        Two-sided, groups held together: this one counts.
    only_first, only_second, neither : int
        Questions left out because one or both models have no score on them.
    """

    first: Interval
    second: Interval
    difference: Interval
    first_higher: int
    second_higher: int
    ties: int
    p_mcnemar: float
    p_value: float
    only_first: int = 0
    only_second: int = 0
    neither: int = 0

    @property
    def items(self) -> int:
        """Questions compared."""
        return self.difference.items

    @property
    def left_out(self) -> int:
        """Questions that are not compared."""
        return self.only_first + self.only_second + self.neither

    @property
    def differs(self) -> bool:
        """Whether a difference is shown; among many tasks, correct `p_value` by `holm` first."""
        return self.p_value < SIGNIFICANT

    def to_json(self) -> dict[str, Any]:
        """Give the comparison as JSON values."""
        numbers = ("first_higher", "second_higher", "ties", "p_mcnemar", "p_value")
        missing = ("only_first", "only_second", "neither")
        return json_values(
            {
                "items": self.items,
                **{name: getattr(self, name).to_json() for name in ("first", "second", "difference")},
                **{name: getattr(self, name) for name in (*numbers, *missing)},
            }
        )


def compare(
    questions: Sequence[Question],
    first: Iterable[Verdict],
    second: Iterable[Verdict],
    *,
    measure: Measure = rightness,
    bounds: tuple[float, float] = (0.0, 1.0),
    seed: int = 0,
) -> Comparison:
    """Compare two models question by question.

    The interval of the difference is a paired bootstrap by group (`mean_interval` of the differences). p is by
    turning the groups' differences around (`flip_test`), which without groups is McNemar's exact test.

    Parameters
    ----------
    questions : sequence of Question
        The set.
    first, second : iterable of Verdict
        Each model's, on any of the questions.
    measure : callable
        What is compared: `rightness` or `earned`, or another; None leaves the question out, and is counted.
    bounds : tuple of two floats
        Between which the measure lies.
    seed : int
        Of resampling.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    both = paired(questions, first, second, measure=measure)
    one, two, difference = both.intervals(bounds=bounds, seed=seed)
    higher, lower = int((both.differences > 0).sum()), int((both.differences < 0).sum())
    return Comparison(
        first=one,
        second=two,
        difference=difference,
        first_higher=higher,
        second_higher=lower,
        ties=len(both.groups) - higher - lower,
        p_mcnemar=mcnemar(higher, lower),
        p_value=flip_test(both.differences, both.groups, seed=seed).p_value,
        only_first=both.only_first,
        only_second=both.only_second,
        neither=both.neither,
    )


def mcnemar(first_only: int, second_only: int) -> float:
    """Give McNemar's exact two-sided p: a fair coin's for the questions that only one model got right."""
    from scipy.stats import binomtest

    discordant = first_only + second_only
    return float(binomtest(first_only, discordant).pvalue) if discordant else 1.0
