"""Read a release record: everything is validated and bounded before anybody relies on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from manifests.errors import RecordError
from manifests.printable import printable
from manifests.release_record.faults import REMEDY, invalid, shown_value
from manifests.release_record.folder import RecordFolder, open_plain
from manifests.release_record.items import ItemLine
from manifests.release_record.models import SCHEMA_VERSION, ReleaseRecord
from manifests.rows import ItemRecord

# A thousand datasets are some five megabytes. An empty list takes three bytes here, and a thousand times as much where
# a fault must be told of it: so their number is bounded too, by the commas between them.
LARGEST_HEADER, _MOST_COMMAS = 16 << 20, 200_000
_LARGEST_ITEMS = 1 << 40
LONGEST_LINE = 1 << 20


def read_release(folder: RecordFolder) -> ReleaseRecord:
    """Read and validate `release.json`.

    Raises
    ------
    RecordError
        If it is missing, a link, too large or of too many values, of another schema version or wrong in a field; the
        field is named.
    """
    path = folder.header
    with open_plain(path, most_bytes=LARGEST_HEADER) as source:
        data = source.read(LARGEST_HEADER)
    values = data.count(b",")
    if values > _MOST_COMMAS:
        raise RecordError(
            where=str(path), found=f"some {values:,} values", wanted=f"at most {_MOST_COMMAS:,}", remedy=REMEDY
        )
    version = _schema_version(data)
    if version is not None and (type(version) is not int or version != SCHEMA_VERSION):  # True and 1.0 are equal to 1
        raise RecordError(
            where=f"{path}, field schema_version",
            found=f"a release record of schema version {shown_value(version)}",
            wanted=f"version {SCHEMA_VERSION}",
            remedy="use the soundprobe release that wrote it, or a newer one",
        )
    try:
        return ReleaseRecord.model_validate_json(data)
    except ValidationError as error:
        raise invalid(str(path), error) from error


def read_release_items(path: Path, *, offset: int = 0, count: int | None = None) -> Iterator[ItemRecord]:
    """Read and validate items one by one, in the order of the dataset, in constant memory.

    Parameters
    ----------
    path : pathlib.Path
        The file `<recipe>.jsonl`.
    offset : int
        Byte at which to begin: the beginning of a line.
    count : int, optional
        How many lines to read; all if None.

    Raises
    ------
    RecordError
        If the file is missing or a link, or a line is too long or wrong in a field; line and field are named.
    """
    for number, line in enumerate(read_lines(path, offset=offset, count=count), start=1):
        yield item_of(line, path, None if offset else number)


def read_lines(path: Path, *, offset: int = 0, count: int | None = None) -> Iterator[bytes]:
    """Read the lines of a record's file, line ends included, none of them longer than a megabyte.

    Raises
    ------
    RecordError
        If the file cannot be read, or a line is too long or has no end.
    """
    with open_plain(path, most_bytes=_LARGEST_ITEMS) as source:
        source.seek(offset)
        number = 0
        while count is None or number < count:
            line = source.readline(LONGEST_LINE)
            if not line:
                return
            number += 1
            if not line.endswith(b"\n"):
                found = "a line of more than a megabyte" if len(line) == LONGEST_LINE else "a line that breaks off"
                where = f"{path}, line {number}" if offset == 0 else str(path)
                raise RecordError(where=where, found=found, wanted="whole lines, one an item", remedy=REMEDY)
            yield line


def item_of(line: bytes, path: Path, number: int | None = None) -> ItemRecord:
    """Validate one line, whose number in the file may be known.

    Raises
    ------
    RecordError
        If it is wrong in a field; the field is named.
    """
    try:
        return ItemLine.model_validate_json(line).to_item()
    except ValidationError as error:
        raise invalid(line_name(path, line, number), error) from error


def line_name(path: Path, line: bytes, number: int | None) -> str:
    """Name a line by its number, where that is known, and by its item."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    name = value.get("id") if isinstance(value, dict) else None
    place = str(path) if number is None else f"{path}, line {number}"
    return f"{place}, item {printable(name, most=64)}" if isinstance(name, str) else place


class _Versioned(BaseModel):
    """As much of a header of any version as tells its version; nothing else of it is made into objects."""

    schema_version: Any = None


def _schema_version(data: bytes) -> Any:
    try:
        return _Versioned.model_validate_json(data).schema_version
    except ValidationError:
        return None
