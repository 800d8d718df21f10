"""Files of a set by their place: walking, and splits by the names of files and folders."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from verification.opening.errors import CollectionError
from verification.opening.paths import AUDIO_SUFFIXES

_SPLITS = re.compile(
    r"(?:train|training|test|testing|validation|valid|val|dev|development|eval|evaluation)"
    r"(?:[._-](?:clean|other|mini|\d+))*",
    re.IGNORECASE,
)
_SHARD = re.compile(r"(?P<split>.+?)-\d{4,}-of-\d{4,}(?:-[0-9a-f]{8,})?")
SAVE_AS_UTF8 = "save it as UTF-8: spreadsheets offer that, and `iconv -f ENCODING -t UTF-8` does it"


def is_split(name: str) -> bool:
    """Say whether a file or folder is named as splits are."""
    return bool(_SPLITS.fullmatch(name))


def split_of_file(stem: str) -> str:
    """Give the split that a file's name tells: `test-00000-of-00001`, `test`; empty if it tells none."""
    shard = _SHARD.fullmatch(stem)
    name = shard["split"] if shard else stem
    if shard or is_split(name):
        return name
    last = re.split(r"[._-]", name)[-1]  # as in `arrow-test`, `questions_dev`
    return last if is_split(last) else ""


def files_below(root: Path, suffixes: Collection[str], *, deepest: int) -> Iterator[str]:
    """List files by suffix, relative to `root`, POSIX style, in the order of their paths.

    Hidden ones are left out. Audio that is no regular file is told as a fault of its row; other such names are not
    opened, as a pipe would be waited for without end.
    """
    for folder, folders, names in os.walk(root):
        inner = Path(folder).relative_to(root)
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__MACOSX")))
        if len(inner.parts) >= deepest:
            folders.clear()
        for name in sorted(names):
            suffix = Path(name).suffix.lower()
            if name.startswith(".") or suffix not in suffixes:
                continue
            if suffix in AUDIO_SUFFIXES or Path(folder, name).is_file():
                yield (inner / name).as_posix()


def several(path: Path, what: str, names: Collection[str]) -> CollectionError:
    """Say that a folder holds several sets, of which one has to be named."""
    shown = sorted(names)
    more = f" and {len(shown) - 10:,} more" if len(shown) > 10 else ""
    return CollectionError(
        where=str(path),
        found=f"{len(shown):,} {what}: {', '.join(shown[:10])}{more}",
        wanted="one question set",
        remedy="give the path of one of them",
    )


def broken(
    where: str, found: object, wanted: str, *, remedy: str = "correct it, or get the file again"
) -> CollectionError:
    """Say that a file cannot be read to its end."""
    return CollectionError(
        where=where,
        found=" ".join(str(found).split())[:300],
        wanted=wanted,
        remedy=remedy,
    )
