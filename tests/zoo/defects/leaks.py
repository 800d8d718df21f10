"""The label in an id, a file name, a folder name, a number of the id, or another column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import level_pairs, noisy_speech, topics
from tests.zoo.planted import SET, CleanSet, Defect, Planted, write
from tests.zoo.rows import Row
from tests.zoo.writing import write_label_folders

# A label word in a name is also a pattern of characters by which a classifier answers.
_NAMED = {("leak.name", SET), ("shortcut.name", SET)}
_CODES = {"increasing": "05", "decreasing": "07"}


def _planter(
    clean: CleanSet, change: Callable[[int, Row], Row], expected: set[tuple[str, str]]
) -> Callable[[Path], Planted]:
    return lambda root: write(root, clean, [change(place, row) for place, row in enumerate(clean.rows())], expected)


def _folders(root: Path) -> Planted:
    path = write_label_folders(root, level_pairs.CLEAN.rows())
    # A classifier is shown names of files, not of folders.
    return Planted(path=path, task="level-direction", expected=frozenset({("leak.name", SET)}))


def _label_in_id(place: int, row: Row) -> Row:
    return replace(row, id=f"{row.label}_{place:03d}")


def _label_in_file(place: int, row: Row) -> Row:
    # Ids that are plain numbers match no file name, so that only the names speak.
    return replace(row, id=f"q{place:03d}", name=f"gaussian_snr{noisy_speech.nominal_db(row):.0f}_{place:03d}")


def _code_in_id(place: int, row: Row) -> Row:
    return replace(row, id=f"03-{place % 9:02d}-{_CODES[row.label]}-{place // 9 + 11}")


def _tag(place: int, row: Row) -> Row:
    return replace(row, more={**row.more, "subject_code": f"k{topics.TOPICS.index(row.label) + 3}"})


DEFECTS = (
    Defect("the label in the id", 1, _planter(level_pairs.CLEAN, _label_in_id, _NAMED)),
    Defect("the label in the file name", 1, _planter(noisy_speech.CLEAN, _label_in_file, _NAMED)),
    Defect("folders named by the label", 1, _folders),
    # No word of the label, but one number of the id stands for it.
    Defect("a code of the label in the id", 1, _planter(level_pairs.CLEAN, _code_in_id, _NAMED)),
    # What equals the label one-to-one answers every question for a classifier, too.
    Defect(
        "a column that stands for the label",
        1,
        _planter(topics.CLEAN, _tag, {("leak.metadata", SET), ("shortcut.metadata", SET)}),
    ),
)
