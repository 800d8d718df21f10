"""Supplies of clips with texts, as large as a corpus, none of which is on a disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from builders.engine.supply import Supply
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema

RATE = 16_000


def clip_row(name: str, *, text: str, speaker: str, seconds: float = 4.0, **own: str) -> dict[str, Any]:
    """Give an index row."""
    return {
        "id": name,
        "path": f"{name}.flac",
        "sha256": f"content of {name}",
        "start_frame": 0,
        "frames": round(seconds * RATE),
        "sampling_rate": RATE,
        "channels": 1,
        "speaker": speaker,
        "sex": "",
        "age": None,
        "text": text,
        "licence": "CC-BY-4.0",
        **own,
    }


def index_of(corpus: str, rows: Iterable[Mapping[str, Any]]) -> CorpusIndex:
    """Make the index of a corpus out of rows."""
    declared = corpus_named(corpus)
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=index_schema(declared))
    return CorpusIndex(corpus=declared, root=Path("/nowhere"), table=table)


def let_clips_sound(monkeypatch: Any, seconds: Mapping[str, float], *, otherwise: float = 3.0) -> None:
    """Have every clip sound as long as is said here, without looking for its file."""

    def measure(self: Supply, analysis: Any, requests: Any, *, doing: str) -> list[dict[str, float]]:
        return [{"sounding_s": seconds.get(request.ref.item, otherwise)} for request in requests]

    monkeypatch.setattr(Supply, "measure", measure)
