"""A Dynamic-SUPERB instance: the level pairs as metadata.csv and data/test, with instance.json and README.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import level_pairs
from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row
from tests.zoo.writing import write_csv

VERSION = "8f0c2b7d5e1a4936b2d07c6e9f31a58d4c6b7e02"
INSTANCE = {
    "name": "LevelDirection_Fable",
    "description": "Whether the level of the speech rises or falls.",
    "keywords": ["level", "loudness"],
    "metrics": ["accuracy"],
    "path": "DynamicSuperb/LevelDirection_Fable",
    "version": VERSION,
}
README = """---
license: {licence}
---

# LevelDirection_Fable

Speech whose level rises from silence or falls to it.

- Path: DynamicSuperb/LevelDirection_Fable
- Version: {version}
"""
# Ten and more, as the format asks for.
_WORDINGS = (
    "Is the level of the speech going up or going down?",
    "Tell how the loudness develops.",
    "Listen to the volume from start to end.",
    "How does the sound level change over time?",
    "Judge the course of the loudness.",
    "Does the voice get louder or softer?",
    "What happens to the volume of the recording?",
    "Describe the direction of the level.",
    "Decide how the intensity of the speech moves.",
    "In which direction does the loudness run?",
    "Follow the level of the voice.",
    "Say how the volume of the speech behaves.",
)
_LISTS = "{} The answer could be increasing or decreasing."


def wording(group: str) -> str:
    return _LISTS.format(_WORDINGS[int(group[1:]) % len(_WORDINGS)])


def make() -> list[Row]:
    return [replace(row, question=wording(row.group)) for row in level_pairs.CLEAN.rows()]


def write_instance(
    root: Path,
    rows: Sequence[Row],
    *,
    instance: dict[str, object] | None = None,
    version: str = VERSION,
    licence: str = "cc-by-4.0",
) -> Path:
    write_csv(root, rows, folder="data/test")
    (root / "instance.json").write_text(json.dumps(INSTANCE if instance is None else instance, indent=2))
    (root / "README.md").write_text(README.format(version=version, licence=licence))
    return root


CLEAN = CleanSet("instance", make, write_instance, task="level-direction", style="dynamic-superb")
