"""What a resample of a measure needs: sums that add up over items, or the items themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Statistic(Protocol):
    """Gives a measure over resamples."""

    def draws(self, counts: Floats) -> Floats:
        """Turn counts, shape (draws, items), into values, shape (draws,); NaN where there is none."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """A measure that follows from sums over items: a mean, an error rate, BLEU, an F1.

    Parameters
    ----------
    columns : ndarray of float64, shape (items, quantities)
        What each item adds; zeros for an item that is N/A. Items may be added up beforehand (by group, say): the
        measure over sums is the measure over their items.
    finish : callable
        From sums, shape (draws, quantities), to values, shape (draws,).
    """

    columns: Floats
    finish: Callable[[Floats], Floats]

    def draws(self, counts: Floats) -> Floats:
        """Add the columns up as often as they were drawn, and finish."""
        return self.finish(counts @ self.columns)


@dataclass(frozen=True, slots=True, eq=False)
class Recomputed:
    """A measure that needs the items themselves: a rank correlation, a median.

    Parameters
    ----------
    rows : ndarray of float64, shape (items, quantities)
        NaN in the rows of items that are N/A.
    compute : callable
        From drawn rows, shape (drawn, quantities), none of them N/A, to the value; NaN where there is none.
    """

    rows: Floats
    compute: Callable[[Floats], float]

    def draws(self, counts: Floats) -> Floats:
        """Repeat the rows as often as they were drawn, and compute."""
        valid = ~np.isnan(self.rows).any(axis=1)
        rows, whole = self.rows[valid], counts[:, valid].astype(np.intp)
        return np.array([self.compute(np.repeat(rows, each, axis=0)) for each in whole], dtype=np.float64)


def ratio(sums: Floats) -> Floats:
    """Finish two columns, what is counted and what it is counted of: their quotient, NaN over nothing."""
    values = np.full(len(sums), np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=values, where=sums[:, 1] > 0)
    return values


def columns_of(rows: Sequence[Sequence[float] | None], *, width: int) -> Floats:
    """Stack rows, zeros for those that are None; shape (items, width)."""
    return np.array([[0.0] * width if row is None else row for row in rows], dtype=np.float64).reshape(-1, width)


def mean_of(values: Sequence[float | None]) -> Sums:
    """Give the mean over the values that are there."""
    return Sums(columns_of([None if value is None else (value, 1.0) for value in values], width=2), ratio)
