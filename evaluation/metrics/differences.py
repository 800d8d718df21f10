"""Differences of numbers: squared, absolute, median."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.quantities import quantity_of
from evaluation.metrics.statistic import Floats, Recomputed, columns_of, mean_of

# A reply of "1e200" is as wrong as a float can tell; its square must not be infinite, nor a sum of such squares.
_LARGEST = 1e290


def number_pairs(references: References, hypotheses: Hypotheses) -> list[tuple[float, float] | None]:
    """Read numbers on both sides, the hypothesis in its reference's unit; None is N/A.

    Raises
    ------
    MetricError
        If a reference is not a number, or the lengths differ.
    """
    numbers: list[tuple[float, float] | None] = []
    for pair in read_pairs(references, hypotheses, quantity_of, kind="a number, with or without a unit"):
        given = None if pair is None else pair[1].into(pair[0].unit)
        numbers.append(None if pair is None or given is None else (pair[0].value, given))
    return numbers


def mse(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean squared error, in the square of the references' unit; not below 0 (see `number_pairs`)."""
    values = [None if error is None else min(error * error, _LARGEST) for error in _errors(references, hypotheses)]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def mae(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean absolute difference, in the references' unit; not below 0 (see `number_pairs`)."""
    values = [None if error is None else min(error, _LARGEST) for error in _errors(references, hypotheses)]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def medae(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the median absolute error, in the references' unit; not below 0 (see `number_pairs`)."""
    errors = _errors(references, hypotheses)
    return measured(
        Recomputed(rows_of([None if error is None else (error,) for error in errors], width=1), _median),
        valid=[error is not None for error in errors],
        per_item=errors,
    )


def rows_of(values: Sequence[Sequence[float] | None], *, width: int) -> Floats:
    """Stack rows of numbers, NaN where there is none; shape (items, width)."""
    rows = columns_of(values, width=width)
    rows[[value is None for value in values]] = np.nan
    return rows


def _errors(references: References, hypotheses: Hypotheses) -> list[float | None]:
    return [None if pair is None else abs(pair[0] - pair[1]) for pair in number_pairs(references, hypotheses)]


def _median(rows: Floats) -> float:
    return float(np.median(rows)) if len(rows) else float("nan")
