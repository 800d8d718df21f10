"""Say how a corpus stands on this machine: by names of files alone, without opening audio."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from corpora.indexing.entries import read_entries
from corpora.indexing.layout import corpus_root
from corpora.indexing.model import Corpus, Entry
from corpora.indexing.parts import PartFound, parts_found
from corpora.indexing.registry import embedded_names
from manifests.errors import CorpusError

PRESENT, PARTIAL, ABSENT, BROKEN, MADE = "present", "partial", "absent", "broken", "made at build time"


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How a corpus stands.

    Parameters
    ----------
    corpus : Corpus
        Which one.
    state : str
        `present`, `partial` (fewer recordings than expected), `absent`, `broken` (its metadata cannot be read) or
        `made at build time`.
    root : pathlib.Path or None
        Where it lies.
    found, expected : int or None
        Recordings whose files are there, and how many the whole has; None where that is not known.
    fault : CorpusError or None
        What is wrong with it, if it is broken.
    parts : tuple of PartFound
        Of a corpus in parts that is here: how much of each is.
    """

    corpus: Corpus
    state: str
    root: Path | None = None
    found: int | None = None
    expected: int | None = None
    fault: CorpusError | None = None
    parts: tuple[PartFound, ...] = ()


def made_names() -> tuple[str, ...]:
    """Name the corpora that a build makes: the embedded ones, and speech, which may also lie in a folder."""
    return ("synthesised", *embedded_names())


def standing_of(corpus: Corpus, *, given: Path | None = None, below: Path | None = None) -> Standing:
    """Look for a corpus and count its recordings; what is wrong with it is told, never raised.

    Parameters
    ----------
    corpus : Corpus
        Its declaration.
    given : pathlib.Path or None
        Where the user says that it lies; elsewhere nothing is looked at then.
    below : pathlib.Path or None
        A folder that it may lie in.
    """
    expected = None if callable(corpus.expected_files) else corpus.expected_files
    root = None
    try:
        if given is not None:
            root = corpus_root(corpus, given)
        elif below is not None and corpus.name not in embedded_names():
            root = corpus.locate(below)
        if root is None:
            state = MADE if corpus.name in made_names() else ABSENT
            return Standing(corpus=corpus, state=state, expected=expected)
        return _counted(corpus, root)
    except CorpusError as error:
        return Standing(corpus=corpus, state=BROKEN, root=root, expected=expected, fault=error)
    except OSError as error:
        fault = CorpusError(
            where=str(error.filename or root or below),
            found=(error.strerror or type(error).__name__).lower(),
            wanted=f"{corpus.title}, readable",
            remedy="see who may read the folder, and whether its disk is well",
        )
        return Standing(corpus=corpus, state=BROKEN, root=root, expected=expected, fault=fault)


def _counted(corpus: Corpus, root: Path) -> Standing:
    there = recordings_there(corpus, root)
    found, expected = len(there), corpus.expected_at(root)
    parts = parts_found(corpus, (entry.extra.get(corpus.part_column, "") for entry in there))
    state = PRESENT if found >= expected and not any(part.lacks for part in parts) else PARTIAL
    return Standing(corpus=corpus, state=state, root=root, found=found, expected=expected, parts=parts)


def recordings_there(corpus: Corpus, root: Path) -> list[Entry]:
    """List the recordings that the metadata name and whose files are there: one listing a folder, no file opened.

    Raises
    ------
    CorpusError
        If the metadata cannot be read.
    """
    by_folder: dict[str, list[tuple[str, Entry]]] = defaultdict(list)
    for entry in read_entries(corpus, root):
        folder, _, name = entry.path.rpartition("/")
        by_folder[folder].append((name, entry))
    return [
        entry
        for folder, named in by_folder.items()
        for there in [_files_in(root / folder)]
        for name, entry in named
        if name in there
    ]


def _files_in(folder: Path) -> frozenset[str]:
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if entry.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
