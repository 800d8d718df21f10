"""Metadata columns from which the label follows."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from verification.questions.codes import log_chance_pure
from verification.questions.words import loose

# Columns that document how an item was made: they are for people, and no shortcut.
_DOCUMENTATION = re.compile(r"(?:explanation|parameters|measurements|source)(?:\W.*)?")
_MISSING = frozenset({"", "nan", "None"})
# More different values than this are no classes.
_MOST_VALUES, _LEAST_VALUES, _VALUES_A_LABEL = 1_000, 20, 2
# Numbers part classes; of answers that are themselves numbers, one of each row, they tell nothing.
_MOST_RANGES = 50
_COVERED = 0.9
_LOG_P = math.log(1e-4)
_LEAST_ROWS = 8
_LONGEST_VALUE = 80


class Column:
    """What is kept of a column: a short code for each row, and the range of its numbers for each label.

    Parameters
    ----------
    missing : int
        Rows before the first one that has it.
    """

    def __init__(self, missing: int) -> None:
        self.codes = array("H", bytes(2 * missing))
        self.values: dict[str, int] = {}
        self.is_open = False
        self._numeric = True
        self._filled = self._equal = 0
        self._ranges: dict[int, tuple[float, float]] = {}
        self._steps = [0, 0]
        self._last = math.nan

    def add(self, value: str | float, label: int, answer: str) -> None:
        """Take a row's value."""
        text = str(value).strip()[:_LONGEST_VALUE]
        self._filled += 1
        self._equal += loose(text) == answer
        if not self.is_open:
            self.codes.append(self.values.setdefault(text, len(self.values) + 1))
            if len(self.values) > _MOST_VALUES:
                self.is_open = True
                self.codes, self.values = array("H"), {}
        self._take_number(text, label)

    def pad(self, rows: int) -> None:
        """Take the rows in between as ones without a value."""
        if not self.is_open:
            self.codes.extend([0] * (rows - len(self.codes)))

    def _take_number(self, text: str, label: int) -> None:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        self._numeric = self._numeric and math.isfinite(number) and len(self._ranges) <= _MOST_RANGES
        if self._numeric:
            low, high = self._ranges.get(label, (number, number))
            self._ranges[label] = (min(low, number), max(high, number))
            self._steps[0] += number > self._last
            self._steps[1] += number < self._last
            self._last = number

    def tells(self, labels: Sequence[int], groups: Sequence[str]) -> str:
        """Say how the label follows from the column; empty if it does not.

        Parameters
        ----------
        labels : sequence of int
            Each row's label.
        groups : sequence of str, same length
            Rows that belong together: a column that only says which group it is is not judged.
        """
        sizes = Counter(labels)
        rows = len(labels)
        if rows < _LEAST_ROWS or len(sizes) < 2 or self._filled < _COVERED * rows:
            return ""
        if self._equal >= _COVERED * rows:
            return f"is the label in {self._equal:,} of {rows:,} rows"
        return self._tells_by_value(labels, groups, sizes) or self._tells_by_threshold(sizes)

    def _tells_by_value(self, labels: Sequence[int], groups: Sequence[str], sizes: Counter[int]) -> str:
        number = len(self.values)
        if self.is_open or not 2 <= number <= max(_LEAST_VALUES, _VALUES_A_LABEL * len(sizes)):
            return ""
        pairs = Counter((code, label) for code, label in zip(self.codes, labels, strict=True) if code)
        by_value = defaultdict[int, list[int]](list)
        for code, label in pairs:
            by_value[code].append(label)
        if any(len(each) > 1 for each in by_value.values()) or len({label for _, label in pairs}) < len(sizes):
            return ""
        counts = [sum(n for (code, _), n in pairs.items() if code == each) for each in by_value]
        if log_chance_pure(counts, sizes.values()) >= _LOG_P or self._says_only_the_group(groups):
            return ""
        return f"has {number:,} values, each with one label only"

    def _tells_by_threshold(self, sizes: Counter[int]) -> str:
        if not self._numeric or len(self._ranges) < len(sizes) or min(self._steps) == 0:
            # What only ever rises (or falls) counts the rows: their order is judged by `balance.block`.
            return ""
        ranges = sorted(self._ranges.values())
        apart = all(high < low for (_, high), (low, _) in pairwise(ranges))
        ways = math.lgamma(len(sizes) + 1) + sum(math.lgamma(n + 1) for n in sizes.values())
        if not apart or ways - math.lgamma(sizes.total() + 1) >= _LOG_P:
            return ""
        borders = ", ".join(f"{high:.6g} and {low:.6g}" for (_, high), (low, _) in pairwise(ranges))
        return f"parts the labels by its number: between {borders}"

    def _says_only_the_group(self, groups: Sequence[str]) -> bool:
        """Tell whether the column is constant in each group, of which some have several rows."""
        of_group: dict[str, int] = {}
        constant = all(of_group.setdefault(g, code) == code for g, code in zip(groups, self.codes, strict=True) if g)
        grouped = [group for group in groups if group]
        return (
            constant
            and len(of_group) > 1
            and len(grouped) > _COVERED * len(groups)
            and 2 * len(of_group) <= len(grouped)
        )


class Columns:
    """Keeps a set's metadata columns in a few bytes a row."""

    def __init__(self) -> None:
        self._columns: dict[str, Column] = {}
        self._rows = 0

    def add(self, metadata: Mapping[str, str | float], label: int, answer: str) -> None:
        """Take a row's metadata, the number of its label, and the label in its loose spelling."""
        for name, value in metadata.items():
            if _DOCUMENTATION.fullmatch(name) or str(value).strip() in _MISSING:
                continue
            column = self._columns.get(name)
            if column is None:
                column = self._columns[name] = Column(self._rows)
            column.pad(self._rows)
            column.add(value, label, answer)
        self._rows += 1

    def telling(self, labels: Sequence[int], groups: Sequence[str]) -> dict[str, str]:
        """Say for each column how the label follows from it; empty where it does not."""
        for column in self._columns.values():
            column.pad(self._rows)
        return {name: column.tells(labels, groups) for name, column in self._columns.items()}
