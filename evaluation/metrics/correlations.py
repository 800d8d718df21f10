"""Correlations of numbers: Pearson's, Spearman's and Kendall's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.errors import MissingLibraryError
from evaluation.metrics.differences import number_pairs, rows_of
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References
from evaluation.metrics.statistic import Floats, Recomputed

_UNDEFINED = "fewer than two valid items, or all their references or all their replies are the same number"
_AT_ONCE = 4_000_000  # cells of (draws, items) held at a time
_LARGEST = 1e100  # so that squares of what a reply names stay finite


def pcc(references: References, hypotheses: Hypotheses) -> Measured:
    """Give Pearson's correlation of the numbers, from -1 to 1.

    Not defined for fewer than two valid items, nor where either side never changes.

    Raises
    ------
    MetricError
        If a reference is not a number, or the lengths differ.
    """
    rows = _rows(references, hypotheses)
    return _correlation(rows, Weighted(rows, ranked=False))


def srcc(references: References, hypotheses: Hypotheses) -> Measured:
    """Give Spearman's rank correlation of the numbers, ties at their mean rank, from -1 to 1 (see `pcc`)."""
    rows = _rows(references, hypotheses)
    return _correlation(rows, Weighted(rows, ranked=True))


def ktau(references: References, hypotheses: Hypotheses) -> Measured:
    """Give Kendall's tau-b of the numbers, from -1 to 1 (see `pcc`)."""
    try:
        from scipy.stats import kendalltau
    except ImportError as error:
        raise MissingLibraryError.of("scipy", needed_for="Kendall's tau") from error
    rows = _rows(references, hypotheses)

    def tau(drawn: Floats) -> float:
        if len(drawn) < 2 or (np.ptp(drawn, axis=0) == 0).any():
            return float("nan")
        return float(kendalltau(drawn[:, 0], drawn[:, 1]).statistic)

    return _correlation(rows, Recomputed(rows, tau))


@dataclass(frozen=True, slots=True, eq=False)
class Weighted:
    """Pearson's correlation of rows, or of their ranks, over many resamples at once.

    Parameters
    ----------
    rows : ndarray of float64, shape (items, 2)
        NaN in the rows of items that are N/A.
    ranked : bool
        Whether to correlate ranks, which change with every resample.

    Notes
    -----
    In two passes (means first), so that one reply of 10^9 among small numbers does not drown a resample without it.
    """

    rows: Floats
    ranked: bool

    def draws(self, counts: Floats) -> Floats:
        """Correlate the rows as often as they were drawn; NaN where either side is constant."""
        valid = ~np.isnan(self.rows).any(axis=1)
        counts, rows = counts[:, valid], self.rows[valid]
        step = max(1, _AT_ONCE // max(1, len(rows)))
        parts = [self._part(counts[at : at + step], rows) for at in range(0, len(counts), step)]
        return np.concatenate(parts) if parts else np.empty(0)

    def _part(self, counts: Floats, rows: Floats) -> Floats:
        sides = [mean_ranks(counts, column) if self.ranked else column[np.newaxis] for column in rows.T]
        drawn = np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
        means = [(counts * side).sum(axis=1, keepdims=True) / drawn for side in sides]
        off = [side - mean for side, mean in zip(sides, means, strict=True)]
        norms = [np.sqrt((counts * each**2).sum(axis=1)) for each in off]
        # Rounding alone leaves this much of a constant: scipy's own limit.
        flat = [norm <= 1e-13 * np.abs(mean[:, 0]) for norm, mean in zip(norms, means, strict=True)]
        with np.errstate(invalid="ignore", divide="ignore"):
            value = (counts * off[0] * off[1]).sum(axis=1) / norms[0] / norms[1]
        return np.where(flat[0] | flat[1], np.nan, np.clip(value, -1.0, 1.0))


def mean_ranks(counts: Floats, values: Floats) -> Floats:
    """Rank values within each resample, ties at their mean rank.

    Parameters
    ----------
    counts : ndarray of float64, shape (draws, items)
    values : ndarray of float64, shape (items,)

    Returns
    -------
    ndarray of float64, shape (draws, items)
        The rank that each item has, or would have, from 1.
    """
    if not len(values):
        return np.empty_like(counts)
    _, first, level = np.unique(np.sort(values), return_index=True, return_inverse=True)
    order = np.argsort(values, kind="stable")
    alike = np.add.reduceat(counts[:, order], first, axis=1)
    at_level = np.cumsum(alike, axis=1) - (alike - 1) / 2
    ranks = np.empty_like(counts)
    ranks[:, order] = at_level[:, level]
    return ranks


def _rows(references: References, hypotheses: Hypotheses) -> Floats:
    pairs = number_pairs(references, hypotheses)
    return np.clip(rows_of(pairs, width=2), -_LARGEST, _LARGEST)


def _correlation(rows: Floats, statistic: Weighted | Recomputed) -> Measured:
    valid = [not bool(np.isnan(row).any()) for row in rows]
    return measured(statistic, valid=valid, undefined=_UNDEFINED)
