"""The interval of a share."""

from __future__ import annotations

import math

_Z_95 = 1.959964  # two-sided 95 % of the normal distribution


def wilson(holds: int, items: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of the share `holds / items`; (0, 1) if there are no items.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    if items == 0:
        return 0.0, 1.0
    share, square = holds / items, _Z_95**2
    middle = (share + square / (2 * items)) / (1 + square / items)
    half = _Z_95 * math.sqrt(share * (1 - share) / items + square / (4 * items**2)) / (1 + square / items)
    # At the ends the formula is exact but for rounding.
    return (0.0 if holds == 0 else middle - half), (1.0 if holds == items else middle + half)
