"""Intervals by bootstrap, whole groups resampled.

Items of one group (a minimal pair, the clips of one speaker) are answered alike, so that 100 items in 10 groups tell
little more than 10. Hence groups are drawn with replacement, and all items of a drawn group come along (cluster
bootstrap; Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).

The percentile interval is too narrow twice over, and both are put right:

- of few groups, by the factor that tells Student's t from the normal distribution and n - 1 from n: the expanded
  percentile interval (Hesterberg, What Teachers Should Know About the Bootstrap, 2015, section 5.3);
- near a bound, where what is rare was not drawn. Groups unlike all that were seen may still make up the share
  1 - 0.025^(1/groups) of all there are (Clopper and Pearson, 1934, for no success in so many trials), and score
  anything within the bounds: the interval reaches at least as far as they could move the mean. Of all right or all
  wrong answers this is Clopper and Pearson's exact interval on groups.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from evaluation.certainty.grouping import Indices, Values, group_sums, numbered
from evaluation.certainty.interval import LEVEL, Interval

ROUNDS = 1_000  # the ends then vary by 4 % of half the width from seed to seed
FEW_GROUPS = 10
_TAIL = (1 - LEVEL) / 2
_CELLS = 1_000_000  # counts drawn at once: bounds the memory
_MANY_KINDS = 8  # groups for each kind, below which kinds are not worth while
_UNIT = (0.0, 1.0)
_ANY = (-math.inf, math.inf)


def mean_interval(
    scores: Sequence[float] | Values,
    groups: Sequence[str] | None = None,
    *,
    bounds: tuple[float, float] = _UNIT,
    seed: int = 0,
) -> Interval:
    """Give the mean of scores and its interval.

    Parameters
    ----------
    scores : sequence of float, shape (items,)
        Finite: what has no score must be left out, and told of, before.
    groups : sequence of str, shape (items,), optional
        An item without a group (an empty text) stands alone; so do all if this is left out.
    bounds : tuple of two floats
        Between which every score lies; infinite where there is no bound.
    seed : int
        Of the resampling.

    Returns
    -------
    Interval
        Of no items, NaN throughout. Of one group, which nothing can be compared with, nearly all between the bounds.
    """
    values = np.asarray(scores, dtype=np.float64)
    return ratio_interval(values, np.ones(len(values)), groups, bounds=bounds, seed=seed)


def ratio_interval(
    numerators: Sequence[float] | Values,
    denominators: Sequence[float] | Values,
    groups: Sequence[str] | None = None,
    *,
    bounds: tuple[float, float] = _UNIT,
    seed: int = 0,
) -> Interval:
    """Give the ratio of two sums, such as errors per word of a corpus, and its interval.

    Parameters
    ----------
    numerators, denominators : sequence of float, shape (items,)
        Such as the edits and the words of each transcript; denominators are not negative.
    groups, bounds, seed
        As for `mean_interval`; a corpus WER has the bounds (0, infinity).

    Returns
    -------
    Interval
        NaN if the denominators sum to nothing.
    """
    above = np.asarray(numerators, dtype=np.float64)
    below = np.asarray(denominators, dtype=np.float64)
    numbers = numbered(groups if groups is not None else [""] * len(above))
    sums = np.stack([group_sums(above, numbers), group_sums(below, numbers)])
    total = sums[1].sum()
    value = float(sums[0].sum() / total) if total > 0 else math.nan
    drawn = _resampled_ratios(sums, seed=seed) if total > 0 else np.empty(0)
    return _interval(value, drawn, numbers, bounds=bounds)


def statistic_interval(
    draws: Callable[[Values], Values],
    groups: Sequence[str],
    *,
    bounds: tuple[float, float] = _ANY,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Interval:
    """Give any statistic and its interval.

    Parameters
    ----------
    draws : callable
        From counts, shape (rounds, items), to values, shape (rounds,): the statistic of items that come so often.
        NaN where it is not defined: such rounds are left out. `of_places` makes one of a function of items.
    groups : sequence of str, shape (items,)
        An empty text for an item that stands alone.
    bounds : tuple of two floats
        Of the statistic of a single group, where it is a mean over groups. The default, none, is right for all that
        is not a mean, such as a correlation; near its bounds the interval is then too narrow.
    rounds, seed : int
        Of the resampling.

    Returns
    -------
    Interval
        NaN if it is not defined for all items, or for fewer than half of the rounds.
    """
    numbers = numbered(groups)
    if not len(numbers):
        return _interval(math.nan, np.empty(0), numbers, bounds=bounds)
    value = float(draws(np.ones((1, len(numbers))))[0])
    each = np.ones(int(numbers.max()) + 1, dtype=np.intp)
    found = [draws(drawn[:, numbers]) for drawn in _drawn(each, rounds=rounds, seed=seed)]
    return _interval(value, np.concatenate(found), numbers, bounds=bounds)


def of_places(statistic: Callable[[Indices], float]) -> Callable[[Values], Values]:
    """Make a statistic of items' places, each standing as often as its item was drawn, one of counts."""

    def draws(counts: Values) -> Values:
        places = np.arange(counts.shape[1])
        return np.array([statistic(np.repeat(places, each)) for each in counts.astype(np.intp)], dtype=np.float64)

    return draws


def unseen_share(groups: int) -> float:
    """Give the share that groups unlike all of `groups` seen ones may still make up (97.5 % one-sided)."""
    return float(1 - _TAIL ** (1 / groups))


def _resampled_ratios(sums: Values, *, seed: int) -> Values:
    # Groups with the same sums are one kind, and of answers that are right or wrong there are only a few kinds: to
    # draw how often each kind comes is the same, and much faster.
    kinds, sizes = np.unique(sums, axis=1, return_counts=True)
    if _MANY_KINDS * len(sizes) > sums.shape[1]:
        kinds, sizes = sums, np.ones(sums.shape[1], dtype=np.intp)
    found = [drawn @ kinds.T for drawn in _drawn(sizes, rounds=ROUNDS, seed=seed)]
    above, below = np.concatenate(found).T
    ratios: Values = np.divide(above, below, out=np.full(ROUNDS, np.nan), where=below > 0)
    return ratios


def _drawn(sizes: Indices, *, rounds: int, seed: int) -> Iterator[Values]:
    """Draw as many groups as there are: how often each kind comes, shape (rounds, kinds), a part at a time."""
    total = int(sizes.sum())
    rng = np.random.Generator(np.random.Philox(seed))
    step = max(_CELLS // len(sizes), 1)
    for start in range(0, rounds, step):
        part = min(step, rounds - start)
        if len(sizes) < total:
            yield rng.multinomial(total, sizes / total, size=part).astype(np.float64)
            continue
        places = rng.integers(0, total, size=(part, total)) + total * np.arange(part)[:, None]
        yield np.bincount(places.ravel(), minlength=part * total).reshape(part, total).astype(np.float64)


def _interval(value: float, drawn: Values, numbers: Indices, *, bounds: tuple[float, float]) -> Interval:
    groups = int(numbers.max(initial=-1)) + 1
    finite = drawn[np.isfinite(drawn)]
    if not math.isfinite(value) or 2 * len(finite) < len(drawn):
        return Interval(value=value, low=math.nan, high=math.nan, items=len(numbers), groups=groups, note="undefined")
    ends = [float(end) for end in np.quantile(finite, _tails(groups))] if groups > 1 else [math.nan, math.nan]
    unseen = unseen_share(groups)
    reach = [value * (1 - unseen) + bound * unseen if math.isfinite(bound) else math.nan for bound in bounds]
    # fmin and fmax pass NaN over. Rounding may put the value itself outside by an ulp.
    low, high = np.fmin(ends[0], reach[0]), np.fmax(ends[1], reach[1])
    return Interval(
        value=value,
        low=float(np.minimum(low, value)),
        high=float(np.maximum(high, value)),
        items=len(numbers),
        groups=groups,
        note=_note(groups),
    )


def _tails(groups: int) -> tuple[float, float]:
    from scipy import stats

    width = math.sqrt(groups / (groups - 1)) * stats.t.ppf(1 - _TAIL, groups - 1)
    tail = float(stats.norm.cdf(-width))
    return tail, 1 - tail


def _note(groups: int) -> str:
    if groups == 1:
        return "one group: how far another would score differently cannot be told"
    return f"only {groups} groups" if groups < FEW_GROUPS else ""
