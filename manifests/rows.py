"""The row types: a source clip, an item as planned, an item as rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

Scalar = bool | int | float | str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceRef:
    """A stretch of a recording in a source corpus, identified by content.

    `path` is relative to the corpus root, POSIX style. `start_frame` and `frames` say which part is used, at
    the recording's own `sampling_rate`.
    """

    corpus: str
    item: str
    path: str
    sha256: str
    sampling_rate: int
    start_frame: int
    frames: int
    speaker: str
    sex: str
    licence: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanItem:
    """One item as planned: constants only, enough to render it anywhere without a random draw.

    Parameters
    ----------
    id : str
        Opaque: it tells nothing about the label, the source or the order.
    group : str
        Items of one group must stay together (a minimal pair, one speaker).
    label : str
        The right answer, one of `options`.
    instruction : str
        The question as the model reads it, options in their order.
    options : tuple of str
        In the order in which this item offers them.
    operation : str
        The stable name and version of the construction, such as `volume.ramp/1`.
    sources : tuple of SourceRef
        What it is made of.
    parameters : mapping
        The constants of the operation.
    """

    id: str
    group: str
    label: str
    instruction: str
    options: tuple[str, ...]
    operation: str
    sources: tuple[SourceRef, ...]
    parameters: Mapping[str, Scalar]

    def to_json(self) -> dict[str, Any]:
        """Give the item as JSON values."""
        # dataclasses.asdict copies every value deeply: a tenth of a build's time for nothing.
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["sources"] = [{name: getattr(ref, name) for name in SourceRef.__slots__} for ref in self.sources]
        return values

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read back what `to_json` wrote (extra keys are an error).

        Raises
        ------
        TypeError
            If a field is missing or unknown.
        """
        values = dict(value)
        values["options"] = tuple(values["options"])
        values["sources"] = tuple(SourceRef(**source) for source in values["sources"])
        return cls(**values)


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemRecord(PlanItem):
    """One item as it shipped: its plan, and what was realised.

    Parameters
    ----------
    explanation : str
        Why the label is right, with the measured values.
    measurements : mapping
        Values measured on the samples that ship.
    frames : int
        Length of the clip in samples.
    pcm_sha256 : str
        SHA-256 of the interleaved little-endian 16-bit samples.
    """

    explanation: str = ""
    measurements: Mapping[str, Scalar] = field(default_factory=dict)
    frames: int = 0
    pcm_sha256: str = ""

    @classmethod
    def of(
        cls,
        item: PlanItem,
        *,
        explanation: str,
        measurements: Mapping[str, Scalar],
        frames: int,
        pcm_sha256: str,
    ) -> Self:
        """Join a planned item with what came out."""
        return cls(
            **{name: getattr(item, name) for name in PlanItem.__slots__},
            explanation=explanation,
            measurements=measurements,
            frames=frames,
            pcm_sha256=pcm_sha256,
        )
