"""JSON that holds a table by its columns, as `pandas.DataFrame.to_json` and `Dataset.to_dict` write it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def rows_by_columns(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Turn columns into rows.

    Parameters
    ----------
    value : mapping
        `{"audio": [...], "label": [...]}`, `{"audio": {"0": ..., "1": ...}, ...}`, or `{"columns": [...],
        "data": [[...], ...]}`.

    Returns
    -------
    list of dict
        Empty if it is none of these.
    """
    names, cells = value.get("columns"), value.get("data")
    if isinstance(names, list) and isinstance(cells, list):
        whole = all(isinstance(row, list) and len(row) == len(names) for row in cells)
        return [dict(zip(map(str, names), row, strict=True)) for row in cells] if whole else []
    columns = {name: cells for name, each in value.items() if (cells := _column(each)) is not None}
    if len(columns) < len(value) or len(columns) < 2 or len(set(map(len, columns.values()))) != 1:
        return []
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _column(value: Any) -> Collection[Any] | None:
    """Give the cells of a column; None if the value is none."""
    if isinstance(value, Mapping):
        return value.values() if list(value) == [str(place) for place in range(len(value))] else None
    return value if isinstance(value, list) and not any(isinstance(each, dict) for each in value) else None
