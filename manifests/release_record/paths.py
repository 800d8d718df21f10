"""Paths in records: relative, POSIX style, and never out of the folder that they are meant for."""

from __future__ import annotations

import re
from pathlib import Path

LONGEST_PATH = 1024
_DRIVE = re.compile(r"[A-Za-z]:")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")


def relative_path(text: str) -> str:
    """Give `text` back if it is a plain relative POSIX path that stays below its folder.

    Raises
    ------
    ValueError
        If it is empty, absolute, too long, holds `..`, `.`, an empty part, a backslash, a drive letter or an
        unprintable character such as NUL.
    """
    if not 0 < len(text) <= LONGEST_PATH:
        raise ValueError(f"a path of 1 to {LONGEST_PATH} characters is wanted, not of {len(text)}")
    if _UNPRINTABLE.search(text):
        raise ValueError("a path holds no unprintable characters")
    if text.startswith("/") or "\\" in text or _DRIVE.match(text):
        raise ValueError("a relative path with / between its parts is wanted")
    if {"", ".", ".."} & set(text.split("/")):
        raise ValueError("a path holds no '..', no '.' and no empty part")
    return text


def below(folder: Path, text: str) -> Path:
    """Join a path of a record to the folder it is meant for.

    Raises
    ------
    ValueError
        If it could lead out of the folder.
    """
    return folder.joinpath(*relative_path(text).split("/"))
