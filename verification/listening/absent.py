"""Why a file that a row names is not there: a hint for people, where one can be given."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from verification.opening.entry import AudioRef

_MOST_NAMES = 200_000


def absence(ref: AudioRef) -> str:
    """Say in words that a clip's file is not there, and which one may be meant.

    Parameters
    ----------
    ref : AudioRef
        A reference to a file that does not exist.
    """
    if "://" in ref.name:
        return "an address and no file: nothing is downloaded"
    if ref.path is None:
        return "no such file"
    name = ref.path.name
    there = _names(ref.path.parent).get(_alike(name), name)
    if there == name:
        return "no such file"
    how = "capitals" if unicodedata.normalize("NFC", there) != unicodedata.normalize("NFC", name) else "code points"
    return f"no such file; {there} is there, in other {how}"


@lru_cache(maxsize=16)
def _names(folder: Path) -> Mapping[str, str]:
    """List a folder once: thousands of rows may name files that are not in it."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names only
    except (OSError, ValueError):
        return {}
    return {_alike(name): name for name in names[:_MOST_NAMES]}


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
