"""Which of the tables that lie about in a folder are the question set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from pathlib import Path

from verification.opening.audio_columns import audio_columns
from verification.opening.paths import Finder
from verification.opening.rawset import RawSet
from verification.opening.readers.layout import several, split_of_file
from verification.opening.readers.tablefile import TableFile, as_set

_FOLDERS = ("", "data", "meta", "metadata", "annotations")
_MANY = 20  # so many side by side tell of one clip each
_ROWS = 50
# Files that libraries and repositories leave beside a set.
_OTHERS = frozenset(
    {
        "dataset_info",
        "dataset_infos",
        "dataset_dict",
        "state",
        "instance",
        "config",
        "package",
        "croissant",
        "pyproject",
    }
)


def tables_in(
    path: Path, suffixes: Collection[str], read: Callable[[Path, str], TableFile], form: str
) -> RawSet | None:
    """Read the tables in the first folder at `path` that has one with a column of audio.

    Several are one set if they are named by splits.

    Raises
    ------
    CollectionError
        If several sets are there, or a table is broken.
    """
    for name in _FOLDERS:
        files = [file for file in _files(path / name, suffixes) if _has_audio(as_set(path, form, [read(file, "")]))]
        splits = [split_of_file(file.stem) for file in files]
        if len(files) > 1 and not (all(splits) and len(set(splits)) == len(splits)):
            raise several(path, "tables of audio", [file.relative_to(path).as_posix() for file in files])
        if files:
            return as_set(path, form, [read(file, split) for file, split in zip(files, splits, strict=True)])
    return None


def _files(folder: Path, suffixes: Collection[str]) -> Sequence[Path]:
    if not folder.is_dir():
        return []
    files = [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in suffixes
        and not file.name.startswith(".")
        and file.stem.lower() not in _OTHERS
        and file.is_file()
    ]
    return files if len(files) <= _MANY else []


def _has_audio(found: RawSet) -> bool:
    sample = list(islice(found.read(), _ROWS))
    return bool(audio_columns(found, sample, Finder(found.root, found.bases), columns=found.columns))
