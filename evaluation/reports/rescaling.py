"""Scores of different measures on one scale: 0 is what is had without listening, 1 the best there is.

- accuracy: (accuracy - chance) / (1 - chance), chance being the mean of one over the options of the set that was
  asked: a published accuracy is held against the chance of the paper's set;
- an error rate: 1 - rate, and 0 where more is wrong than there is;
- a judge's points: their share of the 4 that there are;
- another measure that is a share: as it stands.

What has no best or no worst value (a mean squared error, a correlation) is not put on the scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from evaluation.certainty.interval import Interval
from evaluation.published.sagi import Measure, SagiRow
from evaluation.reports.published_columns import sagi_chance
from evaluation.reports.score import Score
from evaluation.scoring.measures import SAGI_CER, SAGI_WER

_MOST_POINTS = 4.0


def above_chance(accuracy: float, chance: float) -> float:
    """Give an accuracy as a share of the way from chance to 1; negative below chance.

    Parameters
    ----------
    accuracy, chance : float
        From 0 to 1; a chance of 1 leaves nothing to show, and gives NaN.
    """
    return (accuracy - chance) / (1 - chance) if chance < 1 else math.nan


def rescaled(score: Score) -> Interval | None:
    """Give a model's score on the scale, with its interval; None if it has none, or its measure has no place there.

    Where replies came and not one transcript is completed, it is 0, without an interval.
    """
    value = score.value
    if math.isnan(value.value):
        nothing = score.measure in (SAGI_WER, SAGI_CER) and score.tally.missing_rate < 1
        return Interval(value=0.0, low=math.nan, high=math.nan, items=value.items, groups=0) if nothing else None
    onto = _scale_of(score)
    if onto is None or math.isnan(onto(value.value)):
        return None
    low, high = sorted((onto(value.low), onto(value.high))) if value.is_known else (math.nan, math.nan)
    return Interval(value=onto(value.value), low=low, high=high, items=value.items, groups=value.groups)


def _scale_of(score: Score) -> Callable[[float], float] | None:
    if score.is_choice:
        guessing = score.tally.chance.guessing
        chance = 0.0 if math.isnan(guessing) else guessing
        return lambda value: above_chance(value, chance)
    if score.unit == "points":
        return lambda value: value / _MOST_POINTS
    if not score.is_share:
        return None
    return (lambda rate: max(0.0, 1 - rate)) if score.direction == "lower" else (lambda share: share)


def rescaled_row(row: SagiRow, system: str) -> float | None:
    """Give a published result on the scale; chance is that of the paper's own labels."""
    value = row.results.get(system)
    if value is None:
        return None
    if row.measure is Measure.ACCURACY:
        return _known(above_chance(value, sagi_chance(row)))
    return max(0.0, 1 - value) if row.measure is Measure.ERROR_RATE else value / _MOST_POINTS


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
