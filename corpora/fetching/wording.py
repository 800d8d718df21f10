"""Put sizes and terms into plain words."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from corpora.indexing.model import ANY_LICENCE, Archive, Corpus, Licence

NOT_TO_BE_USED = "do not use this file: nothing of it was kept. Tell the owner of the corpus, and us"

_UNITS = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def size_text(size_bytes: float) -> str:
    """Write a number of bytes with its unit, in powers of ten."""
    for unit, scale in _UNITS:
        if size_bytes >= scale:
            return f"{size_bytes / scale:,.1f} {unit}"
    return f"{size_bytes:,.0f} bytes"


def terms_text(licence: Licence) -> str:
    """Say whether audio may be passed on, and whether commercial use is allowed."""
    if not licence.redistribution:
        passing = "may not be passed on"
    elif not licence.derivatives:
        passing = "may be passed on unchanged only, so not as clips made from it"
    else:
        passing = "may be passed on" + (", under the same licence" if licence.share_alike else "")
    return f"{passing}; {'commercial use too' if licence.commercial_use else 'no commercial use'}"


def licence_text(corpus: Corpus) -> str:
    """Name the licence of a corpus, and those that single recordings come under instead."""
    licence = corpus.licence
    # Terms that SPDX does not list have a made-up identifier: their summary says more.
    named = (
        f"{licence.spdx} ({licence.summary})" if licence.summary.lower() not in licence.spdx.lower() else licence.spdx
    )
    others = ", ".join("as each names" if each == ANY_LICENCE else each for each in corpus.row_licences)
    return f"{named}; single recordings: {others}" if others else named


def download_bytes(corpus: Corpus) -> int:
    """Give the bytes that a fetch downloads; 0 if the size of an archive is not known."""
    sizes = [archive.size_bytes for archive in corpus.archives]
    return sum(sizes) if all(sizes) else 0


def archive_names(archives: tuple[Archive, ...]) -> list[str]:
    """Name the file that each archive is kept in: as in its address, with a number where two are called the same."""
    names = [PurePosixPath(unquote(urlsplit(archive.url).path)).name or "archive" for archive in archives]
    safe = ["".join(mark if mark.isalnum() or mark in "._-" else "_" for mark in name).lstrip(".") for name in names]
    return [name if name and safe.count(name) == 1 else f"{number}-{name}" for number, name in enumerate(safe, start=1)]
