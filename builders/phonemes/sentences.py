"""Where the sentences come from: a file, a corpus's transcripts, or those that come with soundprobe."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.phonemes.dictionary import Phones, is_phone
from manifests.errors import CorpusError
from manifests.licences import OWN_LICENCE_SPDX

EMBEDDED = Path(__file__).with_name("sentences.txt")
EMBEDDED_NAME = "soundprobe"


@dataclass(frozen=True)
class Sentence:
    """A sentence and where it stands.

    Parameters
    ----------
    text : str
        As written there.
    corpus, item : str
        Where: the corpus and its recording, or a file and a line.
    licence : str
        SPDX identifier; empty if not known.
    spelling : tuple of (str, tuple of str)
        Each word in lower case and its phonemes, where the corpus itself gives them; else empty.
    """

    text: str
    corpus: str
    item: str
    licence: str = ""
    spelling: tuple[tuple[str, Phones], ...] = ()


def embedded_sentences() -> list[Sentence]:
    """Give the sentences that come with soundprobe."""
    return [Sentence(each.text, EMBEDDED_NAME, each.item, OWN_LICENCE_SPDX) for each in sentences_of_file(EMBEDDED)]


def sentences_of_file(path: Path) -> list[Sentence]:
    """Read a sentence a line, in UTF-8; blank lines are skipped.

    Raises
    ------
    CorpusError
        If the file cannot be read.
    """
    from corpora.indexing.metadata import read_metadata

    lines = read_metadata(path).split("\n")
    found = [
        Sentence(line.strip(), path.name, f"line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not found:
        raise CorpusError(
            where=str(path),
            found="no sentence",
            wanted="a sentence a line",
            remedy="give another file with --sentences",
        )
    return found


def sentences_of_corpus(name: str, given: Path) -> tuple[list[Sentence], Path | None]:
    """Read the transcripts of a corpus, and find its lexicon if it has one.

    Its audio is not opened and need not be there.

    Returns
    -------
    sentences : list of Sentence
        Of each recording that has a transcript, with the phonemes that the corpus scores, as speechocean762 does.
    lexicon : pathlib.Path or None
        `resource/lexicon.txt`, where speechocean762 has its own.

    Raises
    ------
    CorpusError
        If there is no such corpus, the folder is not it, its metadata cannot be read, or it has no transcripts.
    """
    from corpora.indexing.entries import read_entries
    from corpora.indexing.layout import corpus_root
    from corpora.indexing.registry import corpus_named

    corpus = corpus_named(name)
    root = corpus_root(corpus, given)
    found = [
        Sentence(
            text=entry.text,
            corpus=corpus.name,
            item=entry.id,
            licence=entry.licence or corpus.licence.spdx,
            spelling=_spelling(entry.extra.get("words", "")),
        )
        for entry in read_entries(corpus, root)
        if entry.text
    ]
    if not found:
        raise CorpusError(
            where=str(root),
            found="no transcript",
            wanted="a corpus whose metadata say what is said",
            remedy="give another corpus, such as speechocean762, or sentences of your own with --sentences",
        )
    lexicon = root / "resource/lexicon.txt"
    return found, lexicon if lexicon.is_file() else None


def _spelling(words: str) -> tuple[tuple[str, Phones], ...]:
    """Read speechocean762's column of scored words; empty if any of them is not spelled."""
    try:
        scored: Any = json.loads(words or "[]")
        spelled = tuple((str(word["text"]).lower(), _phones(word["phones"])) for word in scored)
    except (ValueError, TypeError, KeyError, RecursionError):
        return ()
    return spelled if all(phones and all(map(is_phone, phones)) for _, phones in spelled) else ()


def _phones(told: str | list[str]) -> Phones:
    """Take phonemes as the corpus has them: a list, or one text in its earlier copies."""
    return tuple(told.split() if isinstance(told, str) else map(str, told))
