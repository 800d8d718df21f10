"""One row against its line of the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from manifests.rows import ItemRecord
from verification.clip import Row
from verification.clips import RowFacts
from verification.differences import apart, differing
from verification.findings import Ledger

_SOURCE_COLUMNS = ("corpus", "item", "speaker", "sex", "licence")


def compare_texts(row: Row, item: ItemRecord, ledger: Ledger) -> None:
    """Compare what a model reads, and the explanation."""
    texts: dict[str, tuple[Any, Any]] = {
        "label": (row.label, item.label),
        "instruction": (row.instruction, item.instruction),
        "options": (" | ".join(row.options), " | ".join(item.options)),
        "explanation": (row.explanation, item.explanation),
        "group": (row.group, item.group),
    }
    for name, (found, wanted) in texts.items():
        shown = apart(found, wanted)
        ledger.expect(found == wanted, f"record.{name}", item.id, found=shown[0], wanted=f"{shown[1]}, as recorded")


def compare_values(row: Row, item: ItemRecord, ledger: Ledger) -> None:
    """Compare parameters, measurements and sources; a null in the row is a value that the record lacks."""
    sources = [{name: getattr(ref, name) for name in _SOURCE_COLUMNS} for ref in item.sources]
    pairs: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
        "parameters": (row.parameters, item.parameters),
        "measurements": (row.measurements, item.measurements),
        "source": (_numbered(row.source), _numbered(sources)),
    }
    for name, (found, wanted) in pairs.items():
        shown = differing(found, wanted)
        said = shown or ("", "")
        ledger.expect(shown is None, f"record.{name}", item.id, found=said[0], wanted=f"{said[1]}, as recorded")


def _numbered(sources: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {f"{number}.{name}": value for number, source in enumerate(sources) for name, value in source.items()}


def compare_audio(facts: RowFacts, item: ItemRecord, ledger: Ledger) -> None:
    """Compare length and samples, if the clip could be decoded."""
    if facts.frames is None:
        return
    ledger.expect(
        facts.frames == item.frames,
        "record.frames",
        item.id,
        found=f"{facts.frames:,} frames",
        wanted=f"{item.frames:,}, as recorded",
    )
    ledger.expect(
        facts.pcm_sha256 == item.pcm_sha256,
        "record.pcm_sha256",
        item.id,
        found=f"other samples: sha256 {str(facts.pcm_sha256)[:16]}…",
        wanted=f"{item.pcm_sha256[:16]}…, as recorded",
    )
