"""What p-values are worth when many tasks are tried."""

from __future__ import annotations

import math
from collections.abc import Mapping


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """Correct p-values for their number: the chance that any of those below 0.05 is an accident stays below 0.05.

    Holm (1979), step-down; needs no independence. A NaN, of a task that could not be tested, is no test: it stays and
    does not count.

    Parameters
    ----------
    p_values : mapping of str to float
        By task.

    Returns
    -------
    dict of str to float
        Corrected, in the order given.
    """
    order = sorted((name for name, p in p_values.items() if not math.isnan(p)), key=lambda name: p_values[name])
    corrected: dict[str, float] = {}
    least = 0.0
    for rank, name in enumerate(order):
        least = max(least, min(1.0, p_values[name] * (len(order) - rank)))
        corrected[name] = least
    return {name: corrected.get(name, math.nan) for name in p_values}
