"""CSV and TSV files, streamed and checked: quoted fields, byte-order marks, any line ends."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verification.opening.errors import CollectionError
from verification.opening.paths import looks_like_audio
from verification.opening.readers.layout import SAVE_AS_UTF8, broken
from verification.opening.readers.tablefile import TableFile

# Characters; the library's own limit of 2^17 is less than a transcript of an hour.
_LONGEST_FIELD = 1 << 24
_DELIMITERS = (",", "\t", ";", "|")


@dataclass(frozen=True)
class _Dialect:
    delimiter: str
    quoted: bool


def read_csv(path: Path, split: str = "") -> TableFile:
    """Open a table whose first line names its columns, unless that line names an audio file.

    Raises
    ------
    CollectionError
        If it is not UTF-8, or a line cannot be read or has another number of fields than the first.
    """
    dialect = _Dialect(_delimiter(path), quoted=True)
    notes: tuple[str, ...] = ()
    try:
        columns, rows, headed = _inspect(path, dialect)
    except CollectionError:
        if dialect.delimiter not in "\t|":
            raise
        # Where fields are parted by tabs, quotation marks are often part of the text.
        dialect = _Dialect(dialect.delimiter, quoted=False)
        columns, rows, headed = _inspect(path, dialect)
        notes = (f"{path.name}: quotation marks are taken as part of the text",)
    if not headed:
        notes += (f"{path.name}: its first line names no columns, so they are numbered",)

    def read() -> Iterator[dict[str, Any]]:
        lines = _records(path, dialect)
        if headed:
            next(lines, None)
        return (dict(zip(columns, fields, strict=False)) for _, fields in lines)

    return TableFile(path=path, split=split, columns=columns, rows=rows, read=read, notes=notes)


def _delimiter(path: Path) -> str:
    if path.suffix.lower() == ".tsv":
        return "\t"
    with path.open("rb") as file:
        header = file.readline(1 << 16).decode("utf-8", errors="replace")
    outside = "".join(header.split('"')[::2])  # what stands between quotation marks parts nothing
    return max(_DELIMITERS, key=outside.count)


def _inspect(path: Path, dialect: _Dialect) -> tuple[tuple[str, ...], int, bool]:
    """Read the whole file once: its columns, how many rows it has, and whether its first line names the columns."""
    records = _records(path, dialect)
    _, first = next(records, (0, []))
    headed = not any(map(looks_like_audio, first))
    names = [name.strip() or f"column {place}" for place, name in enumerate(first, start=1)]
    columns = tuple(names if headed else (f"column {place}" for place in range(1, len(first) + 1)))
    twice = {name for name in columns if columns.count(name) > 1}
    if twice:
        raise broken(f"{path}, line 1", f"two columns {', '.join(sorted(twice))}", "every column once")
    rows = int(not headed)
    for line, fields in records:
        rows += 1
        surplus = [field for field in fields[len(columns) :] if field.strip()]
        if len(fields) < len(columns) or surplus:
            found = f"{len(fields)} field{'s' * (len(fields) != 1)}"
            raise broken(f"{path}, line {line:,}", found, f"{len(columns)}, as in its first line")
    return columns, rows, headed


def _records(path: Path, dialect: _Dialect) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are not blank, with the line that each begins on."""
    line = 1
    with path.open("rb") as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_FIELD))
        reader = csv.reader(
            text,
            delimiter=dialect.delimiter,
            quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            for fields in reader:
                if any(field.strip() for field in fields):
                    yield line, fields
                line = reader.line_num + 1
        except csv.Error as error:
            raise broken(f"{path}, line {line:,}", f"a record that is not CSV ({error})", "a table in CSV") from error
        except UnicodeDecodeError as error:
            raise _not_utf8(path) from error


def _not_utf8(path: Path) -> CollectionError:
    """Name the line: the decoder reads ahead of the records."""
    number = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                found = f"a byte that is not UTF-8 ({line[error.start]:#04x})"
                return broken(f"{path}, line {number:,}", found, "text in UTF-8", remedy=SAVE_AS_UTF8)
    found = "text that breaks off inside a letter"
    return broken(f"{path}, line {number:,}", found, "text in UTF-8", remedy=SAVE_AS_UTF8)
