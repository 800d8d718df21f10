"""How large the numbers that make a clip may be: what renders a record must not be told to fill the memory.

A builder turns its parameters into arrays. Names carry units, so that a bound follows from the name: lengths, rates
and counts far above what any clip needs, and far below what would fill a memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

# The audio contract: 30 s at 16 kHz.
MOST_FRAMES = 480_000
LONGEST_S, HIGHEST_HZ = 600.0, 1e6
_MOST_COUNTED, _LARGEST = 100_000.0, 1e9
# Steps of time are divided by: a minute step makes as many frames as a large number.
_SHORTEST_STEP_S = 1e-4
_COUNTS = frozenset({"count", "number", "order", "taps", "segments", "pulses", "harmonics", "repeats", "bands"})
_STEPS = frozenset({"period", "hop", "step", "stride"})
_MOST_VALUES, _DEEPEST = 10_000, 10


def held_numbers(values: dict[str, Any]) -> dict[str, Any]:
    """Give named values back if none of their numbers is out of bounds.

    Parameters
    ----------
    values : dict
        Parameters of an item or fields of a construction; lists and mappings are looked into, and what stands in a
        list has the list's name.

    Raises
    ------
    ValueError
        If a number is, or if there are too many values or they are nested too deeply; the name is told.
    """
    for place, (name, value) in enumerate(_numbers(values)):
        if place >= _MOST_VALUES:
            raise ValueError(f"at most {_MOST_VALUES:,} values")
        low, high = _bounds(name)
        size = abs(value)
        if size > high or 0 < size < low:
            wanted = f"at most {high:,.10g}" if size > high else f"0, or at least {low:g}"
            raise ValueError(f"{name} of {wanted}, not {value!r:.40}")
    return values


def _numbers(values: dict[str, Any]) -> Iterator[tuple[str, int | float]]:
    for name, value in values.items():
        kind = type(value)
        if kind is float or kind is int:
            yield name, value
        elif kind is list or kind is dict:
            yield from _inner(name, value, _DEEPEST)


def _inner(name: str, value: Any, deepest: int) -> Iterator[tuple[str, int | float]]:
    if not deepest:
        raise ValueError(f"values nested at most {_DEEPEST} deep")
    if isinstance(value, dict | list):
        yield "", 0  # it counts
        for key, each in value.items() if isinstance(value, dict) else ((name, each) for each in value):
            yield from _inner(key, each, deepest - 1)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield name, value


@lru_cache(maxsize=4096)
def _bounds(name: str) -> tuple[float, float]:
    """Give the smallest size other than 0 and the largest of a number by its name."""
    words = name.lower().split("_")
    unit = words[-1]
    if "seed" in words:
        return 0.0, 2.0**128
    if unit in {"frames", "samples"}:
        return 0.0, float(MOST_FRAMES)
    if unit in {"s", "ms"}:
        scale = 1000.0 if unit == "ms" else 1.0
        return (_SHORTEST_STEP_S * scale if _STEPS & set(words) else 0.0), LONGEST_S * scale
    if unit == "hz":
        return 0.0, HIGHEST_HZ
    return 0.0, _MOST_COUNTED if _COUNTS & set(words) else _LARGEST
