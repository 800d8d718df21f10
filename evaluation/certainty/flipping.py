"""p-values by turning whole groups around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.certainty.grouping import Values, group_sums, numbered

ROUNDS = 9_999
_CELLS = 1_000_000  # signs at once: bounds the memory
_ROUNDING = 1e-9  # sums that differ by less, relatively, are the same


@dataclass(frozen=True, kw_only=True, slots=True)
class Flipped:
    """What came of a test.

    Parameters
    ----------
    statistic : float
        Of one column its sum; of several chi-squared, over which p is taken.
    p_value : float
        From 0 to 1; 1 if there is nothing to turn around.
    groups : int
        Those that contribute anything.
    """

    statistic: float
    p_value: float
    groups: int


def flip_test(
    contributions: Values, groups: Sequence[str], *, one_sided: bool = False, rounds: int = ROUNDS, seed: int = 0
) -> Flipped:
    """Test whether contributions sum to zero but for chance, groups being what chance deals with.

    Each group's sum is as likely as its negative if nothing is the matter, so that the sum is compared with those
    under random signs. For one column, such as differences of two models' scores, this is Fisher's randomisation
    test; for right and wrong answers without groups it is McNemar's exact test. Several columns are taken together
    by their covariance over groups, which signs do not change: the score test with wild bootstrap of Kline and
    Santos (2012), which holds its level approximately.

    Parameters
    ----------
    contributions : numpy.ndarray, shape (items,) or (items, columns)
        Such as differences, or observed less expected counts.
    groups : sequence of str, shape (items,)
        An item without a group stands alone.
    one_sided : bool
        Whether only a sum above zero counts; of one column only.
    rounds, seed : int
        Of the signs. Where there are no more than `rounds` ways to set them all are tried, and p is exact.

    Returns
    -------
    Flipped
    """
    columns = contributions[:, None] if contributions.ndim == 1 else contributions
    sums = group_sums(columns, numbered(groups))
    sums = sums[np.abs(sums).max(axis=1, initial=0.0) > _ROUNDING]
    if not len(sums):
        return Flipped(statistic=0.0, p_value=1.0, groups=0)
    covariance = np.linalg.pinv(sums.T @ sums, rcond=_ROUNDING, hermitian=True)

    def size(totals: Values) -> Values:
        if one_sided:
            return totals[:, 0]
        squared: Values = ((totals @ covariance) * totals).sum(axis=1)
        return squared

    seen = float(size(sums.sum(axis=0, keepdims=True))[0])
    least = seen - _ROUNDING * max(abs(seen), 1.0)
    at_least = tried = 0
    for turned in _turned(len(sums), rounds=rounds, seed=seed):
        totals = sums.sum(axis=0) - 2 * (turned @ sums)
        at_least += int((size(totals) >= least).sum())
        tried += len(turned)
    exact = 2 ** len(sums) == tried
    p_value = at_least / tried if exact else (at_least + 1) / (tried + 1)
    total = float(sums.sum()) if columns.shape[1] == 1 else seen
    return Flipped(statistic=total, p_value=p_value, groups=len(sums))


def _turned(groups: int, *, rounds: int, seed: int) -> Iterator[Values]:
    """Give which groups are turned, 0 or 1, shape (rounds, groups), a part at a time: all ways, or random ones."""
    if 2**groups <= rounds:
        yield (np.arange(2**groups)[:, None] >> np.arange(groups) & 1).astype(np.float64)
        return
    rng = np.random.Generator(np.random.Philox(seed))
    step, width = max(_CELLS // groups, 1), -(-groups // 8)
    for start in range(0, rounds, step):
        drawn = rng.integers(0, 256, size=(min(step, rounds - start), width), dtype=np.uint8)
        yield np.unpackbits(drawn, axis=1, count=groups).astype(np.float64)
