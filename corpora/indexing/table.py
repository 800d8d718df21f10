"""The index of a corpus: one Arrow table, the same columns for every corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from corpora.indexing.model import Corpus
from corpora.indexing.parts import PartFound, parts_found
from manifests.digest import opaque_id

COLUMNS = pa.schema(
    [
        ("id", pa.string()),
        ("path", pa.string()),
        ("sha256", pa.string()),
        ("pcm_sha256", pa.string()),
        ("start_frame", pa.int64()),
        ("frames", pa.int64()),
        ("sampling_rate", pa.int32()),
        ("channels", pa.int32()),
        ("speaker", pa.string()),
        ("sex", pa.string()),
        ("age", pa.float64()),
        ("text", pa.string()),
        ("licence", pa.string()),
    ]
)


def index_schema(corpus: Corpus) -> pa.Schema:
    """Give the schema of `corpus`'s index: the common columns, then its own as text."""
    return pa.schema([*COLUMNS, *((name, pa.string()) for name in corpus.extra_columns)])


@dataclass(frozen=True)
class Damage:
    """A recording that is named but cannot be used, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class CorpusIndex:
    """What a corpus on this machine holds.

    Parameters
    ----------
    corpus : Corpus
        Its declaration.
    root : pathlib.Path
        Where it lies on this machine (never written into a record).
    table : pyarrow.Table
        One row a usable recording, sorted by id, with the columns of `index_schema`.
    damaged : tuple of Damage
        Recordings left out because `allow_damaged` was given, sorted by path.
    notices : tuple of str
        What the user should know (another size than expected, files left out).
    """

    corpus: Corpus
    root: Path
    table: pa.Table
    damaged: tuple[Damage, ...] = ()
    notices: tuple[str, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """Give the rows as dictionaries, sorted by id."""
        rows: list[dict[str, Any]] = self.table.to_pylist()
        return rows

    def parts(self) -> tuple[PartFound, ...]:
        """Say how much there is of each part of a corpus that has any."""
        column = self.corpus.part_column
        return parts_found(self.corpus, self.table.column(column).to_pylist()) if column else ()

    def digest(self) -> str:
        """Hash what the index says of the content: ids, paths, stretches and the SHA-256 of every file."""
        named = ("id", "path", "sha256", "start_frame", "frames")
        columns = [self.table.column(name).to_pylist() for name in named]
        return opaque_id(list(map(list, zip(*columns, strict=True))), digits=64)
