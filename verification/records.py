"""Read a record, and refuse one whose values are of the wrong kind: what follows relies on them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from manifests.errors import RecordError
from manifests.record import DatasetRecord, read_items, read_record
from manifests.rows import ItemRecord, SourceRef

_TEXTS = ("id", "group", "label", "instruction", "operation", "explanation", "pcm_sha256")
_HEADER_TEXTS = ("recipe", "suite", "operation", "recipe_sha256", "plan_sha256", "items_sha256")
_REBUILD = "build the dataset again; what has not changed is not rendered again"


def recorded_header(path: Path) -> DatasetRecord:
    """Read the header of a record.

    Raises
    ------
    RecordError
        If it is missing, cannot be read or holds a value of the wrong kind.
    """
    header = read_record(path)
    fits = {
        **{name: _is_text(getattr(header, name)) for name in _HEADER_TEXTS},
        **{name: _is_count(getattr(header, name)) for name in ("level", "sampling_rate", "channels")},
        "corpora": all(_are_texts((use.name, use.licence)) for use in header.corpora),
        "options": _are_texts(header.options),
        "counts": isinstance(header.counts, Mapping) and all(map(_is_count, header.counts.values())),
        "shards": all(_are_texts((s.name, s.sha256)) and _is_count(s.rows) for s in header.shards),
    }
    _require(fits, header, where=str(path))
    return header


def recorded_items(path: Path) -> Iterator[ItemRecord]:
    """Read the items of a record one by one.

    Raises
    ------
    RecordError
        If the file is missing, or a line cannot be read or holds a value of the wrong kind.
    """
    for number, item in enumerate(read_items(path), start=1):
        fits = {name: _is_text(getattr(item, name)) for name in _TEXTS}
        fits["options"] = _are_texts(item.options)
        fits["sources"] = all(map(_is_source, item.sources))
        fits["frames"] = _is_count(item.frames)
        fits["parameters"] = _are_scalars(item.parameters)
        fits["measurements"] = _are_scalars(item.measurements)
        _require(fits, item, where=f"{path}, line {number}")
        yield item


def _require(fits: Mapping[str, bool], value: Any, *, where: str) -> None:
    wrong = [name for name, holds in fits.items() if not holds]
    if wrong:
        raise RecordError(
            where=where,
            found=", ".join(f"{name} {getattr(value, name)!r}"[:80] for name in wrong),
            wanted="values as a build writes them",
            remedy=_REBUILD,
        )


def _is_text(value: Any) -> bool:
    """Tell whether a value is text that can be written: JSON can escape half a character."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_source(ref: SourceRef) -> bool:
    texts = (ref.corpus, ref.item, ref.path, ref.sha256, ref.speaker, ref.sex, ref.licence)
    return _are_texts(texts) and all(map(_is_count, (ref.sampling_rate, ref.start_frame, ref.frames)))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_texts(values: Iterable[Any]) -> bool:
    return all(map(_is_text, values))


def _are_scalars(values: Any) -> bool:
    return isinstance(values, Mapping) and all(
        value is None or _is_text(value) or (isinstance(value, int | float) and math.isfinite(value))
        for value in values.values()
    )
