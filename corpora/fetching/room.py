"""See that the disk has room before anything is written, and how much a corpus may take."""

from __future__ import annotations

import shutil
from pathlib import Path

from corpora.fetching.wording import download_bytes, size_text
from corpora.indexing.model import Corpus
from manifests.errors import CorpusError

_GB = 1_000_000_000
# What a corpus takes is declared as about so much: twice that is a bomb, or another corpus.
_FACTOR = 2
# Where nothing is declared: speech as WAV packs to a half, silence and metadata far better.
_EXPANSION = 20


def most_bytes(corpus: Corpus) -> int | None:
    """Say how much a corpus may take at most, downloaded or unpacked; None if its size is not declared."""
    return round(_FACTOR * corpus.size_gb * _GB) + _GB if corpus.size_gb else None


def most_unpacked_bytes(corpus: Corpus, archives_bytes: int) -> int:
    """Say how much may come out of archives of so many bytes."""
    return most_bytes(corpus) or _EXPANSION * archives_bytes + _GB


def require_room_for(corpus: Corpus, folder: Path, *, there_bytes: int) -> None:
    """See that the archives that are still to come and what comes out of them fit the disk.

    Parameters
    ----------
    corpus : Corpus
        What is fetched.
    folder : pathlib.Path
        Where to; it need not exist.
    there_bytes : int
        What an earlier run downloaded.

    Raises
    ------
    CorpusError
        If they do not.
    """
    coming = max(0, download_bytes(corpus) - there_bytes)
    require_room(folder, coming + round(corpus.size_gb * _GB), what=f"{corpus.name}, packed and unpacked")


def require_room(folder: Path, needed_bytes: int, *, what: str) -> None:
    """See that so many bytes fit the disk that `folder` is or will be on.

    Raises
    ------
    CorpusError
        If they do not.
    """
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    free = shutil.disk_usage(there).free
    if needed_bytes > free:
        raise CorpusError(
            where=str(folder),
            found=f"{size_text(free)} free",
            wanted=f"{size_text(needed_bytes)} for {what}",
            remedy="free some space, or choose a folder on another disk with --to; what was downloaded is kept",
        )
