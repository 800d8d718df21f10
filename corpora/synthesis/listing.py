"""The list of the clips of synthetic speech, metadata.csv: one line a clip, fields between bars, as in LJSpeech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from corpora.indexing.metadata import read_metadata
from manifests.errors import CorpusError

LICENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")

_OPTIONAL = frozenset({"voice", "style"})


@dataclass(frozen=True, slots=True)
class ListedClip:
    """One line: the id, where the clip lies, who spoke it in which language and style, its terms, and what it says."""

    id: str
    path: str
    engine: str
    voice: str
    language: str
    style: str
    licence: str
    text: str


HEADER = "|".join(field.name for field in fields(ListedClip))


def listing_of(clips: Iterable[ListedClip]) -> str:
    """Write the list; no field may hold a bar or a line break."""
    return "".join(f"{line}\n" for line in (HEADER, *("|".join(astuple(clip)) for clip in clips)))


def read_listing(path: Path) -> Iterator[tuple[int, ListedClip]]:
    """Read the list, line by line, with the number of each; lines of nothing but blanks are skipped.

    Raises
    ------
    CorpusError
        If the file cannot be read, has another header, or a line has another number of fields, an empty one, no
        language, no licence, or the id or the path of a line before.
    """
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(read_metadata(path).split("\n"), start=1):
        if number == 1:
            if line.rstrip() != HEADER:
                raise _bad(path, number, f"the header {line[:200]!r}", HEADER)
        elif line.strip():
            clip = _clip(path, number, line)
            for column in ("id", "path"):
                value = getattr(clip, column)
                before = seen.setdefault((column, value), number)
                if before != number:
                    raise _bad(path, number, f"the {column} {value!r} of line {before:,} again", f"each {column} once")
            yield number, clip


def _clip(path: Path, number: int, line: str) -> ListedClip:
    values = line.split("|")
    wanted = len(fields(ListedClip))
    if len(values) != wanted:
        found = f"{len(values)} field{'s' * (len(values) > 1)}"
        raise _bad(path, number, found, f"{wanted} fields, {HEADER}, and no | inside one")
    clip = ListedClip(*values)
    for field in fields(clip):
        if field.name not in _OPTIONAL and not getattr(clip, field.name).strip():
            raise _bad(path, number, f"nothing as {field.name}", f"every field but {' and '.join(sorted(_OPTIONAL))}")
    if not LANGUAGE.fullmatch(clip.language):
        raise _bad(path, number, f"the language {clip.language!r}", "a code of ISO 639, as en, zh or en-GB")
    if not LICENCE.fullmatch(clip.licence):
        wanted_licence = "an SPDX identifier, as CC0-1.0, or LicenseRef-..."
        raise _bad(path, number, f"the licence {clip.licence!r}", wanted_licence)
    return clip


def _bad(path: Path, number: int, found: str, wanted: str) -> CorpusError:
    return CorpusError(
        where=f"{path}, line {number:,}",
        found=found,
        wanted=wanted,
        remedy="correct the line; a folder in the cache can be removed: it is made anew",
    )
