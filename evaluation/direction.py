"""Which way a measure is better."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
