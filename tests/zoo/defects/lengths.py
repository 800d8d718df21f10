"""Clips that are longer than models hear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import topics
from tests.zoo.planted import Defect, Planted, write


def _planter(seconds: float) -> Callable[[Path], Planted]:
    def plant(root: Path) -> Planted:
        rows = topics.CLEAN.rows()
        rows[12] = replace(rows[12], samples=topics.talk(99, seconds=seconds)[0])
        return write(root, topics.CLEAN, rows, {("audio.too_long", rows[12].id)})

    return plant


DEFECTS = (
    Defect("a clip of 31 s", 11, _planter(31.0)),
    Defect("a clip of 65 s", 11, _planter(65.0)),
)
