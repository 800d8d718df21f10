"""Which columns hold clips: by the files that are there, by bytes, and by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from verification.opening.paths import Finder, looks_like_audio
from verification.opening.rawset import RawRow, RawSet
from verification.opening.values import cell

# The most telling first; a number after it stands for a further clip.
_NAMES = (
    *("audio", "file_name", "filename", "audio_path", "audio_file", "audio_filename", "audio_filepath", "path"),
    *("wav", "wav_path", "wav_file", "file", "filepath", "file_path", "audio_id", "clip", "sound", "recording"),
)
# Files that a clip was made of or is told about by, and not what a question is asked about.
_NOT_ASKED = re.compile(
    r"clean|dry|noise|rir|impulse|background|foreground|interfer|original|source|stem|mask|video|image|transcript"
)
_IMAGES = re.compile(r"video|image|frame")
_SUFFIX = re.compile(r"[_ ]?(?:\d{1,2}|[ab])$")
_ROWS = 50  # rows whose files are looked for
_HALF = 0.5


def audio_columns(raw: RawSet, sample: Sequence[RawRow], finder: Finder, *, columns: Sequence[str]) -> tuple[str, ...]:
    """Find the columns that hold the clips of a question, in order.

    Parameters
    ----------
    raw : RawSet
        The set.
    sample : sequence of RawRow
        Some of its rows.
    finder : Finder
        Looks for files.
    columns : sequence of str
        Those that are nothing else.
    """
    embedded = tuple(column for column in columns if column in raw.embedded and not _NOT_ASKED.search(column.lower()))
    if embedded:
        return embedded
    if raw.embedded and not _IMAGES.search(" ".join(raw.embedded).lower()):
        return tuple(column for column in columns if column in raw.embedded)
    rows = sample[:_ROWS]
    held = {column: _files(rows, column, finder) for column in columns}
    promising = [column for column in columns if _looks(rows, column) or held[column]]
    # Nothing exists: then the name decides. Everything else equal, the column that stands first.
    ranked = sorted(promising, key=lambda column: (-len(held[column]), bool(_NOT_ASKED.search(column)), _rank(column)))
    if not ranked:
        return tuple(column for column in columns if column.lower() in _NAMES[:1])
    return _with_further(ranked[0], [column for column in columns if column in promising], held)


def column_is_audio(raw: RawSet, sample: Sequence[RawRow], column: str, finder: Finder) -> bool:
    """Say whether a column holds audio: bytes, names of audio files, or files that are there."""
    rows = sample[:_ROWS]
    return column in raw.embedded or _looks(rows, column) or bool(_files(rows, column, finder))


def _with_further(first: str, promising: Sequence[str], held: Mapping[str, Mapping[int, str]]) -> tuple[str, ...]:
    """Add the columns of further clips: `audio2` to `audio`, `second_audio` to `first_audio`."""
    stem = _SUFFIX.sub("", first.lower())
    further = []
    for column in promising:
        alike = _SUFFIX.sub("", column.lower()) == stem
        files, mine = held[column], held[first]
        other = sum(files[row] != mine.get(row) for row in files)
        exists = other > _HALF * max(1, len(files)) and not _NOT_ASKED.search(column.lower())
        if column != first and (alike or exists):
            further.append(column)
    return tuple(column for column in promising if column == first or column in further)


def _rank(column: str) -> int:
    name = _SUFFIX.sub("", column.lower())
    return _NAMES.index(name) if name in _NAMES else len(_NAMES)


def _looks(rows: Sequence[RawRow], column: str) -> bool:
    """Say whether more than half of the cells that are not empty are named as audio files are."""
    names = [name for row in rows for name in _paths(cell(row.values, column))]
    return sum(map(looks_like_audio, names)) > _HALF * len(names)


def _files(rows: Sequence[RawRow], column: str, finder: Finder) -> dict[int, str]:
    """Give the files that the cells of a column name, by row; none if less than half of them exist."""
    names = {place: name for place, row in enumerate(rows) for name in _paths(cell(row.values, column))[:1]}
    found = {place: finder.existing(name, rows[place].folder) for place, name in names.items()}
    there = {place: str(path) for place, path in found.items() if path is not None}
    return there if len(there) > _HALF * len(names) else {}


def _paths(value: object) -> list[str]:
    if isinstance(value, Mapping):
        value = value.get("path")
    if isinstance(value, list | tuple):
        return [name for each in value if not isinstance(each, list | tuple) for name in _paths(each)]
    return [value] if isinstance(value, str) and value.strip() else []
