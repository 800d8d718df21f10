"""What the pitch builder chooses from, and its choice as the plan makes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from builders.engine.supply import SourceClip
    from builders.pitch import RangeMeasurements
    from corpora.indexing.table import CorpusIndex


def corpus_index(corpus: str, root: Path, *, most: int | None = None) -> CorpusIndex:
    """Index a corpus; of more than `most` clips, take that many evenly."""
    from corpora.indexing.build import build_index
    from corpora.indexing.registry import corpus_named

    index = build_index(corpus_named(corpus), root, allow_damaged=True)
    if most is None or index.table.num_rows <= most:
        return index
    rows = np.linspace(0, index.table.num_rows - 1, most).round().astype(int)
    return replace(index, table=index.table.take(rows))


def select(index: CorpusIndex) -> list[tuple[SourceClip, RangeMeasurements]]:
    """Measure every clip of a corpus as the pitch recipe does when it plans."""
    from builders.engine.supply import Supply
    from builders.pitch import PAPER_RANGES, measure_clips

    supply = Supply(recipe="pitch-perception", seed=1, per_label=300, allow_short=True, index=index)
    return measure_clips(PAPER_RANGES, supply)
