"""Read the text files that describe a corpus."""

from __future__ import annotations

import csv
import io
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from manifests.errors import CorpusError


@contextmanager
def open_metadata(path: Path) -> Iterator[TextIO]:
    """Open a metadata file as UTF-8, with or without a byte-order mark, with Unix line ends.

    Raises
    ------
    CorpusError
        If it is a pipe or a device, cannot be read or, as far as it is read, is not UTF-8.
    """
    wanted = "the metadata of the corpus, as text"
    if "\0" in str(path):
        raise _bad(path, "a NUL in its name, which no file has", wanted)
    try:
        with open(path, encoding="utf-8-sig", opener=_at_once) as lines:
            if not stat.S_ISREG(os.fstat(lines.fileno()).st_mode):
                raise _bad(path, "a pipe or a device, which may never end", wanted)
            yield lines
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise _bad(path, f"that it cannot be read ({why})", wanted) from error
    except UnicodeDecodeError as error:
        raise _bad(path, "a byte that is not UTF-8", wanted) from error


def read_metadata(path: Path) -> str:
    """Read a metadata file whole, as `open_metadata` opens it.

    Raises
    ------
    CorpusError
        If it is a pipe or a device, cannot be read or is not UTF-8.
    """
    with open_metadata(path) as lines:
        try:
            return lines.read()
        except UnicodeDecodeError as error:
            found = f"a byte that is not UTF-8 at offset {error.start:,}"
            raise _bad(path, found, "the metadata of the corpus, as text") from error


def read_table(path: Path, *, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Read a CSV file whose first line names the columns; rows of nothing but blanks are skipped.

    Returns
    -------
    iterator of tuple
        The line that a row begins in, from 1, and its fields by column.

    Raises
    ------
    CorpusError
        If the file cannot be read, lacks one of `columns`, or has a row with fewer or more fields than it.
    """
    rows = _rows(path)
    _, header = next(rows, (1, []))
    absent = [column for column in columns if column not in header]
    if absent:
        raise _bad(path, f"no column {', '.join(absent)}", f"the columns {', '.join(columns)}")
    width = 1 + max(place for place, name in enumerate(header) if name)
    for line, row in rows:
        if len(row) < width:
            found = f"{len(row)} field{'s' * (len(row) > 1)} in line {line:,}"
            raise _bad(path, found, f"{width}, as in its header")
        if any(field.strip() for field in row[len(header) :]):
            raise _bad(
                path,
                f"{len(row)} fields in line {line:,}",
                f"{len(header)}, as in its header; a comma inside a field needs quotation marks around it",
            )
        yield line, dict(zip(header, row, strict=False))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Give the rows that are not blank, each with the line that it begins in."""
    reader = csv.reader(io.StringIO(read_metadata(path), newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            if any(field.strip() for field in row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise _bad(path, f"line {reader.line_num} is not CSV ({error})", "a table in CSV") from error


def _at_once(path: str, flags: int) -> int:
    """Open a pipe, too, without waiting until somebody writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _bad(path: Path, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=str(path), found=found, wanted=wanted, remedy="unpack the corpus again")
