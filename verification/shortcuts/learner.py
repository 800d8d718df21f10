"""A classifier whose work is done before it sees a label, so that a thousand labellings cost little more than one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from verification.shortcuts.family import Family, Matrix
from verification.shortcuts.grouping import Indices

_LANDMARKS = 48
_MOST_PATTERNS = 100  # directions kept of sparse counts
# Widths of the radial functions, as `gamma` times the number of columns, and the ridge as a share of the variance.
# Narrow ones find labels that stand in blocks; for measured features they cost more power than they find.
_WIDTH = (1.0,)
_WIDTHS_OF_PLACES = (0.5, 8.0)
_RIDGE = {"measures": 0.02, "places": 0.003, "counts": 0.01}


@contextmanager
def lean_libraries() -> Iterator[None]:
    """Keep BLAS to one thread and scikit-learn from checking its input again and again.

    The matrices are small: threads that wait for each other on a busy machine cost minutes, and gain nothing.
    """
    from sklearn import config_context
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with threadpool_limits(limits=1), config_context(assume_finite=True, skip_parameter_validation=True):
        yield


@dataclass(frozen=True, kw_only=True)
class Fold:
    """A fold's classifier, but for the labels.

    Parameters
    ----------
    train, test : numpy.ndarray
        Places of the rows.
    seen : numpy.ndarray, shape (test rows, inputs)
        What the classifier is given of the rows that it must answer.
    solve : numpy.ndarray, shape (inputs, train rows)
        Gives the weights, applied to the centred labels.
    """

    train: Indices
    test: Indices
    seen: Matrix
    solve: Matrix

    def answer(self, targets: Matrix) -> Matrix:
        """Give the scores of the rows that were left out, from all rows' targets, shape (rows, targets)."""
        scores: Matrix = self.seen @ (self.solve @ targets[self.train])
        return scores


def prepare(family: Family, folds: Indices, *, seed: int) -> list[Fold]:
    """Fit everything that needs no label: ranks, radial functions, the inverse of the ridge regression.

    The regression is ridge on one-hot labels over the features and an approximation of their radial kernel
    (Nystroem), so it is linear and non-linear in them. It has no intercept: that would only carry how often a label
    stands among the training rows, which says nothing about those left out.

    Parameters
    ----------
    family : Family
        Not constant.
    folds : numpy.ndarray, shape (rows,)
        The fold in which each row is left out.
    seed : int
        Of the choice of landmarks.
    """
    prepared = []
    for fold in range(int(folds.max()) + 1):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        learnt, seen = (
            _counts(family, train, test, seed) if family.kind == "counts" else _measures(family, train, test, seed)
        )
        centre = learnt.mean(axis=0)
        learnt, seen = learnt - centre, seen - centre
        products = learnt.T @ learnt
        ridge = max(_RIDGE[family.kind] * float(np.trace(products)), 1e-9)
        solve = np.linalg.solve(products + ridge * np.eye(len(products)), learnt.T)
        prepared.append(Fold(train=train, test=test, seen=_lean(seen), solve=_lean(solve)))
    return prepared


def _lean(values: Matrix) -> Matrix:
    # Half the memory traffic where it counts; the statistics compared differ by far more than its rounding.
    return values.astype(np.float32)


def _measures(family: Family, train: Indices, test: Indices, seed: int) -> tuple[Matrix, Matrix]:
    from sklearn.preprocessing import QuantileTransformer

    ranks = QuantileTransformer(n_quantiles=min(200, len(train)), random_state=seed).fit(family.columns[train])
    spread = np.sqrt(12)  # a uniform distribution has unit variance then
    learnt = (ranks.transform(family.columns[train]) - 0.5) * spread
    seen = (ranks.transform(family.columns[test]) - 0.5) * spread
    columns = learnt.shape[1]
    inputs = [(learnt, seen)]
    if family.kind == "measures":
        inputs += _radial(learnt, seen, widths=_WIDTH, landmarks=_LANDMARKS, seed=seed)
    else:
        # Each on its own: labels take turns, or stand in blocks, by one of them.
        for column in range(columns):
            alone = slice(column, column + 1)
            inputs += _radial(
                learnt[:, alone], seen[:, alone], widths=_WIDTHS_OF_PLACES, landmarks=_LANDMARKS // 2, seed=seed
            )
    weights = [1 / np.sqrt(columns), *[np.sqrt(1 / (len(inputs) - 1))] * (len(inputs) - 1)]
    return (
        np.hstack([weight * each[0] for weight, each in zip(weights, inputs, strict=True)]),
        np.hstack([weight * each[1] for weight, each in zip(weights, inputs, strict=True)]),
    )


def _radial(
    learnt: Matrix, seen: Matrix, *, widths: Sequence[float], landmarks: int, seed: int
) -> list[tuple[Matrix, Matrix]]:
    from sklearn.kernel_approximation import Nystroem

    inputs = []
    for width in widths:
        radial = Nystroem(
            gamma=width / learnt.shape[1], n_components=min(landmarks, len(learnt)), random_state=seed
        ).fit(learnt)
        inputs.append((radial.transform(learnt), radial.transform(seen)))
    return inputs


def _counts(family: Family, train: Indices, test: Indices, seed: int) -> tuple[Matrix, Matrix]:
    from sklearn.decomposition import TruncatedSVD

    learnt, seen = family.columns[train], family.columns[test]
    if learnt.shape[1] <= _MOST_PATTERNS:
        return learnt, seen
    patterns = TruncatedSVD(n_components=min(_MOST_PATTERNS, len(train) - 1), random_state=seed).fit(learnt)
    return patterns.transform(learnt), patterns.transform(seen)
