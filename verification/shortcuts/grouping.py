"""Which rows belong together, which are tried, and on which side of a cross-validation they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verification.shortcuts.cheats import CheatRow, stable_number

Indices = NDArray[np.intp]

MOST_ROWS = 2_000  # more would only narrow an interval that is 4 % wide by then, and cost memory
FOLDS = 5
_FEWEST_SAMPLED = 50  # groups: thinning all of them tells more than a few whole ones
_MANY = 10  # of speakers or recordings: enough to leave some out and still know the labels from the others


@dataclass(frozen=True, kw_only=True)
class Grouping:
    """Names of the groups, row by row, and what they are, in words.

    Parameters
    ----------
    names : tuple of str
        One for each row; a row that belongs to no other has one of its own.
    words : str
        Such as `groups of the set`.
    """

    names: tuple[str, ...]
    words: str


def choose_grouping(rows: Sequence[CheatRow]) -> Grouping:
    """Hold rows together by the set's groups; else by speaker, recording or clip; else each stands alone."""
    for words, values, usable in (
        ("groups of the set", [row.group for row in rows], _usable),
        ("speakers", [row.speaker for row in rows], lambda values: _usable_speakers(values, rows)),
        ("sources", [row.source for row in rows], lambda values: _usable(values, fewest=_MANY, repeated=True)),
        ("clips", [row.clip for row in rows], lambda values: _usable(values, repeated=True)),
    ):
        if usable(values):
            names = tuple(value or _own(row) for value, row in zip(values, rows, strict=True))
            return Grouping(names=names, words=words)
    return Grouping(names=tuple(map(_own, rows)), words="rows, each standing alone")


def _own(row: CheatRow) -> str:
    return f"\0{row.key}"


def _usable(values: Sequence[str], *, fewest: int = FOLDS, repeated: bool = False) -> bool:
    given = [value for value in values if value]
    distinct = len(set(given))
    return 2 * len(given) >= len(values) and distinct >= fewest and not (repeated and distinct == len(given))


def _usable_speakers(values: Sequence[str], rows: Sequence[CheatRow]) -> bool:
    labels: dict[str, set[str]] = {}
    for speaker, row in zip(values, rows, strict=True):
        labels.setdefault(speaker, set()).add(row.label)
    labels.pop("", None)
    varied = any(len(found) > 1 for found in labels.values())
    return _usable(values) and (varied or len(labels) >= _MANY)


def sample(rows: Sequence[CheatRow], grouping: Grouping, *, seed: int) -> list[int]:
    """Choose at most `MOST_ROWS` rows, whole groups, by a hash of the group; give their places, in hash order.

    Where groups are so large that few whole ones would do, rows are chosen instead, by their own hash.
    """
    order = sorted(range(len(rows)), key=lambda place: (rows[place].key, rows[place].number))
    if len(order) <= MOST_ROWS:
        return order
    sizes = Counter(grouping.names)
    kept: set[str] = set()
    free = MOST_ROWS
    for name in sorted(sizes, key=lambda name: (stable_number(seed, name), name)):
        if sizes[name] <= free:
            kept.add(name)
            free -= sizes[name]
    if len(kept) < _FEWEST_SAMPLED:
        return order[:MOST_ROWS]
    return [place for place in order if grouping.names[place] in kept]


def numbered(values: Sequence[object]) -> Indices:
    """Number values by first appearance."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.intp)


def deal(names: Sequence[str], *, seed: int) -> Indices:
    """Deal groups to `FOLDS` folds of about one size, the largest first; the same whatever the labels are.

    Labels are not looked at: folds that are balanced over the true labels, but not over permuted ones, would make
    the permutation test reject too often.
    """
    sizes = Counter(names)
    filled = [0] * min(FOLDS, len(sizes))
    fold_of: dict[str, int] = {}
    for name in sorted(sizes, key=lambda name: (-sizes[name], stable_number(seed, name), name)):
        fold_of[name] = filled.index(min(filled))
        filled[fold_of[name]] += sizes[name]
    return np.array([fold_of[name] for name in names], dtype=np.intp)
