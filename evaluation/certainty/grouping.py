"""Which items belong together, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.intp]
Values = NDArray[np.float64]


def numbered(groups: Sequence[str]) -> Indices:
    """Number groups by first appearance, shape (items,); an item without a group is a group of its own."""
    numbers: dict[Any, int] = {}
    return np.array(
        [numbers.setdefault(group or place, len(numbers)) for place, group in enumerate(groups)], dtype=np.intp
    )


def group_sums(values: Values, numbers: Indices) -> Values:
    """Add up the items of each group: (items,) gives (groups,), and (items, columns) gives (groups, columns)."""
    sums = np.zeros((int(numbers.max(initial=-1)) + 1, *values.shape[1:]))
    np.add.at(sums, numbers, values)
    return sums
