"""Read a release record: everything is validated and bounded before anybody relies on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from manifests.errors import RecordError
from manifests.release_record.faults import REMEDY, invalid
from manifests.release_record.folder import RecordFolder, open_plain
from manifests.release_record.items import ItemLine
from manifests.release_record.models import SCHEMA_VERSION, ReleaseRecord
from manifests.rows import ItemRecord

_LARGEST_HEADER = 64 << 20
_LARGEST_ITEMS = 1 << 40
_LONGEST_LINE = 1 << 20


def read_release(folder: RecordFolder) -> ReleaseRecord:
    """Read and validate `release.json`.

    Raises
    ------
    RecordError
        If it is missing, a link, too large, of another schema version or wrong in a field; the field is named.
    """
    path = folder.header
    with open_plain(path, most_bytes=_LARGEST_HEADER) as source:
        data = source.read(_LARGEST_HEADER)
    version = _schema_version(data)
    if version is not None and version != SCHEMA_VERSION:
        raise RecordError(
            where=f"{path}, field schema_version",
            found=f"a release record of schema version {version!r}",
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
    for line in read_lines(path, offset=offset, count=count):
        yield item_of(line, path)


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
            line = source.readline(_LONGEST_LINE)
            if not line:
                return
            number += 1
            if not line.endswith(b"\n"):
                found = "a line of more than a megabyte" if len(line) == _LONGEST_LINE else "a line that breaks off"
                where = f"{path}, line {number}" if offset == 0 else str(path)
                raise RecordError(where=where, found=found, wanted="whole lines, one an item", remedy=REMEDY)
            yield line


def item_of(line: bytes, path: Path, number: int | None = None) -> ItemRecord:
    """Validate one line.

    Raises
    ------
    RecordError
        If it is wrong in a field; the field is named.
    """
    try:
        return ItemLine.model_validate_json(line).to_item()
    except ValidationError as error:
        raise invalid(f"{path}, line {number}" if number else _named(path, line), error) from error


def _named(path: Path, line: bytes) -> str:
    """Name a line by its item, where its number is not known."""
    value = _json(line)
    name = value.get("id") if isinstance(value, dict) else None
    return f"{path}, item {name[:64]}" if isinstance(name, str) else str(path)


def _schema_version(data: bytes) -> Any:
    value = _json(data)
    return value.get("schema_version") if isinstance(value, dict) else None


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
