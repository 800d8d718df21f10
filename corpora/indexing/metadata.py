"""Read the text files that describe a corpus."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from manifests.errors import CorpusError


def read_metadata(path: Path) -> str:
    """Read a metadata file as UTF-8, with or without a byte-order mark, with Unix line ends.

    Raises
    ------
    CorpusError
        If the file cannot be read or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        found = f"that it cannot be read ({(error.strerror or type(error).__name__).lower()})"
    except UnicodeDecodeError as error:
        found = f"a byte that is not UTF-8 at offset {error.start:,}"
    raise _bad(path, found, "the metadata of the corpus, as text")


def read_table(path: Path, *, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Read the rows of a CSV file whose first line names the columns; rows of nothing but blanks are skipped.

    Raises
    ------
    CorpusError
        If the file cannot be read, lacks one of `columns`, or has a row with fewer or more fields than it.
    """
    reader = csv.reader(io.StringIO(read_metadata(path), newline=""), strict=True)
    rows = (row for row in reader if any(field.strip() for field in row))
    try:
        header = next(rows, [])
        absent = [column for column in columns if column not in header]
        if absent:
            raise _bad(path, f"no column {', '.join(absent)}", f"the columns {', '.join(columns)}")
        width = 1 + max(place for place, name in enumerate(header) if name)
        for row in rows:
            if len(row) < width:
                found = f"{len(row)} field{'s' * (len(row) > 1)} in line {reader.line_num:,}"
                raise _bad(path, found, f"{width}, as in its header")
            if any(field.strip() for field in row[len(header) :]):
                raise _bad(
                    path,
                    f"{len(row)} fields in line {reader.line_num:,}",
                    f"{len(header)}, as in its header; a comma inside a field needs quotation marks around it",
                )
            yield dict(zip(header, row, strict=False))
    except csv.Error as error:
        raise _bad(path, f"line {reader.line_num} is not CSV ({error})", "a table in CSV") from error


def _bad(path: Path, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=str(path), found=found, wanted=wanted, remedy="unpack the corpus again")
