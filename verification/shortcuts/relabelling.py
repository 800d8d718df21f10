"""Permute labels only where the way the set was made would allow another label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from verification.shortcuts.grouping import Indices, numbered

# Labels of whole groups are exchanged between groups of one size, if nearly all rows have enough such groups.
_ENOUGH_OF_ONE_SIZE = 10
_NEARLY_ALL = 0.9


class Relabelling:
    """Labellings that are as likely as the true one if the features tell nothing.

    Rows of a group with several labels exchange them among each other (a minimal pair stays one). Groups of one
    label exchange it as a whole, with groups of the same size; or of any size, where sizes are too varied for that.
    Either way the set of labellings is closed under the exchange, so that a test over them is exact.

    Parameters
    ----------
    labels : numpy.ndarray, shape (rows,)
        As numbers from 0.
    groups : sequence of str, shape (rows,)
        Rows of one name belong together.
    strata : sequence, shape (rows,)
        Labels never move between rows of different strata, such as rows with different options.
    """

    def __init__(self, labels: Indices, *, groups: Sequence[str], strata: Sequence[Hashable]) -> None:
        self.labels = labels
        self._block = numbered(list(zip(groups, strata, strict=True)))
        blocks = int(self._block.max()) + 1
        first = np.zeros(blocks, dtype=np.intp)
        first[self._block[::-1]] = np.arange(len(labels))[::-1]
        self._label_of = labels[first]
        self._sizes = np.bincount(self._block)
        mixed = np.zeros(blocks, dtype=bool)
        mixed[self._block[labels != self._label_of[self._block]]] = True
        self._mixed_rows = np.flatnonzero(mixed[self._block])
        self._whole = np.flatnonzero(~mixed)
        self._by_size = self._sizes_repeat()
        stratum = numbered([strata[place] for place in first.tolist()])
        sizes = self._sizes if self._by_size else np.zeros(blocks, dtype=np.intp)
        self._exchange = numbered(list(zip(stratum.tolist(), sizes.tolist(), strict=True)))

    def _sizes_repeat(self) -> bool:
        sizes = self._sizes[self._whole]
        common = {size for size, count in Counter(sizes.tolist()).items() if count >= _ENOUGH_OF_ONE_SIZE}
        covered = sum(size for size in sizes.tolist() if size in common)
        return bool(covered >= _NEARLY_ALL * sizes.sum())

    def draw(self, count: int, *, seed: int) -> NDArray[np.int16]:
        """Give the true labelling and `count` others, shape (count + 1, rows)."""
        rng = np.random.Generator(np.random.Philox(seed))
        drawn = np.repeat(self.labels.astype(np.int16)[None], count + 1, axis=0)
        mixed_blocks = self._block[self._mixed_rows]
        by_block = self._mixed_rows[np.argsort(mixed_blocks, kind="stable")]
        exchanged = self._exchange[self._whole]
        by_exchange = self._whole[np.argsort(exchanged, kind="stable")]
        label_of = self._label_of.copy()
        for labelling in drawn[1:]:
            shuffled = np.argsort(mixed_blocks + rng.random(len(mixed_blocks)))
            label_of[by_exchange] = self._label_of[self._whole[np.argsort(exchanged + rng.random(len(exchanged)))]]
            labelling[:] = label_of[self._block]
            labelling[by_block] = self.labels[self._mixed_rows[shuffled]]
        return drawn
