"""Statistics of pairs of clips under resampling: every clip counts as often as it was drawn.

A pair within a group counts as often as its group was drawn; a pair across two groups as often as one was drawn times
as often as the other was, because both had to come (vertex bootstrap; Snijders and Borgatti, Non-Parametric Standard
Errors and Tests for Network Statistics, 1999).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evaluation.certainty.grouping import Indices, Values

_CELLS = 2_000_000  # weights at once: bounds the memory


@dataclass(frozen=True, kw_only=True, eq=False)
class Cosines:
    """Pairs of one kind.

    Parameters
    ----------
    values : numpy.ndarray, shape (pairs,)
        Cosine similarities, ascending.
    first, second : numpy.ndarray of int, shape (pairs,)
        Places of the clips.
    within : numpy.ndarray of bool, shape (pairs,)
        Whether both clips are of one group.
    """

    values: Values
    first: Indices
    second: Indices
    within: np.ndarray[tuple[int], np.dtype[np.bool_]]

    def weights(self, counts: Values) -> Values:
        """Give how often each pair comes, shape (rounds, pairs), of how often each clip does, shape (rounds, clips)."""
        found: Values = counts[:, self.first] * np.where(self.within, 1.0, counts[:, self.second])
        return found


def medians(cosines: Cosines) -> Callable[[Values], Values]:
    """Give the median as a function of counts, for `statistic_interval`."""
    return lambda counts: _in_parts(counts, len(cosines.values), lambda part: _medians(cosines, cosines.weights(part)))


def farther(style: Cosines, content: Cosines) -> Callable[[Values], Values]:
    """Give the share of comparisons in which a content change looks farther than a style change.

    The area under the ROC curve (Mann and Whitney's U over the number of comparisons): 0.5 if the two look alike;
    ties count half. As a function of counts, for `statistic_interval`.
    """
    below = np.searchsorted(content.values, style.values, side="left")
    up_to = np.searchsorted(content.values, style.values, side="right")

    def shares(counts: Values) -> Values:
        ours, theirs = style.weights(counts), content.weights(counts)
        sums = np.concatenate([np.zeros((len(counts), 1)), theirs.cumsum(axis=1)], axis=1)
        won = (ours * (sums[:, below] + sums[:, up_to]) / 2).sum(axis=1)
        compared = ours.sum(axis=1) * sums[:, -1]
        return _divided(won, compared)

    return lambda counts: _in_parts(counts, len(style.values) + len(content.values), shares)


def _medians(cosines: Cosines, weights: Values) -> Values:
    sums = weights.cumsum(axis=1)
    half = sums[:, -1:] / 2
    low, high = (sums >= half).argmax(axis=1), (sums > half).argmax(axis=1)
    middle: Values = (cosines.values[low] + cosines.values[high]) / 2
    return np.where(half[:, 0] > 0, middle, np.nan)


def _in_parts(counts: Values, pairs: int, statistic: Callable[[Values], Values]) -> Values:
    step = max(_CELLS // max(pairs, 1), 1)
    return np.concatenate([statistic(counts[start : start + step]) for start in range(0, len(counts), step)])


def _divided(above: Values, below: Values) -> Values:
    found: Values = np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0)
    return found
