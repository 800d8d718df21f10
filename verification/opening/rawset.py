"""What a reader hands over: rows as they stand in the set, before anyone says which column is what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verification.opening.collection import Roles

# Columns that a reader of folders makes: where a label was taken from decides what may count as a leak.
FOLDER_NAME = "folder name"
FILE_NAME = "file name"


@dataclass(frozen=True, kw_only=True, slots=True)
class RawRow:
    """A row as it stands.

    Parameters
    ----------
    values : mapping of str to object
        By column: texts, numbers, lists, mappings, bytes.
    split : str
        As the file or folder says; empty where neither does.
    folder : pathlib.Path or None
        Where relative paths of this row begin; None if at the root.
    """

    values: Mapping[str, Any]
    split: str = ""
    folder: Path | None = None


@dataclass(frozen=True, kw_only=True)
class RawSet:
    """A question set as a reader found it.

    Parameters
    ----------
    root : pathlib.Path
        The folder or file.
    form : str
        How it is laid out, in words.
    columns : tuple of str
        Of all rows, in order.
    rows : int
        How many there are.
    read : callable
        Streams the rows, anew at each call.
    peek : callable or None
        The same without the bytes of embedded audio, where leaving them out is cheaper.
    known : Roles
        What the form itself says of its columns.
    embedded : tuple of str
        Columns that hold audio bytes.
    rates : mapping of str to int
        Sampling rates in hertz that the schema declares, by audio column.
    classes : mapping of str to tuple of str
        Names of the numbered classes that the schema declares, by column.
    bases : tuple of pathlib.Path
        Further folders that relative paths may begin at.
    notes : tuple of str
        What was noticed, in sentences.
    corpus : str
        The known corpus that it is; empty otherwise.
    """

    root: Path
    form: str
    columns: tuple[str, ...]
    rows: int
    read: Callable[[], Iterator[RawRow]]
    peek: Callable[[], Iterator[RawRow]] | None = None
    known: Roles = field(default_factory=Roles)
    embedded: tuple[str, ...] = ()
    rates: Mapping[str, int] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bases: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    corpus: str = ""

    def peeked(self) -> Iterator[RawRow]:
        """Stream the rows without embedded audio where that is cheaper."""
        return (self.peek or self.read)()
