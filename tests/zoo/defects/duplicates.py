"""The same sound twice: with another answer, under another name, in another split, coded anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import ears, topics
from tests.zoo.planted import CleanSet, Defect, Planted, Rows, relabelled, write
from tests.zoo.rows import Row, encode

# Each later row gets the sound of the earlier one.
_TWINS = ((4, 19), (11, 46))


def _planter(clean: CleanSet, change: Callable[[Row, Row], Row], rule: str) -> Callable[[Path], Planted]:
    def plant(root: Path) -> Planted:
        rows = _split(clean.rows()) if rule == "duplicate.split" else clean.rows()
        for first, second in _TWINS:
            rows[second] = change(rows[first], rows[second])
        return write(root, clean, rows, {(rule, rows[second].id) for _, second in _TWINS})

    return plant


def _split(rows: Rows) -> Rows:
    """Part a shuffled table in two: the second split, by name, holds the later rows."""
    return [replace(row, split="test" if place < 18 else "validation") for place, row in enumerate(rows)]


def _contradicting(first: Row, second: Row) -> Row:
    return relabelled(replace(first, id=second.id))


def _copied(first: Row, second: Row) -> Row:
    return replace(first, id=second.id, split=second.split)


def _asked_anew(first: Row, second: Row) -> Row:
    return replace(second, samples=first.samples)


def _softer(first: Row, second: Row) -> Row:
    return replace(first, id=second.id, samples=first.samples * 10 ** (-1 / 20))


def _coded(first: Row, second: Row) -> Row:
    """Ship the same clip as an MP3 file: libsndfile's encoder is deterministic."""
    data = encode(first.samples, container="MP3", subtype="MPEG_LAYER_III")
    return replace(first, id=second.id, suffix="mp3", data=data)


DEFECTS = (
    Defect("one question with two answers", 7, _planter(topics.CLEAN, _contradicting, "question.contradiction")),
    Defect("the same row under another name", 7, _planter(topics.CLEAN, _copied, "duplicate.pcm")),
    Defect("the same sound in another question", 0, _planter(topics.CLEAN, _asked_anew, "duplicate.pcm")),
    Defect("the same sound in two splits", 7, _planter(ears.CLEAN, _copied, "duplicate.split")),
    Defect("a copy that is 1 dB softer", 0, _planter(topics.CLEAN, _softer, "duplicate.near")),
    Defect("a copy that went through MP3", 0, _planter(topics.CLEAN, _coded, "duplicate.near")),
)
