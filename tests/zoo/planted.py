"""What a set of the zoo is, and what an audit must say of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from tests.zoo.rows import Row

# Stands for the name of the set in findings that concern it as a whole.
SET = "the set"

Expected = frozenset[tuple[str, str]]
Rows = list[Row]


@dataclass(frozen=True)
class CleanSet:
    """A set with nothing wrong: its rows, the layout it is written in, and what an audit is told of it."""

    name: str
    make: Callable[[], Rows]
    write: Callable[[Path, Sequence[Row]], Path]
    task: str = ""
    style: str = ""

    @cached_property
    def _made(self) -> Rows:
        return self.make()

    def rows(self) -> Rows:
        return list(self._made)


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A set on the disk, how an audit is asked about it, and the findings (rule, item) that it must give.

    `also` are findings that the defect brings with it when it is strong: they count neither as right nor as wrong.
    """

    path: Path
    expected: Expected
    also: Expected = frozenset()
    task: str = ""
    style: str = ""


@dataclass(frozen=True)
class Defect:
    """A way to spoil a clean set; `kind` is one of the 18 known defects of published sets, or 0 for another one."""

    name: str
    kind: int
    plant: Callable[[Path], Planted]


def write(root: Path, clean: CleanSet, rows: Sequence[Row], expected: Iterable[tuple[str, str]] = ()) -> Planted:
    """Write rows as the clean set that they came from is written."""
    return Planted(path=clean.write(root, rows), expected=frozenset(expected), task=clean.task, style=clean.style)


def spoiled(
    clean: CleanSet, change: Callable[[Row], Row], rules: str | Sequence[str], *, at: Sequence[int]
) -> Callable[[Path], Planted]:
    """Give a planter that changes some rows of a clean set; each of them must be found by each of the rules."""
    named = [rules] if isinstance(rules, str) else rules

    def plant(root: Path) -> Planted:
        rows = clean.rows()
        for place in at:
            rows[place] = change(rows[place])
        return write(root, clean, rows, {(rule, rows[place].id) for rule in named for place in at})

    return plant


def relabelled(row: Row) -> Row:
    """Give the row another answer of its options."""
    place = row.options.index(row.label)
    return replace(row, label=row.options[(place + 1) % len(row.options)])
