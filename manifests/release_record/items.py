"""The items of a record: one JSON line each, the same lines for a build and for a release.

`ItemKinds` holds a line to its fields and their kinds, as a check needs it: what else is wrong with it, the check finds
and tells. `ItemLine` holds it to bounds too, as a record from a stranger must be.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import FailFast, Field, model_validator

from manifests.release_record import fields as bounds
from manifests.release_record.bounds import LONGEST_S
from manifests.release_record.fields import (
    CorpusName,
    Frames,
    Natural,
    OperationId,
    Parameters,
    PlainScalars,
    RelativePath,
    Scalars,
    Sha256,
    Strict,
    Text,
    Word,
)
from manifests.rows import ItemRecord, SourceRef


class SourceKinds(Strict):
    """A stretch of a recording, as `manifests.rows.SourceRef` holds it."""

    corpus: str
    item: str
    path: str
    sha256: str
    sampling_rate: Natural
    start_frame: Natural
    frames: Natural
    speaker: str
    sex: str
    licence: str


class ItemKinds(Strict):
    """One item, as `manifests.rows.ItemRecord` holds it."""

    id: str
    group: str
    label: str
    instruction: str
    options: Annotated[tuple[str, ...], FailFast()]
    operation: str
    sources: Annotated[tuple[SourceKinds, ...], FailFast()]
    parameters: PlainScalars
    explanation: str
    measurements: PlainScalars
    frames: Natural
    pcm_sha256: str

    def to_item(self) -> ItemRecord:
        """Give the item as the row type that the rooms pass around."""
        values = dict(self.__dict__)
        values["sources"] = tuple(SourceRef(**source.__dict__) for source in self.sources)
        return ItemRecord(**values)


class SourceLine(SourceKinds):
    """A stretch of a recording in a release."""

    corpus: CorpusName
    item: Word
    path: RelativePath
    sha256: Sha256
    sampling_rate: Annotated[int, Field(ge=1, le=bounds.HIGHEST_RATE)]
    start_frame: Annotated[int, Field(ge=0, le=2**40)]
    frames: Annotated[int, Field(ge=1, le=bounds.MOST_STRETCH)]
    speaker: Text
    sex: Text
    licence: Word

    @model_validator(mode="after")
    def _is_short(self) -> Self:
        if self.frames > LONGEST_S * self.sampling_rate:
            raise ValueError(f"at most {LONGEST_S:g} s, not {self.frames:,} frames at {self.sampling_rate:,} Hz")
        return self


class ItemLine(ItemKinds):
    """One item of a release."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{8,64}$")]
    group: Word
    label: Word
    instruction: Word
    options: Annotated[tuple[Word, ...], Field(max_length=bounds.MOST_OPTIONS), FailFast()]
    operation: OperationId
    sources: Annotated[tuple[SourceLine, ...], Field(max_length=bounds.MOST_SOURCES), FailFast()]
    parameters: Parameters
    explanation: Text
    measurements: Scalars
    frames: Frames
    pcm_sha256: Sha256
