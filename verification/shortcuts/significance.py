"""p-values by permutation, for each family and corrected for trying all of them."""

from __future__ import annotations

import numpy as np

from verification.shortcuts.family import Matrix

# Gains that differ by less are the same but for rounding: of some thousand rows they differ by some 1e-3 by chance.
_TOLERANCE = 1e-7


def p_value(gains: Matrix) -> float:
    """Give the share of labellings, the true one (the first) among them, that do at least as well as it."""
    return float((gains >= gains[0] - _TOLERANCE).mean())


def is_still(gains: Matrix) -> bool:
    """Whether no labelling makes a difference, shape (labellings,)."""
    return bool(gains.std() <= _TOLERANCE)


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
    still = spread <= _TOLERANCE
    scaled = np.where(still, -np.inf, (gains - gains.mean(axis=0)) / np.where(still, 1.0, spread))
    order = np.argsort(-scaled[0], kind="stable")
    corrected = np.ones(gains.shape[1])
    least = 0.0
    for step, family in enumerate(order):
        largest = scaled[:, order[step:]].max(axis=1)
        least = max(least, float((largest >= scaled[0, family] - 1e-6).mean()))
        corrected[family] = 1.0 if still[family] else least
    return corrected
