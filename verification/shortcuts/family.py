"""A family of things to cheat by, as a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Family:
    """What a cheat is given at once.

    Parameters
    ----------
    name : str
        Such as `level`.
    features : tuple of str
        What it is made of, for people.
    columns : numpy.ndarray, shape (rows, columns)
        Finite, without a column that is the same for all rows.
    parts : mapping of str to sequence of int
        Which columns belong to which feature; a feature that is the same for all rows has none.
    kind : {"measures", "places", "counts"}
        Numbers whose distribution is unknown; places in an order, where labels may stand in blocks; sparse counts.
    by_row : bool
        Whether rows of one group may stand on both sides of the cross-validation.
    note : str
        What limits the test.
    inherent : str
        Why the family does not count; empty if it counts.
    trifle : str
        What little differs between rows: told in place of a score that is no better than those of shuffled labels.
    """

    name: str
    features: tuple[str, ...]
    columns: Matrix
    parts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    kind: Literal["measures", "places", "counts"] = "measures"
    by_row: bool = False
    note: str = ""
    inherent: str = ""
    trifle: str = ""

    @property
    def constant(self) -> bool:
        """Whether it is the same for all rows."""
        return not self.columns.shape[1]

    def only(self, feature: str) -> Family:
        """Give the family with one feature alone."""
        columns = self.columns[:, list(self.parts.get(feature, ()))]
        return replace(self, features=(feature,), columns=columns, parts={feature: range(columns.shape[1])})


def assemble(
    name: str, blocks: Mapping[str, Matrix], *, kind: Literal["measures", "places", "counts"] = "measures"
) -> Family:
    """Put features together, each of shape (rows,) or (rows, columns); NaN where one is not known.

    What is not known is filled by the median, and that it is not known becomes a column of its own: it may tell.
    """
    parts: dict[str, Sequence[int]] = {}
    kept: list[Matrix] = []
    rows = 0
    for feature, values in blocks.items():
        block = _complete(values.reshape(len(values), -1))
        rows = len(block)
        varied = block[:, (block != block[:1]).any(axis=0)]
        start = sum(each.shape[1] for each in kept)
        parts[feature] = range(start, start + varied.shape[1])
        kept.append(varied)
    columns = np.hstack(kept) if kept else np.zeros((rows, 0))
    return Family(name=name, features=tuple(blocks), columns=columns, parts=parts, kind=kind)


def _complete(block: Matrix) -> Matrix:
    unknown = ~np.isfinite(block)
    if not unknown.any():
        return block
    filled = np.where(unknown, np.nan, block)
    known = ~unknown.all(axis=0)
    middle = np.zeros(block.shape[1])
    middle[known] = np.nanmedian(filled[:, known], axis=0)
    return np.hstack([np.where(unknown, middle, block), unknown.astype(np.float64)])
