"""Tables and audio: metadata.csv, .tsv or .jsonl at the root or by split, or one table of any name."""

from __future__ import annotations

import os
from pathlib import Path

from verification.opening.rawset import RawSet
from verification.opening.readers.csvfile import read_csv
from verification.opening.readers.jsonlines import read_json_lines
from verification.opening.readers.layout import files_below, is_split, several
from verification.opening.readers.selecting import tables_in
from verification.opening.readers.tablefile import TableFile, as_set

_CSV = (".csv", ".tsv")
_LINES = (".jsonl", ".ndjson")
SUFFIXES = (*_CSV, *_LINES)
_DEEPEST = 2  # data/test/metadata.csv


def find(path: Path) -> RawSet | None:
    """Read the table at `path`; None if there is none that tells of audio.

    Raises
    ------
    CollectionError
        If several sets are there, or a table is broken.
    """
    if path.is_file():
        return as_set(path, f"{_kind(path)} table", [read_table(path)]) if path.suffix.lower() in SUFFIXES else None
    named = _metadata(path)
    if named:
        return as_set(
            path, f"{Path(named[0][0]).name} and audio", [read_table(path / name, split) for name, split in named]
        )
    return tables_in(path, SUFFIXES, read_table, "table and audio")


def read_table(path: Path, split: str = "") -> TableFile:
    """Open a table by its suffix."""
    return read_json_lines(path, split) if path.suffix.lower() in _LINES else read_csv(path, split)


def _metadata(root: Path) -> list[tuple[str, str]]:
    """List the files `metadata.*` with their splits: that of the root, else those of the folders in it."""
    names = [name for name in files_below(root, SUFFIXES, deepest=_DEEPEST) if Path(name).stem.lower() == "metadata"]
    for parts in (1, 2, 3):
        level = [name for name in names if len(name.split("/")) == parts]
        by_folder: dict[str, str] = {}
        for name in sorted(level, key=lambda name: SUFFIXES.index(Path(name).suffix.lower())):
            by_folder.setdefault(os.path.dirname(name), name)  # noqa: PTH120
        splits = {folder: Path(folder).name for folder in by_folder}
        if len(by_folder) > 1 and not all(map(is_split, splits.values())):
            raise several(root, "tables", list(by_folder.values()))
        if by_folder:
            return [
                (name, splits[folder] if is_split(splits[folder]) else "") for folder, name in sorted(by_folder.items())
            ]
    return []


def _kind(path: Path) -> str:
    return {".csv": "CSV", ".tsv": "TSV"}.get(path.suffix.lower(), "JSON lines")
