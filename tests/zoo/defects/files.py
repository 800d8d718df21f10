"""Files that are missing, empty, silent, broken, or not what they say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.zoo.clean import level_pairs, topics
from tests.zoo.planted import Defect, Planted, spoiled, write
from tests.zoo.rows import Row, encode

_PLACES = (3, 30, 47)
_HEADER_BYTES = 44


def _wav(row: Row, data: bytes) -> Row:
    return replace(row, suffix="wav", data=data)


def _garbage(row: Row) -> Row:
    return replace(row, data=np.random.default_rng(1).bytes(20_000))


def _header_only(row: Row) -> Row:
    return _wav(row, encode(row.samples[:0], container="WAV"))


def _cut(row: Row) -> Row:
    return replace(row, data=row.encoded[: len(row.encoded) // 2])


def _lying(row: Row) -> Row:
    """Keep a WAV file's header, and a third of what it promises."""
    whole = encode(row.samples, container="WAV")
    return _wav(row, whole[: _HEADER_BYTES + (len(whole) - _HEADER_BYTES) // 6 * 2])


def _one_nan(row: Row) -> Row:
    samples = row.samples.copy()
    samples[len(samples) // 2] = np.nan
    return _wav(row, encode(samples, container="WAV", subtype="FLOAT"))


def _clipped(row: Row) -> Row:
    return replace(row, samples=np.clip(row.samples * 12, -1, 1))


def _silent(row: Row) -> Row:
    return replace(row, samples=row.samples * 0)


def _swapped_files(root: Path) -> Planted:
    """Let three rows name each other's files, with the right audio in none of them."""
    rows = topics.CLEAN.rows()
    turned = [rows[place] for place in _PLACES]
    for place, other in zip(_PLACES, (*turned[1:], turned[0]), strict=True):
        rows[place] = replace(rows[place], name=other.id)
    return write(root, topics.CLEAN, rows, {("name.path", rows[place].id) for place in _PLACES})


def _same_id(root: Path) -> Planted:
    rows = topics.CLEAN.rows()
    # The file keeps its own name, which the borrowed id does not match.
    rows[30] = replace(rows[30], id=rows[3].id, name=rows[30].id)
    return write(root, topics.CLEAN, rows, {("name.twice", rows[3].id), ("name.path", rows[3].id)})


def _row(name: str, change: Callable[[Row], Row], rule: str, *, kind: int = 6) -> Defect:
    return Defect(name, kind, spoiled(topics.CLEAN, change, rule, at=_PLACES))


DEFECTS = (
    _row("a missing file", lambda row: replace(row, absent=True), "audio.missing"),
    _row("a file that is no audio", _garbage, "audio.decodes"),
    _row("a file of no bytes", lambda row: replace(row, data=b""), "audio.empty"),
    _row("a header and nothing else", _header_only, "audio.empty"),
    _row("digital silence", _silent, "audio.silent"),
    _row("a file that was cut off", _cut, "audio.truncated"),
    _row("a header that lies about length", _lying, "audio.truncated", kind=0),
    _row("one sample that is no number", _one_nan, "audio.nonfinite", kind=0),
    _row("a clipped clip", _clipped, "audio.clipped", kind=0),
    Defect("ids beside other rows' files", 6, _swapped_files),
    Defect("one id for two rows", 6, _same_id),
    Defect(
        "a missing file in a set with a task",
        6,
        spoiled(level_pairs.CLEAN, lambda row: replace(row, absent=True), "audio.missing", at=_PLACES),
    ),
)
