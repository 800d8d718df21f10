"""What a measure gives: its value, how many replies it could not take, and how to have it again over a resample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evaluation.metrics.statistic import Statistic


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """A measure over the items of a set.

    Parameters
    ----------
    value : float or None
        Over the valid items; None where the measure is not defined, and `reason` says why. Never NaN.
    na_rate : float
        Share of the items whose reply is N/A: none came, or none could be brought into the reference's format.
    items : int
        All of them, N/A included.
    per_item : tuple of (float or None)
        The measure of each item, in order; None if N/A or not defined for one item. All of them are None where the
        measure has no meaning for one item (a correlation).
    statistic : Statistic
        Gives the measure again over a resample.
    reason : str
        Why there is no value; empty if there is one.
    signature : str
        The library's own record of how it was computed (sacreBLEU's); mostly empty.
    """

    value: float | None
    na_rate: float
    items: int
    per_item: tuple[float | None, ...]
    statistic: Statistic = field(repr=False, compare=False)
    reason: str = ""
    signature: str = ""

    def at(self, indices: ArrayLike) -> float | None:
        """Give the measure over these items, repeats included; None where it is not defined.

        Parameters
        ----------
        indices : array_like of int, shape (drawn,)
            Positions of items, from 0.
        """
        drawn = np.asarray(indices, dtype=np.intp).reshape(-1)
        counts = np.bincount(drawn, minlength=self.items).astype(np.float64)
        return _plain(float(self.draws(counts[np.newaxis])[0]))

    def draws(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the measure over many resamples at once.

        Parameters
        ----------
        counts : ndarray of float64, shape (draws, items)
            How often each resample holds each item: whole numbers.

        Returns
        -------
        ndarray of float64, shape (draws,)
            NaN for a resample over which the measure is not defined.
        """
        return self.statistic.draws(np.asarray(counts, dtype=np.float64))


def measured(
    statistic: Statistic,
    *,
    valid: Sequence[bool],
    per_item: Sequence[float | None] | None = None,
    undefined: str = "",
    signature: str = "",
) -> Measured:
    """Wrap a statistic over all items.

    Parameters
    ----------
    statistic : Statistic
        Over the same items; rows that are not valid weigh nothing in it.
    valid : sequence of bool
        False where the reply is N/A.
    per_item : sequence of (float or None), optional
        By default None for each.
    undefined : str
        The reason to give if the statistic is not defined although there are valid items.
    signature : str
        Kept as it is.
    """
    items, taken = len(valid), sum(valid)
    value = _plain(float(statistic.draws(np.ones((1, items)))[0])) if taken else None
    return Measured(
        value=value,
        na_rate=(items - taken) / items if items else 0.0,
        items=items,
        per_item=tuple(per_item) if per_item is not None else (None,) * items,
        statistic=statistic,
        reason="" if value is not None else _reason(items, taken, undefined),
        signature=signature,
    )


def _reason(items: int, taken: int, undefined: str) -> str:
    if not items:
        return "no items"
    return undefined if taken else "every reply is N/A"


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None
