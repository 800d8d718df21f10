"""A sentence of the paper that the tables can bear out or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from evaluation.published.evidence import Evidence
from evaluation.published.judged import Judge


@dataclass(frozen=True, slots=True)
class Finding:
    """What the tables say: whether the sentence follows from them, and the figures that decide it."""

    follows: bool
    figures: str


Check: TypeAlias = Callable[[Evidence], Finding]


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A sentence.

    Parameters
    ----------
    id : str
        A short name.
    section : str
        Where it stands.
    said : str
        What it says, in the paper's words as far as they go.
    held_to : str
        What must be true of the tables for it to follow.
    check : callable
        Looks whether it is.
    by : tuple of Judge
        Whose table it is held against: both judges', or one where it is about one table or about none.
    """

    id: str
    section: str
    said: str
    held_to: str
    check: Check
    by: tuple[Judge, ...] = tuple(Judge)


def signed(value: float) -> str:
    """Write a relative score: `+0.18`."""
    return f"{value:+.2f}"


def lowest(values: Mapping[str, float]) -> str:
    """Name the model with the lowest value, with the value."""
    model = min(values, key=values.__getitem__)
    return f"{model} {signed(values[model])}"


def highest(values: Mapping[str, float]) -> str:
    """Name the model with the highest value, with the value."""
    model = max(values, key=values.__getitem__)
    return f"{model} {signed(values[model])}"


def listed(values: Mapping[str, float]) -> str:
    """Name all models with their values."""
    return ", ".join(f"{model} {signed(value)}" for model, value in values.items())
