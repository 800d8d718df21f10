"""The mean of independent numbers that have intervals of their own.

Each number's distances to its ends stand for its uncertainty on either side, and add up as variances do: the method of
variance estimates recovery (Zou and Donner, Construction of confidence limits about effect measures, 2008). Intervals
need not be symmetric, and what made them (groups, few of them, bounds) carries over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from evaluation.certainty.interval import Interval


def mean_of_intervals(parts: Sequence[Interval]) -> Interval:
    """Give the unweighted mean of numbers with its 95 % interval.

    Parameters
    ----------
    parts : sequence of Interval
        Of sets that were drawn independently. The interval is of these sets: it says nothing of other ones.

    Returns
    -------
    Interval
        Without ends if a part has none; NaN of no parts.
    """
    count = len(parts)
    items, groups = sum(part.items for part in parts), sum(part.groups for part in parts)
    if not count:
        return Interval(value=math.nan, low=math.nan, high=math.nan, items=0, groups=0)
    value = math.fsum(part.value for part in parts) / count
    below = math.hypot(*(part.value - part.low for part in parts)) / count
    above = math.hypot(*(part.high - part.value for part in parts)) / count
    return Interval(value=value, low=value - below, high=value + above, items=items, groups=groups)
