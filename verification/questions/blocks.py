"""Rows of one class in a block: the place in the set, or the number in the id, tells the label."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

# Rows are called a block if their labels change so much less often than by chance ...
_RUNS_P = 1e-6
# ... or if one class is confined to a part of the order, as no draw in a million is, ...
_LOG_SPAN_P = math.log(1e-6)
# ... or if they are sorted outright and there are enough of them (9 against 9) that this is no accident.
_LOG_SORTED_P = math.log(1e-4)
# Groups decide the label if so many rows have their group's usual one.
_PURE = 0.9
_NUMBER = re.compile(r"0*(\d+)")


def natural_key(text: str) -> str:
    """Give a key that sorts names as people do: `item_9` before `item_10`."""
    # A number sorts by how many digits it has, then by the digits.
    return _NUMBER.sub(lambda found: chr(len(found[1])) + found[1], text)


def is_blocked(labels: Sequence[int]) -> bool:
    """Tell whether labels stand in blocks.

    The number of runs is held against its distribution under random order (Wald-Wolfowitz; moments for several
    classes by Barton & David 1957). Many runs are no block: minimal pairs alternate.

    Parameters
    ----------
    labels : sequence of int
        In the order in question.
    """
    counts = Counter(labels)
    sizes = counts.values()
    n = len(labels)
    if len(sizes) < 2:
        return False
    runs = 1 + sum(a != b for a, b in pairwise(labels))
    if _is_confined(labels, counts):
        return True
    if runs == len(sizes):
        ways = math.lgamma(len(sizes) + 1) + sum(math.lgamma(size + 1) for size in sizes)
        return ways - math.lgamma(n + 1) < _LOG_SORTED_P
    squares, cubes = sum(size**2 for size in sizes), sum(size**3 for size in sizes)
    mean = (n * (n + 1) - squares) / n
    variance = (squares * (squares + n * (n + 1)) - 2 * n * cubes - n**3) / (n**2 * (n - 1))
    if variance <= 0:
        return False
    z = (runs + 0.5 - mean) / math.sqrt(variance)
    return 0.5 * math.erfc(-z / math.sqrt(2)) < _RUNS_P


def _is_confined(labels: Sequence[int], counts: Counter[int]) -> bool:
    """Tell whether all rows of some class lie in so short a part that chance does not explain it.

    The range of n uniform draws is at most r with probability n r^(n-1) - (n-1) r^n; the first term bounds it.
    """
    last = {label: place for place, label in enumerate(labels)}
    first = {label: place for place, label in zip(range(len(labels) - 1, -1, -1), reversed(labels), strict=True)}
    return any(
        math.log(count) + (count - 1) * math.log((last[label] - first[label] + 1) / len(labels))
        < _LOG_SPAN_P - math.log(len(counts))
        for label, count in counts.items()
    )


def without_repeats(labels: Sequence[int], groups: Sequence[str]) -> list[int]:
    """Give the labels, neighbours of one group and label taken as one where the group decides the label.

    Such rows are no independent draws: a set in the order of its speakers is no block.

    Parameters
    ----------
    labels, groups : sequence, same length
        In the order in question.
    """
    table = Counter(zip(groups, labels, strict=True))
    majority: dict[str, int] = {}
    for (group, _), count in table.items():
        majority[group] = max(count, majority.get(group, 0))
    if len(majority) <= len(set(labels)) or sum(majority.values()) < _PURE * len(labels):
        return list(labels)
    kept = list(labels[:1])
    for place in range(1, len(labels)):
        same = groups[place] and groups[place] == groups[place - 1] and labels[place] == labels[place - 1]
        if not same:
            kept.append(labels[place])
    return kept
