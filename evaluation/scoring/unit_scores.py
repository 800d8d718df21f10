"""Scores from 0 to 1, higher better, whatever the measure: what two runs of one model are compared by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from evaluation.errors import ReplyError
from evaluation.scoring.measures import Scoring
from evaluation.verdicts import Outcome, Verdict

TOP_POINTS = 4.0


def unit_scores(made: Scoring) -> tuple[Verdict, ...]:
    """Give the verdicts with scores from 0 to 1, higher better.

    A share stays as it is, an error rate becomes 1 less the rate (0 from a rate of 1 on), points a share of 4. A reply
    that has no score, but came, gets 0.

    Raises
    ------
    ReplyError
        If the measure has no such scale for one question, as a difference in seconds or a correlation has not.
    """
    scaled = _scale(made)
    return tuple(replace(verdict, score=_scaled(verdict, scaled)) for verdict in made.verdicts)


def _scaled(verdict: Verdict, scaled: Callable[[float], float]) -> float | None:
    if verdict.outcome is Outcome.MISSING:
        return None
    return 0.0 if verdict.score is None else scaled(verdict.score)


def _scale(made: Scoring) -> Callable[[float], float]:
    if made.unit == "points":
        return lambda points: points / TOP_POINTS
    if made.unit == "share" and any(verdict.score is not None for verdict in made.verdicts):
        if made.details.get("direction") == "lower":
            return lambda rate: 1.0 - min(rate, 1.0)
        return lambda share: share
    raise ReplyError(
        where=f"--measure {made.measure}",
        found="a measure without a score from 0 to 1 for each question",
        wanted="strict choice, points or an error rate, to hold against a control",
        remedy="leave --blind and --swap out, and score the control's replies by themselves",
    )
