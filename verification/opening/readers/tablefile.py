"""A table in a file, and a set made of such tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verification.opening.rawset import RawRow, RawSet


@dataclass(frozen=True, kw_only=True)
class TableFile:
    """One file of rows.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    split : str
        As its name or place says; empty if neither does.
    columns : tuple of str
        In order.
    rows : int
        How many.
    read : callable
        Streams the rows.
    notes : tuple of str
        What was noticed.
    """

    path: Path
    split: str
    columns: tuple[str, ...]
    rows: int
    read: Callable[[], Iterator[dict[str, Any]]]
    notes: tuple[str, ...] = ()


def as_set(root: Path, form: str, tables: Sequence[TableFile]) -> RawSet:
    """Make one set of tables, in their order."""

    def read() -> Iterator[RawRow]:
        for table in tables:
            for values in table.read():
                yield RawRow(values=values, split=table.split, folder=table.path.parent)

    folder = root if root.is_dir() else root.parent
    return RawSet(
        root=root,
        form=form,
        columns=tuple(dict.fromkeys(column for table in tables for column in table.columns)),
        rows=sum(table.rows for table in tables),
        read=read,
        bases=(folder,),
        notes=tuple(note for table in tables for note in table.notes),
    )
