"""Known corpora in their owner's layout: clips without questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.indexing.model import Corpus, Entry
from corpora.indexing.registry import corpus_named, locate_all
from manifests.errors import CorpusError
from verification.opening.collection import Roles
from verification.opening.errors import CollectionError
from verification.opening.rawset import RawRow, RawSet
from verification.opening.readers.layout import several


def find(path: Path) -> RawSet | None:
    """Read a corpus whose root is `path` or a folder in it; None if there is none.

    Raises
    ------
    CollectionError
        If there are several, or the corpus's metadata cannot be read.
    """
    if not path.is_dir():
        return None
    roots = {name: root for name, root in locate_all(path).items() if path in {root, root.parent}}
    if not roots:
        return None
    if len(roots) > 1:
        raise several(path, "corpora", [str(root.relative_to(path)) for root in roots.values()])
    ((name, root),) = roots.items()
    corpus = corpus_named(name)
    return RawSet(
        root=root,
        form=corpus.title,
        columns=("id", "audio", "speaker", "sex", "age", "text", *corpus.extra_columns),
        rows=sum(1 for _ in _entries(corpus, root)),
        read=lambda: (RawRow(values=_values(entry)) for entry in _entries(corpus, root)),
        known=Roles(audio=("audio",), id="id", speaker="speaker"),
        corpus=name,
    )


def _entries(corpus: Corpus, root: Path) -> Iterator[Entry]:
    try:
        yield from corpus.entries(root)
    except CorpusError as error:
        raise CollectionError(where=error.where, found=error.found, wanted=error.wanted, remedy=error.remedy) from error


def _values(entry: Entry) -> dict[str, Any]:
    own = {"id": entry.id, "audio": entry.path, "speaker": entry.speaker, "sex": entry.sex, "age": entry.age}
    return {**own, "text": entry.text, **entry.extra}
