"""Folders of audio without a table: named by label, by speaker, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from verification.opening.collection import Roles
from verification.opening.paths import AUDIO_SUFFIXES
from verification.opening.rawset import FOLDER_NAME, RawRow, RawSet
from verification.opening.readers.layout import files_below, is_split

_DEEPEST = 12
_FEW = 10  # so many folders may hold one file each
_AUDIO, _SPEAKER = "audio", "speaker"


def find(path: Path) -> RawSet | None:
    """Read the audio files at or below `path`; None if there are none."""
    if path.is_file():
        names = [path.name] if path.suffix.lower() in AUDIO_SUFFIXES else []
    else:
        names = list(files_below(path, set(AUDIO_SUFFIXES), deepest=_DEEPEST))
    if not names:
        return None
    common = _common_folders(names)
    splits = all(is_split(name.split("/")[common]) for name in names if len(name.split("/")) > common + 1)
    splits = splits and all(len(name.split("/")) > common + 1 for name in names)
    inner = common + splits
    folders = [name.split("/")[inner:-1] for name in names]
    kind = _kind(["/".join(folder) for folder in folders])
    column = {"label": FOLDER_NAME, "speaker": _SPEAKER}.get(kind, "")

    def read() -> Iterator[RawRow]:
        for name, folder in zip(names, folders, strict=True):
            values = {_AUDIO: name} | ({column: folder[0]} if column else {})
            yield RawRow(values=values, split=name.split("/")[common] if splits else "")

    return RawSet(
        root=path,
        form="label folders" if kind == "label" else "audio files",
        columns=(_AUDIO, column) if column else (_AUDIO,),
        rows=len(names),
        read=read,
        known=Roles(
            audio=(_AUDIO,),
            label=FOLDER_NAME if kind == "label" else "",
            speaker=_SPEAKER if kind == "speaker" else "",
        ),
        notes=_notes(kind, [folder[0] for folder in folders if folder]),
    )


def _common_folders(names: Sequence[str]) -> int:
    """Count the folders that all files lie in: the first may be wrapped in `audio/`, and a split is no wrapping."""
    parts = [name.split("/")[:-1] for name in names]
    common = 0
    for level in zip(*parts, strict=False):
        if len(set(level)) > 1 or is_split(level[0]):
            break
        common += 1
    return common


def _kind(folders: Sequence[str]) -> str:
    """Say what the names of folders are: `label`, `speaker`, or nothing that is known (empty)."""
    names = set(folders)
    if len(names) < 2 or "" in names or any("/" in name for name in names):
        return ""
    # "Actor_01", "p225", "1089": the same word and a number.
    words = {re.sub(r"\d+", "", name) for name in names}
    if len(words) == 1 and all(re.search(r"\d", name) for name in names):
        return "speaker"
    return "label" if len(names) <= max(_FEW, len(folders) / 2) else ""


def _notes(kind: str, folders: Sequence[str]) -> tuple[str, ...]:
    examples = ", ".join(sorted(set(folders))[:3])
    if kind == "label":
        return (f"the names of the {len(set(folders)):,} folders are taken as labels: {examples}",)
    if kind == "speaker":
        return (f"the folders ({examples} ...) are taken as speakers, not as labels: they are numbered",)
    return ()
