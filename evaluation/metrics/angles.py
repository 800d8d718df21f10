"""The angle between directions."""

from __future__ import annotations

import math

import numpy as np

from evaluation.metrics.literals import numbers_of
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.statistic import mean_of


def angle_difference(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean angle between vectors, in radians from 0 to pi.

    Parameters
    ----------
    references, hypotheses : sequence of str
        Vectors such as "[0.1, -0.3, 0.95]", of any length but 0. A reply with another number of coordinates, or of
        length 0, is N/A.

    Raises
    ------
    MetricError
        If a reference is not a vector with a direction, or the lengths of the sequences differ.

    Notes
    -----
    2 atan2(|u - v|, |u + v|) over unit vectors, which keeps small angles that the arc cosine loses (W. Kahan, "How
    futile are mindless assessments of roundoff", 2006, section 12).
    """
    pairs = read_pairs(references, hypotheses, _direction, kind="a vector with a direction, such as [0.1, -0.3, 0.95]")
    angles = [None if pair is None or len(pair[0]) != len(pair[1]) else _between(*pair) for pair in pairs]
    return measured(mean_of(angles), valid=[angle is not None for angle in angles], per_item=angles)


def _direction(text: str) -> tuple[float, ...] | None:
    numbers = numbers_of(text)
    if numbers is None or len(numbers) < 2:
        return None
    largest = max(abs(each) for each in numbers)
    if largest == 0:
        return None
    scaled = np.asarray(numbers) / largest  # first, so that squares neither overflow nor vanish
    return tuple((scaled / np.linalg.norm(scaled)).tolist())


def _between(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    difference, total = np.subtract(one, other), np.add(one, other)
    return 2 * math.atan2(float(np.linalg.norm(difference)), float(np.linalg.norm(total)))
