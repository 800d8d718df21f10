"""Embeddings as one vector a clip, and those that cannot be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.encoders.errors import EmbeddingError

Vector = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Embeddings:
    """Embeddings by id.

    Parameters
    ----------
    directions : mapping of str to numpy.ndarray, shape (dims,)
        Of length 1.
    dims : int
        Of all of them.
    pooled : int
        How many were frame by frame and were averaged over their frames.
    unusable : mapping of str to str
        Those that have no direction to compare, and why.
    """

    directions: Mapping[str, Vector]
    dims: int
    pooled: int
    unusable: Mapping[str, str]


def embeddings_of(arrays: Iterable[tuple[str, NDArray[Any]]], *, where: str) -> Embeddings:
    """Make vectors of arrays: frames are averaged, lengths set to 1.

    Parameters
    ----------
    arrays : iterable of (str, numpy.ndarray)
        Of shape (dims,), or (frames, dims): the mean over frames stands for the clip. Frames of padding count too:
        leave them out before.
    where : str
        The file, for messages.

    Raises
    ------
    EmbeddingError
        If there is none, or two have one id.
    """
    vectors: dict[str, Vector] = {}
    unusable: dict[str, str] = {}
    pooled = 0
    for name, array in arrays:
        if name in vectors or name in unusable:
            raise EmbeddingError(
                where=where, found=f"the id {name!r} twice", wanted="each id once", remedy="leave one of them out"
            )
        fault = _fault(array)
        if fault:
            unusable[name] = fault
            continue
        pooled += array.ndim == 2
        vectors[name] = array.astype(np.float64).mean(axis=0) if array.ndim == 2 else array.astype(np.float64)
    if not vectors and not unusable:
        raise EmbeddingError(where=where, found="no embedding", wanted="one for each clip", remedy="check the file")
    dims = _most_frequent(vectors)
    directions: dict[str, Vector] = {}
    for name, vector in vectors.items():
        if len(vector) != dims:
            unusable[name] = f"{len(vector):,} dimensions, most have {dims:,}"
        elif not np.isfinite(vector).all():
            unusable[name] = "NaN or infinite"
        elif not vector.any():
            unusable[name] = "all zero"
        else:
            # Scaled first: squares of very large or small numbers are not finite, or nothing.
            scaled = vector / np.abs(vector).max()
            directions[name] = scaled / np.linalg.norm(scaled)
    return Embeddings(directions=directions, dims=dims, pooled=pooled, unusable=unusable)


def _fault(array: NDArray[Any]) -> str:
    if array.dtype.kind not in "fiu":
        return f"no real numbers ({array.dtype})"
    if array.ndim not in (1, 2) or 0 in array.shape:
        return f"shape {array.shape}, not (dims,) or (frames, dims)"
    return ""


def _most_frequent(vectors: Mapping[str, Vector]) -> int:
    counts = Counter(len(vector) for vector in vectors.values())
    return counts.most_common(1)[0][0] if counts else 0
