"""A class that comes from one source, or stands in one block of the set; labels out of balance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import topics
from tests.zoo.planted import SET, Defect, Planted, write
from tests.zoo.rows import shuffled


def _one_source(root: Path) -> Planted:
    rows = [
        replace(row, more={**row.more, "source": "studio"}) if row.label == topics.TOPICS[2] else row
        for row in topics.CLEAN.rows()
    ]
    # Who knows the source knows a quarter of the answers for sure.
    return write(root, topics.CLEAN, rows, {("balance.source", SET), ("shortcut.source", SET)})


def _block(root: Path) -> Planted:
    """Sort the table by the answer, as an alphabetical listing of folders does."""
    rows = sorted(topics.CLEAN.rows(), key=lambda row: row.label)
    return write(root, topics.CLEAN, rows, {("balance.block", SET), ("shortcut.order", SET)})


def _runs_out(root: Path) -> Planted:
    """Let the rows of one class end before the middle of a longer set, as where one corpus is shorter."""
    rows = topics.make(rounds=2)
    early = [row for row in rows if row.label == topics.TOPICS[0]]
    rest = [row for row in rows if row.label != topics.TOPICS[0]]
    head = shuffled([*early, *rest[: len(early) // 2]], seed=1)
    planted = write(root, topics.CLEAN, [*head, *rest[len(early) // 2 :]], {("balance.block", SET)})
    # The place tells who the others are, but of four classes that is not much.
    return replace(planted, also=frozenset({("shortcut.order", SET)}))


def _unbalanced(root: Path) -> Planted:
    """Drop most rows of two classes."""
    rows = topics.CLEAN.rows()
    rare = {topics.TOPICS[0], topics.TOPICS[1]}
    dropped = {row.id for label in rare for row in [each for each in rows if each.label == label][:10]}
    return write(root, topics.CLEAN, [row for row in rows if row.id not in dropped], {("balance.labels", SET)})


DEFECTS = (
    Defect("a class from another source", 9, _one_source),
    Defect("a table sorted by the answer", 9, _block),
    Defect("a class that runs out", 9, _runs_out),
    Defect("rare classes", 0, _unbalanced),
)
