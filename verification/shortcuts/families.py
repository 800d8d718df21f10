"""Families that are numbers: what is heard, where a row stands, and the set's other columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from verification.listening.facts import FAMILIES, FEATURES
from verification.shortcuts.cheats import CheatRow
from verification.shortcuts.family import Family, Matrix, assemble

_MOST_VALUES = 50  # of a text column: the most frequent ones
_LEAST_ROWS = 2  # of a value: what stands for one row tells nothing of another
_LONGEST_NUMBER = 15  # digits that a float64 holds

# Differences below these are noise of the arithmetic, which nothing can hear and a rank would blow up.
_RESOLUTIONS = (("_db", 0.01), ("_dbfs", 0.01), ("_octave", 0.01), ("_s", 0.0005), ("_hz", 0.1), ("offset", 1e-5))


def heard_families(rows: Sequence[CheatRow], inherent: Mapping[str, str]) -> list[Family]:
    """Give the families of `FAMILIES`; an inherent feature is taken from its family and becomes one of its own."""
    unheard = np.full(len(FEATURES), np.nan, np.float32)
    heard = np.array([unheard if row.features is None else row.features for row in rows], dtype=np.float64)
    values = {name: _rounded(name, heard[:, place]) for place, name in enumerate(FEATURES)}
    families = []
    for family, features in FAMILIES.items():
        own = [name for name in features if name in inherent and name != family]
        left = [name for name in features if name not in own]
        if left:
            families.append(assemble(family, {name: values[name] for name in left}))
        families += [assemble(name, {name: values[name]}) for name in own]
    return families


def _rounded(name: str, values: Matrix) -> Matrix:
    step = next((step for ending, step in _RESOLUTIONS if name.endswith(ending)), 0.0)
    return np.round(values / step) * step if step else values


def order_family(rows: Sequence[CheatRow], labels: int) -> Family:
    """Give a row's place in the set and the number in its id, each also as a remainder: labels may take turns."""
    place = np.array([float(row.number) for row in rows])
    number = np.array([_last_number(row.id or row.file) for row in rows])
    blocks = {}
    for words, values in (("place in the set", place), ("number in the id", number)):
        blocks[words] = values
        for divisor in sorted({2, labels}):
            blocks[f"{words}, odd or even" if divisor == 2 else f"{words}, remainder by {divisor}"] = values % divisor
    return assemble("order", blocks, kind="places")


def _last_number(text: str) -> float:
    found = re.findall(r"\d+", text.rpartition(".")[0] or text)
    return float(found[-1][-_LONGEST_NUMBER:]) if found else np.nan


def category_family(name: str, values: Sequence[str], rows: Sequence[CheatRow], groups: Sequence[str]) -> Family:
    """Give the source or the speaker, one column for each of the most frequent.

    If no value occurs in two groups, leaving a group out would leave nothing to learn from: then rows are left out
    one by one, whatever their group. If a group has each label once besides, the value cannot tell, and is not tried.
    """
    family = assemble(name, {name: one_hot(values)}, kind="counts")
    if family.constant:
        return replace(family, note="the same for all rows, or another in each")
    places: dict[str, set[str]] = {}
    for value, group in zip(values, groups, strict=True):
        places.setdefault(value, set()).add(group)
    if 2 * sum(len(places[value]) > 1 for value in values) >= len(values):
        return family
    pairs = zip(groups, (row.label for row in rows), strict=True)
    if max(Counter(pairs).values()) == 1:
        empty = assemble(name, {name: np.zeros(len(rows))}, kind="counts")
        return replace(empty, note="stands for one group each, which has every label once: it cannot tell")
    note = "each group has one of its own, so groups were not held out: the score tells what knowing it is worth"
    return replace(family, by_row=True, note=note)


def one_hot(values: Sequence[str]) -> Matrix:
    """Give a column for each of the most frequent values, shape (rows, values)."""
    counts = Counter(values)
    frequent = sorted(
        (value for value in counts if counts[value] >= _LEAST_ROWS), key=lambda value: (-counts[value], value)
    )
    return np.array([[float(value == each) for each in frequent[:_MOST_VALUES]] for value in values])


def metadata_family(rows: Sequence[CheatRow]) -> Family:
    """Give the columns that are numbers, and those of few values."""
    names = sorted({name for row in rows for name in row.metadata})
    blocks: dict[str, Matrix] = {}
    for name in names:
        values = [row.metadata.get(name, "") for row in rows]
        texts = {value for value in values if isinstance(value, str) and value}
        if not texts:
            blocks[name] = np.array([value if isinstance(value, float) else np.nan for value in values])
        elif len(texts) <= _MOST_VALUES:
            blocks[name] = one_hot([str(value) for value in values])
    if not blocks:
        return assemble("metadata", {"other columns": np.zeros(len(rows))})
    return assemble("metadata", blocks)
