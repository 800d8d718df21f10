"""What a comparison could have found."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evaluation.certainty.grouping import Values, group_sums, numbered
from evaluation.certainty.significance import SIGNIFICANT

POWER = 0.8
# Five groups that come out in favour, and none against, are the fewest with a one-sided p below 0.05 (1/32); of a
# Poisson count with this mean, five or more come in four cases of five.
_EXPECTED_GROUPS = 6.72


def detectable_difference(differences: Values, groups: Sequence[str]) -> float:
    """Give the mean difference that a one-sided test at 0.05 finds with 80 % power.

    By the normal approximation from the differences' spread between groups, and never less than the few groups that
    any test by groups needs: models that always agree show no spread, and yet no small difference would be found.

    Parameters
    ----------
    differences : numpy.ndarray, shape (items,)
        Paired, from -1 to 1.
    groups : sequence of str, shape (items,)
        An item without a group stands alone.

    Returns
    -------
    float
        At most 1.
    """
    from scipy.stats import norm

    numbers = numbered(groups)
    sums, sizes = group_sums(differences, numbers), group_sums(np.ones(len(differences)), numbers)
    count = len(sums)
    if count < 2:
        return 1.0
    spread = sums - differences.mean() * sizes
    error = math.sqrt(count / (count - 1) * float((spread**2).sum())) / len(differences)
    by_spread = float(norm.ppf(1 - SIGNIFICANT) + norm.ppf(POWER)) * error
    return min(max(by_spread, _EXPECTED_GROUPS / count), 1.0)
