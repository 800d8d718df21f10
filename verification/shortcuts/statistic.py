"""How well classifiers answer: a number without ties for the test, and answers for people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from verification.shortcuts.family import Matrix
from verification.shortcuts.grouping import Indices
from verification.shortcuts.learner import Fold

_COLUMNS = 2_048  # targets worked on at once: bounds the memory
_ROUNDS = 1_000  # of the bootstrap


def gains(folds: Sequence[Fold], labellings: NDArray[np.int16]) -> Matrix:
    """Give the cross-validated gain of each labelling, shape (labellings,).

    It is the mean over rows of the centred score of the true label, each label weighted by its rarity: the
    cross-validated counterpart of Pillai's trace. Unlike accuracy it has no ties.
    """
    labels = int(labellings.max()) + 1
    rows = labellings.shape[1]
    found = np.zeros(len(labellings))
    step = max(_COLUMNS // labels, 1)
    for start in range(0, len(labellings), step):
        chunk = labellings[start : start + step]
        # With two labels, one column says all: the other is its negative.
        which = np.arange(labels if labels > 2 else 1, dtype=np.int16)
        targets = (chunk.T[:, :, None] == which).astype(np.float32)
        share = targets.mean(axis=0)
        weights = 1 / share if labels > 2 else 1 / share + 1 / (1 - share)
        targets -= share
        flat = targets.reshape(rows, -1)
        total = np.zeros(flat.shape[1])
        for fold in folds:
            total += ((fold.seen.T @ flat[fold.test]) * (fold.solve @ flat[fold.train])).sum(axis=0)
        found[start : start + step] = (total.reshape(share.shape) * weights).sum(axis=1) / rows
    return found


def answers(folds: Sequence[Fold], labels: Indices) -> tuple[Indices, Indices]:
    """Give the answers for balanced accuracy (every label as likely) and for accuracy (as frequent as it is)."""
    targets = (labels[:, None] == np.arange(labels.max() + 1)).astype(np.float32)
    share = targets.mean(axis=0)
    scores = np.zeros(targets.shape)
    for fold in folds:
        scores[fold.test] = fold.answer(targets - share)
    return (scores / share).argmax(axis=1), (scores + share).argmax(axis=1)


def balanced_accuracy(right: NDArray[np.bool_], labels: Indices) -> float:
    """Give the mean over the labels of the share of right answers."""
    return float((np.bincount(labels, weights=right) / np.bincount(labels)).mean())


def resampled(groups: Indices, *, seed: int) -> Matrix:
    """Draw as many groups as there are, with replacement: how often each, shape (rounds, groups)."""
    count = int(groups.max()) + 1
    rng = np.random.Generator(np.random.Philox(seed))
    return rng.multinomial(count, np.full(count, 1 / count), size=_ROUNDS).astype(np.float64)


def interval(right: NDArray[np.bool_], labels: Indices, groups: Indices, *, drawn: Matrix) -> tuple[float, float]:
    """Give the 95 % interval of the balanced accuracy over `resampled` groups (percentile bootstrap)."""
    shape = (drawn.shape[1], int(labels.max()) + 1)
    rows, hits = np.zeros(shape), np.zeros(shape)
    np.add.at(rows, (groups, labels), 1)
    np.add.at(hits, (groups, labels), right)
    counted = drawn @ rows
    recall = np.divide(drawn @ hits, counted, out=np.full(counted.shape, np.nan), where=counted > 0)
    low, high = np.quantile(np.nanmean(recall, axis=1), (0.025, 0.975))
    return float(low), float(high)
