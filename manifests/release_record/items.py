"""The items of a release: one JSON line each, the same lines that a build's own record holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from manifests.release_record import fields as bounds
from manifests.release_record.fields import Count, OperationId, RelativePath, Scalars, Sha256, Strict, Text, Word
from manifests.rows import ItemRecord, SourceRef


class SourceLine(Strict):
    """A stretch of a recording, as `manifests.rows.SourceRef` holds it."""

    corpus: Word
    item: Word
    path: RelativePath
    sha256: Sha256
    sampling_rate: Annotated[int, Field(ge=1, le=10_000_000)]
    start_frame: Count
    frames: Annotated[int, Field(ge=1, le=2**40)]
    speaker: Text
    sex: Text
    licence: Word


class ItemLine(Strict):
    """One item, as `manifests.rows.ItemRecord` holds it."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{8,64}$")]
    group: Word
    label: Word
    instruction: Word
    options: Annotated[tuple[Word, ...], Field(min_length=2, max_length=bounds.MOST_OPTIONS)]
    operation: OperationId
    sources: Annotated[tuple[SourceLine, ...], Field(max_length=bounds.MOST_SOURCES)]
    parameters: Scalars
    explanation: Text
    measurements: Scalars
    frames: Count
    pcm_sha256: Sha256

    def to_item(self) -> ItemRecord:
        """Give the item as the row type that the rooms pass around."""
        values = dict(self.__dict__)
        values["sources"] = tuple(SourceRef(**source.__dict__) for source in self.sources)
        return ItemRecord(**values)
