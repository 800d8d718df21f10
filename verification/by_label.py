"""Measured values, sorted by what they are and by the label of the clip: for summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from verification.properties import Measured


def values_by_label(measured: Sequence[Measured]) -> Mapping[str, Mapping[str, list[float]]]:
    """Sort values that are named by what they are, a space, and a label.

    Parameters
    ----------
    measured : sequence of mapping
        Such as `{"sounding_s dry cough": 1.2}` for each clip.

    Returns
    -------
    mapping
        For each name, the values of each label, labels sorted; a name that nothing has is empty.
    """
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in measured:
        for key, value in each.items():
            name, _, label = key.partition(" ")
            values[name][label].append(value)
    return defaultdict(dict, {name: dict(sorted(few.items())) for name, few in values.items()})


def medians(values: Mapping[str, Sequence[float]], told: Callable[[float], str]) -> str:
    """List the median of each label, such as `1.2 dry cough, 0.9 wet cough`."""
    return ", ".join(f"{told(float(np.median(few)))} {label}" for label, few in values.items())
