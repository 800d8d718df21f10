"""Read what a corpus's metadata name, and refuse what no corpus can mean: metadata come from others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from corpora.indexing.model import Corpus, Entry
from manifests.errors import CorpusError

_LISTED = 10
_OLDEST = 150.0  # years
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def read_entries(corpus: Corpus, root: Path) -> list[Entry]:
    """List the entries of `corpus` at `root`, sorted by id.

    Raises
    ------
    CorpusError
        If the metadata cannot be read; an id or a path leads out of the corpus or holds what no name holds; a
        text holds NUL or is not Unicode; an age is none; or two recordings share an id.
    """
    try:
        entries = list(corpus.entries(root))
    except OSError as error:
        raise CorpusError(
            where=str(error.filename or root),
            found=(error.strerror or type(error).__name__).lower(),
            wanted=f"{corpus.title}, readable",
            remedy="see who may read the folder, and whether its disk is well",
        ) from error
    for number, entry in enumerate(entries, start=1):
        _require_usable(corpus, root, entry, number=number)
    entries.sort(key=lambda entry: entry.id)
    _require_unique(corpus, root, entries)
    return entries


def listed(items: Sequence[str], *, separator: str) -> str:
    """Join the first ten of `items` and say how many more there are."""
    more = [f"and {len(items) - _LISTED:,} more"] if len(items) > _LISTED else []
    return separator.join([*items[:_LISTED], *more])


def _require_usable(corpus: Corpus, root: Path, entry: Entry, *, number: int) -> None:
    for found, wanted in _faults(entry):
        raise CorpusError(
            where=f"{root / entry.origin}" if entry.origin else f"{root}, recording {number:,}",
            found=found,
            wanted=wanted,
            remedy=f"do not use this copy: its metadata were changed or are damaged; {corpus.terms()}",
        )


def _faults(entry: Entry) -> Iterator[tuple[str, str]]:
    """Give what is wrong with an entry, and what should be there."""
    for name, value in _texts(entry):
        named = name in {"id", "path"}
        fault = _name_fault(value) if named else _text_fault(value)
        if fault:
            wanted = "a name inside the corpus, as afrikaans1 or clips/s01.wav" if named else "text"
            yield f"{fault} in the {name} {value!r}", wanted
    if entry.age is not None and not 0.0 <= entry.age <= _OLDEST:
        yield f"the age {entry.age:g}", f"years, {_OLDEST:g} at most"


def _texts(entry: Entry) -> Iterator[tuple[str, str]]:
    for name in ("id", "path", "speaker", "sex", "text"):
        yield name, getattr(entry, name)
    yield from entry.extra.items()


def _text_fault(value: str) -> str:
    if "\0" in value:
        return "a NUL"
    try:
        value.encode()
    except UnicodeEncodeError:
        return "a byte that is not UTF-8"
    return ""


def _name_fault(value: str) -> str:
    """Say why `value` cannot be an id or a path relative to the corpus root: empty if it can."""
    parts = value.split("/")
    faults = {
        "nothing": not value,
        "a backslash": "\\" in value,
        "a control character": bool(_CONTROL.search(value)),
        "an absolute path": parts[0] == "",
        f"a part {'..' if '..' in parts else '.'}": not {".", ".."}.isdisjoint(parts),
        "a part without a name": "" in parts,
    }
    return _text_fault(value) or next((fault for fault, there in faults.items() if there), "")


def _require_unique(corpus: Corpus, root: Path, entries: Sequence[Entry]) -> None:
    repeated: dict[str, list[str]] = {
        name: [] for name, count in Counter(entry.id for entry in entries).items() if count > 1
    }
    if repeated:
        for entry in entries:
            if entry.id in repeated:
                repeated[entry.id].append(entry.origin)
        told = [_with_origins(name, origins) for name, origins in repeated.items()]
        raise CorpusError(
            where=str(root),
            found=f"{len(repeated):,} id{'s' * (len(repeated) > 1)} more than once: {listed(told, separator=', ')}",
            wanted=f"one recording an id in {corpus.title}",
            remedy="look for a copy inside the copy, or unpack the corpus again",
        )


def _with_origins(name: str, origins: Sequence[str]) -> str:
    """Say where the metadata name it, as far as a corpus's module tells."""
    places = [origin for origin in dict.fromkeys(origins) if origin]
    return f"{name} ({'; '.join(places[:_LISTED])})" if places else name
