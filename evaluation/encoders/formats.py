"""Files of embeddings: NumPy archives and arrays, JSON lines."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.encoders.errors import EmbeddingError

IDS, EMBEDDINGS = "ids", "embeddings"
WANTED = (
    f".npz with `{IDS}` and `{EMBEDDINGS}`, or with an array under each id; .npy with --ids; or JSON lines "
    '{"id": ..., "embedding": [...]}'
)


def read_arrays(path: Path, ids: Path | None = None) -> Iterator[tuple[str, NDArray[Any]]]:
    """Read embeddings one by one, in the order of the file, as they stand there.

    Parameters
    ----------
    path : pathlib.Path
        `.npz` with `ids`, shape (items,), and `embeddings`, shape (items, dims) or (items, frames, dims), or with one
        array under each id, shape (dims,) or (frames, dims); `.npy` of such embeddings; else JSON lines.
    ids : pathlib.Path, optional
        Text, one id a line, for `.npy`.

    Raises
    ------
    EmbeddingError
        If a file cannot be read, or holds something else.
    """
    names = _names(path, ids) if path.suffix == ".npy" else []
    try:
        if path.suffix == ".npz":
            yield from _archive(path)
        elif path.suffix == ".npy":
            yield from _rows(path, names, np.load(path))
        else:
            yield from _lines(path)
    except OSError as error:
        reason = (error.strerror or str(error) or type(error).__name__).lower()
        raise EmbeddingError(where=str(path), found=reason, wanted=WANTED, remedy="check the path") from error
    except (ValueError, EOFError, zipfile.BadZipFile) as error:  # of NumPy and of UTF-8; objects that need pickle too
        raise EmbeddingError(
            where=str(path), found=str(error)[:200], wanted=WANTED, remedy="write the file again with numbers only"
        ) from error


def _names(path: Path, ids: Path | None) -> list[str]:
    if ids is None:
        raise EmbeddingError(
            where=str(path), found="no ids", wanted="an id for each row", remedy="name a file of them with --ids"
        )
    try:
        return [line for line in ids.read_text("utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", "") or str(error)).lower()
        raise EmbeddingError(
            where=str(ids), found=reason, wanted="text in UTF-8, one id a line", remedy="check the path"
        ) from error


def _archive(path: Path) -> Iterator[tuple[str, NDArray[Any]]]:
    loaded = np.load(path)
    if isinstance(loaded, np.ndarray):
        raise EmbeddingError(where=str(path), found="a single array", wanted=WANTED, remedy="name the file .npy")
    with loaded as stored:
        if {IDS, EMBEDDINGS} <= set(stored.files):
            yield from _rows(path, [str(each) for each in stored[IDS].ravel()], stored[EMBEDDINGS])
        else:
            for name in stored.files:
                yield name, np.asarray(stored[name])  # what is no array comes as bytes


def _rows(path: Path, ids: list[str], stored: NDArray[Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    if stored.ndim not in (2, 3) or len(stored) != len(ids):
        raise EmbeddingError(
            where=str(path),
            found=f"{len(ids):,} ids and an array of shape {stored.shape}",
            wanted="as many ids as rows, shape (items, dims) or (items, frames, dims)",
            remedy="write ids and embeddings in one order",
        )
    yield from zip(ids, stored, strict=True)


def _lines(path: Path) -> Iterator[tuple[str, NDArray[Any]]]:
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _line(line, f"{path}, line {number}")


def _line(line: str, where: str) -> tuple[str, NDArray[Any]]:
    try:
        value = json.loads(line)
        name, embedding = value["id"], np.asarray(value["embedding"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        found = f"{line.strip()[:60]!r} ({type(error).__name__}: {error})"[:200]
        raise EmbeddingError(
            where=where, found=found, wanted='{"id": "...", "embedding": [numbers]}', remedy="correct the line"
        ) from error
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise EmbeddingError(where=where, found=f"the id {name!r}", wanted="a text", remedy="give each line an id")
    return str(name), embedding
