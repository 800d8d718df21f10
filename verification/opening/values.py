"""Cells of a table as plain texts and numbers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

Plain = str | float

# Not "007", "1_000" or "nan": such texts would not come back as they stood.
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CLIP_KEYS = frozenset({"bytes", "path", "array", "sampling_rate"})
_LONGEST_LIST = 2_000  # characters: longer ones are signals or embeddings, not metadata


def cell(values: Mapping[str, Any], column: str) -> Any:
    """Give a cell by its column, or by `struct.field`; None if there is none."""
    if column in values:
        return values[column]
    outer, dot, inner = column.partition(".")
    below = values.get(outer) if dot else None
    return cell(below, inner) if isinstance(below, Mapping) else None


def text_of(value: Any) -> str:
    """Give a cell as text, as it stands; lists of one are what they hold."""
    if value is None or isinstance(value, bytes) or is_clip(value):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple) and len(value) == 1:
        return text_of(value[0])
    if isinstance(value, list | tuple | Mapping):
        return _as_json(value)
    return "" if isinstance(value, float) and math.isnan(value) else str(value)


def number_of(value: Any) -> float | None:
    """Give a cell as a finite number; None if it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            return None
    elif isinstance(value, str) and len(value) < 40 and _NUMBER.fullmatch(value.strip()):
        number = float(value)
    else:
        return None
    return number if math.isfinite(number) else None


def plain_items(name: str, value: Any) -> Iterator[tuple[str, Plain]]:
    """Flatten a cell: `parameters` with a field `direction` becomes `parameters.direction`; audio is left out."""
    if value is None or isinstance(value, bytes) or is_clip(value):
        return
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from plain_items(f"{name}.{key}", below)
        return
    number = number_of(value)
    if number is not None:
        yield name, number
        return
    text = text_of(value)
    if text and (isinstance(value, str) or len(text) <= _LONGEST_LIST):
        yield name, text


def column_names(values: Mapping[str, Any]) -> Iterator[str]:
    """Name the columns of a row, and the fields of its structs as `struct.field`."""
    for name, value in values.items():
        yield name
        if isinstance(value, Mapping) and not is_clip(value):
            for below in column_names(value):
                yield f"{name}.{below}"


def is_clip(value: Any) -> bool:
    """Say whether a cell is audio as Hugging Face writes it: a struct of bytes and path."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and value.keys() <= _CLIP_KEYS
        and not value.keys().isdisjoint({"bytes", "path"})
    )


def _as_json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return ""
