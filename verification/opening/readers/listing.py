"""A JSON list of rows, which is loaded whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verification.opening.errors import CollectionError
from verification.opening.rawset import RawSet
from verification.opening.readers.jsonlines import read_json_lines
from verification.opening.readers.layout import SAVE_AS_UTF8, broken, is_split
from verification.opening.readers.orients import rows_by_columns
from verification.opening.readers.selecting import tables_in
from verification.opening.readers.tablefile import TableFile, as_set

_WANTED = 'a JSON list of objects, {"data": [...]}, or an object of objects by id'
# What authors call the list inside an object, the most telling first.
_LISTS = ("data", "questions", "items", "examples", "samples", "rows", "annotations", "instances", "records", "test")
_LOADED_WHOLE = "a JSON list is loaded whole: its size bounds the memory, as JSON lines would not"
_KEY, _SPLIT = "id", "split"


def find(path: Path) -> RawSet | None:
    """Read a JSON list at `path`, or the one in that folder; None if there is none that tells of audio.

    Raises
    ------
    CollectionError
        If there are several, or a file is broken.
    """
    if path.is_file():
        return as_set(path, "JSON list", [read_list(path)]) if path.suffix.lower() == ".json" else None
    return tables_in(path, (".json",), _read_if_any, "JSON list and audio")


def read_list(path: Path, split: str = "") -> TableFile:
    """Load a file.

    Raises
    ------
    CollectionError
        If it is no JSON, or holds no rows.
    """
    try:
        value = json.loads(path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode())
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":  # several objects: JSON lines under another name
            return read_json_lines(path, split)
        raise broken(f"{path}, line {error.lineno:,}", f"no JSON ({error.msg})", _WANTED) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise broken(f"{path}, line {line:,}", "a byte that is not UTF-8", _WANTED, remedy=SAVE_AS_UTF8) from error
    except RecursionError as error:
        raise broken(str(path), "lists within lists beyond all depth", _WANTED) from error
    rows = _rows(value)
    if value in ([], {}):
        raise broken(str(path), "an empty JSON list", _WANTED)
    if rows is None:
        raise broken(str(path), f"a JSON {type(value).__name__} of another kind", _WANTED)
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    read = rows.__iter__
    return TableFile(path=path, split=split, columns=columns, rows=len(rows), read=read, notes=(_LOADED_WHOLE,))


def _read_if_any(path: Path, split: str) -> TableFile:
    """Load a file that happens to lie in the folder: one of another kind has no rows."""
    try:
        return read_list(path, split)
    except CollectionError as error:
        if "of another kind" not in error.found and "an empty JSON list" not in error.found:
            raise
        return TableFile(path=path, split=split, columns=(), rows=0, read=_none)


def _none() -> Iterator[dict[str, Any]]:
    return iter(())


def _rows(value: Any) -> list[dict[str, Any]] | None:
    """Find the rows of a JSON value; None if it has none."""
    if isinstance(value, list):
        return value if value and all(isinstance(row, dict) for row in value) else None
    return _rows_of_object(value) if isinstance(value, Mapping) else None


def _rows_of_object(value: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    lists = {key: each for key, each in value.items() if isinstance(each, list) and _rows(each)}
    if lists and all(map(is_split, lists)):
        return [{_SPLIT: key, **row} for key, rows in lists.items() for row in rows]
    by_columns = rows_by_columns(value)
    if by_columns:
        return by_columns
    for name in (*_LISTS, *lists):
        if name in lists:
            return lists[name]
    if value and all(isinstance(row, dict) for row in value.values()):
        return [{_KEY: key, **row} if _KEY not in row else row for key, row in value.items()]
    return None
