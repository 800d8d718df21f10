"""Where in a clip the parts begin and end that its record tells of: a spoken question, the halves of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from builders.engine.spoken import FRAMES, GAP

if TYPE_CHECKING:
    from manifests.rows import ItemRecord


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A part of a clip, in seconds from its beginning."""

    name: str
    start_s: float
    end_s: float


def stretches_of(record: ItemRecord, *, sampling_rate: int) -> list[Stretch]:
    """Name the parts of a clip, in their order; none if it is all one.

    Parameters
    ----------
    record : ItemRecord
        What is told of the item.
    sampling_rate : int
        Of the clip, in hertz.
    """
    whole_s = record.frames / sampling_rate
    begins_s = _number(record.measurements.get(FRAMES)) / sampling_rate
    parts = []
    if begins_s:
        parts.append(Stretch(name="question", start_s=0.0, end_s=begins_s - _number(record.parameters.get(GAP))))
    first_s = _number(record.parameters.get("first_frames")) / sampling_rate
    if first_s:
        gap_s = _number(record.parameters.get("gap_s"))
        parts.append(Stretch(name=_half(record, "first"), start_s=begins_s, end_s=begins_s + first_s))
        parts.append(Stretch(name=_half(record, "second"), start_s=begins_s + first_s + gap_s, end_s=whole_s))
    elif begins_s:
        parts.append(Stretch(name="clip", start_s=begins_s, end_s=whole_s))
    return parts


def _half(record: ItemRecord, which: str) -> str:
    """Name a half, with what the record says of it: "first half: strong"."""
    told = record.parameters.get(f"{which}_intensity")
    return f"{which} half{f': {told}' if told else ''}"


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
