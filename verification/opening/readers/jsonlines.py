"""Files of JSON lines, streamed and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verification.opening.readers.layout import broken
from verification.opening.readers.tablefile import TableFile

_WANTED = "one JSON object a line, in UTF-8"


def read_json_lines(path: Path, split: str = "") -> TableFile:
    """Open a file of one JSON object a line.

    Raises
    ------
    CollectionError
        If a line is no JSON object.
    """
    columns: dict[str, None] = {}
    rows = 0
    for rows, values in enumerate(_objects(path), start=1):  # noqa: B007 - the count outlives the loop
        columns.update(dict.fromkeys(values))
    return TableFile(path=path, split=split, columns=tuple(columns), rows=rows, read=lambda: _objects(path))


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if not text.strip():
                continue
            try:
                value = json.loads(text.decode())
            except (ValueError, RecursionError) as error:  # a UnicodeDecodeError is a ValueError
                raise broken(f"{path}, line {number:,}", f"no JSON ({error})", _WANTED) from error
            if not isinstance(value, dict):
                raise broken(f"{path}, line {number:,}", f"a JSON {type(value).__name__}", _WANTED)
            yield value
