"""Find a corpus on the disk by its layout, and say what was found where it should have been."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from corpora.indexing.model import Corpus
from manifests.errors import CorpusError

_DEPTH = 3
_MANY_FOLDERS = 500  # so many side by side are speakers or sessions, not corpora
_NAMES_SHOWN = 6


def find_root(base: Path, is_root: Callable[[Path], bool]) -> Path | None:
    """Give the shallowest folder that `is_root`, then the first by name, at `base` or three below at most."""
    level = [] if "\0" in str(base) else [base]
    for _ in range(_DEPTH + 1):
        for folder in level:
            if _readably(is_root, folder):
                return folder
        level = [below for folder in level for below in _folders_in(folder)]
    return None


def _readably(is_root: Callable[[Path], bool], folder: Path) -> bool:
    try:
        return is_root(folder)
    except OSError:  # a folder of someone else's on the way
        return False


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir())
    except OSError:
        return []
    return [folder / name for name in names] if len(names) <= _MANY_FOLDERS else []


def corpus_root(corpus: Corpus, given: Path) -> Path:
    """Give the root of `corpus` at or below the folder that the user named.

    Raises
    ------
    CorpusError
        If there is no such folder, or it does not hold this corpus.
    """
    root = corpus.locate(given)
    if root is not None:
        return root
    raise CorpusError(
        where=str(given),
        found=_what_is_there(given),
        wanted=f"{corpus.title} as released: {corpus.layout}",
        remedy=f"{corpus.terms()}; unpack it and give its folder with --corpus {corpus.name}=PATH",
    )


def _what_is_there(given: Path) -> str:
    if "\0" in str(given):
        return "a NUL in its name, which no folder has"
    try:
        names = sorted(entry.name + "/" * entry.is_dir() for entry in given.iterdir())
    except FileNotFoundError:
        return "no such folder"
    except NotADirectoryError:
        return "a file, not a folder"
    except OSError as error:
        return f"a folder that cannot be read ({(error.strerror or type(error).__name__).lower()})"
    if not names:
        return "an empty folder"
    more = f" and {len(names) - _NAMES_SHOWN:,} more" if len(names) > _NAMES_SHOWN else ""
    return f"another layout: {', '.join(names[:_NAMES_SHOWN])}{more}"
