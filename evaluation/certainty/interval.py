"""A number with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

LEVEL = 0.95


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A statistic of some items, with its 95 % interval.

    Parameters
    ----------
    value : float
        Of all items; NaN if there are none.
    low, high : float
        In the same unit; NaN if nothing can be said.
    items : int
        How many it is of.
    groups : int
        How many of them were drawn independently: groups, not items.
    note : str
        What limits the interval, for people; empty if nothing does.
    """

    value: float
    low: float
    high: float
    items: int
    groups: int
    note: str = ""

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def holds(self, value: float) -> bool:
        """Whether `value` lies in the interval, its ends included; false if there is none."""
        return self.low <= value <= self.high

    def to_json(self) -> dict[str, Any]:
        """Give the interval as JSON values, NaN as None."""
        return json_values(asdict(self))


def json_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Give nested values as JSON has them: neither NaN nor infinity, and texts for keys."""
    return {str(name): _json_value(value) for name, value in values.items()}


def _json_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return json_values(value)
    if isinstance(value, list | tuple):
        return [_json_value(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
