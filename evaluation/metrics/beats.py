"""Times of beats, compared with the nearest that a reply gives."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.literals import numbers_of
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.statistic import mean_of

_KIND = 'times in seconds, such as "[0.5, 1.0, 1.5]"'


def miss_time(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean over items of the time by which beats are missed, in seconds, not below 0.

    Of each item: the distances from its beats to the nearest that the reply gives, added up. A reply without a time is
    N/A, as is one that is no list.

    Raises
    ------
    MetricError
        If a reference is not a list of times, or the lengths differ.

    Notes
    -----
    Our reading: the suite's paper prints "Miss Time" and does not define it.
    """
    values = [None if each is None else float(each.sum()) for each in _distances_s(references, hypotheses)]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def beat_error(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean over items of the mean squared distance from beats to the nearest given, in square seconds.

    Raises
    ------
    MetricError
        If a reference is not a list of times, or the lengths differ.

    Notes
    -----
    Our reading: the suite's paper prints "ERR" in Table 5 and MSE in Table 8 for the same task, defines neither, and
    has no value of it, all replies having been N/A.
    """
    values = [None if each is None else float(np.square(each).mean()) for each in _distances_s(references, hypotheses)]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def _distances_s(references: References, hypotheses: Hypotheses) -> list[np.ndarray | None]:
    pairs = read_pairs(references, hypotheses, _times_s, kind=_KIND)
    return [
        None if pair is None else np.array([min(abs(beat - each) for each in pair[1]) for beat in pair[0]])
        for pair in pairs
    ]


def _times_s(text: str) -> tuple[float, ...] | None:
    times_s = numbers_of(text)
    # Past a day it is no time within a clip.
    return times_s if times_s and all(abs(each) < 86_400 for each in times_s) else None
