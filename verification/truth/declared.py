"""Numbers that a row declares in its metadata, under whatever column they stand."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from verification.opening.entry import Entry
from verification.truth.words import quantity

# What was realised says more than what was asked for; a plain column lies between the two.
_RANKS: Mapping[str, int] = {"measurements": 0, "": 1, "parameters": 2}


def declared(entry: Entry, names: tuple[str, ...], *, unit: str) -> tuple[str, float] | None:
    """Find a number that the row declares.

    Parameters
    ----------
    entry : Entry
        The row.
    names : tuple of str
        Names that a column may have, in lower case: `snr_db` also finds `parameters.snr_db`.
    unit : str
        The unit of a number that is written as text.

    Returns
    -------
    tuple of (str, float) or None
        The column, and its value; None if no column of these names holds a number.
    """
    found = []
    for column, value in entry.metadata.items():
        place, _, name = column.casefold().rpartition(".")
        if name in names and place in _RANKS:
            number = _number(value, unit)
            if number is not None:
                found.append((_RANKS[place], names.index(name), column, number))
    if not found:
        return None
    _, _, column, number = min(found)
    return column, number


def _number(value: str | float, unit: str) -> float | None:
    if isinstance(value, str):
        named = quantity(value, unit=unit)
        return None if named is None else named.value
    return float(value) if isfinite(value) else None
