"""Read the tables of a Kaldi data directory: a key and its value a line."""

from __future__ import annotations

from pathlib import Path

from corpora.indexing.metadata import read_metadata
from manifests.errors import CorpusError


def read_pairs(path: Path) -> dict[str, tuple[str, int]]:
    """Read lines of a key, blanks and a value, in their order; blank lines are skipped.

    Returns
    -------
    dict
        The value and the number of the line, from 1, by key.

    Raises
    ------
    CorpusError
        If the file cannot be read, a line has no value, or a key comes twice.
    """
    pairs: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(read_metadata(path).split("\n"), start=1):
        key, *value = line.split(maxsplit=1)[:2] or [""]
        if not key:
            continue
        if not value:
            raise _bad(path, number, f"{key!r} and nothing else", "a key and its value")
        if key in pairs:
            raise _bad(path, number, f"{key!r} of line {pairs[key][1]:,} again", "each key once")
        pairs[key] = value[0].strip(), number
    return pairs


def _bad(path: Path, number: int, found: str, wanted: str) -> CorpusError:
    return CorpusError(where=f"{path}, line {number:,}", found=found, wanted=wanted, remedy="unpack the corpus again")
