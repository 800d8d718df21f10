"""p-values by permutation, for each family and corrected for trying all of them."""

from __future__ import annotations

import numpy as np

from verification.shortcuts.family import Matrix

# Gains that differ by less are the same but for rounding (of float32, 3e-7 of the gain): by chance those of 2,000 rows
# differ by some 1e-3. Taken for differences, they would give p-values to families that no labelling changes.
_ROUNDING = 1e-5
_LEAST_ROUNDING = 1e-7


def _rounding(gains: Matrix) -> Matrix:
    largest: Matrix = np.abs(gains).max(axis=0)
    return np.maximum(_LEAST_ROUNDING, _ROUNDING * largest)


def p_value(gains: Matrix) -> float:
    """Give the share of labellings, the true one (the first) among them, that do at least as well as it."""
    return float((gains >= gains[0] - _rounding(gains)).mean())


def is_still(gains: Matrix) -> bool:
    """Whether no labelling makes a difference, shape (labellings,)."""
    return bool(gains.std() <= _rounding(gains))


def p_values_family(gains: Matrix) -> Matrix:
    """Correct for trying several families at once.

    Step-down max-T of Westfall and Young (1993): each family's gain is standardised by its permutations, and held
    against the largest of those that are no more significant, permuted together. So families that say the same
    (level and peak) are paid for once.

    Parameters
    ----------
    gains : numpy.ndarray, shape (labellings, families)
        Of the true labelling first; a family that no labelling changes has p = 1.

    Returns
    -------
    numpy.ndarray, shape (families,)
    """
    spread = gains.std(axis=0)
    rounding = _rounding(gains)
    still = spread <= rounding
    spread = np.where(still, 1.0, spread)
    scaled = np.where(still, -np.inf, (gains - gains.mean(axis=0)) / spread)
    order = np.argsort(-scaled[0], kind="stable")
    corrected = np.ones(gains.shape[1])
    least = 0.0
    for step, family in enumerate(order):
        largest = scaled[:, order[step:]].max(axis=1)
        least = max(least, float((largest >= scaled[0, family] - rounding[family] / spread[family]).mean()))
        corrected[family] = 1.0 if still[family] else least
    return corrected
