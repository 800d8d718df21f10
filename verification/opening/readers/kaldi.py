"""Kaldi directories: wav.scp, text, utt2spk and other utt2* files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verification.opening.collection import Roles
from verification.opening.errors import CollectionError
from verification.opening.rawset import RawRow, RawSet
from verification.opening.readers.layout import broken

_SCRIPT, _SEGMENTS = "wav.scp", "segments"
_LABEL, _SPEAKER = "utt2label", "utt2spk"


def find(path: Path) -> RawSet | None:
    """Read a Kaldi directory, or the ones in it as splits; None if there is none.

    Commands in wav.scp are never run: their audio is not there as a file, and counts as missing.

    Raises
    ------
    CollectionError
        If a line is broken, or the clips are segments of recordings.
    """
    if not path.is_dir():
        return None
    folders = [path] if (path / _SCRIPT).is_file() else [script.parent for script in sorted(path.glob(f"*/{_SCRIPT}"))]
    if not folders:
        return None
    for folder in folders:
        _require_whole_recordings(folder)
    maps = {folder: _maps(folder) for folder in folders}
    columns = tuple(dict.fromkeys(["id", "audio", *(name for each in maps.values() for name in each)]))
    # A column must be named by a file of its own: a speaker's properties stand by speaker.
    known = Roles(
        audio=("audio",),
        id="id",
        label=_LABEL if _LABEL in columns else "",
        speaker=_SPEAKER if _SPEAKER in columns else "",
    )
    return RawSet(
        root=path,
        form="Kaldi directory",
        columns=columns,
        rows=sum(1 for folder in folders for _ in _pairs(folder / _SCRIPT)),
        read=lambda: _rows(path, maps),
        known=known,
        # Paths are relative to where Kaldi is run, which is above data/test.
        bases=tuple(dict.fromkeys(each for folder in folders for each in (folder, *folder.absolute().parents[:3]))),
        notes=_notes(folders),
    )


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what stands before and after the first blank of each line."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError as error:
                raise broken(f"{path}, line {number:,}", "a byte that is not UTF-8", "text in UTF-8") from error
            if text:
                key, _, value = text.partition(" ") if " " in text else text.partition("\t")
                if not value and path.name == _SCRIPT:
                    raise broken(f"{path}, line {number:,}", f"{key!r} alone", "an id and a file")
                yield key, value.strip()


def _maps(folder: Path) -> dict[str, dict[str, str]]:
    names = ["text"] if (folder / "text").is_file() else []
    names += sorted(file.name for file in folder.glob("utt2*") if file.is_file())
    maps = {name: dict(_pairs(folder / name)) for name in names}
    if _SPEAKER in maps and (folder / "spk2gender").is_file():
        genders = dict(_pairs(folder / "spk2gender"))
        maps["gender"] = {clip: genders[spk] for clip, spk in maps[_SPEAKER].items() if spk in genders}
    return maps


def _rows(root: Path, maps: Mapping[Path, Mapping[str, Mapping[str, str]]]) -> Iterator[RawRow]:
    for folder, columns in maps.items():
        split = "" if folder == root else folder.name
        for clip, audio in _pairs(folder / _SCRIPT):
            values: dict[str, Any] = {"id": clip, "audio": audio}
            values |= {name: column[clip] for name, column in columns.items() if clip in column}
            yield RawRow(values=values, split=split, folder=folder)


def _require_whole_recordings(folder: Path) -> None:
    path = folder / _SEGMENTS
    if not path.is_file():
        return
    recordings = {clip for clip, _ in _pairs(folder / _SCRIPT)}
    for clip, _ in _pairs(path):
        if clip not in recordings:
            raise CollectionError(
                where=str(path),
                found=f"clips that are segments of longer recordings, such as {clip}",
                wanted="a file for each clip",
                remedy="cut them (Kaldi: extract-segments, wav-copy) and give the directory that comes out",
            )


def _notes(folders: list[Path]) -> tuple[str, ...]:
    commands = archives = 0
    example = ""
    for folder in folders:
        for _, audio in _pairs(folder / _SCRIPT):
            if audio.endswith("|"):
                commands += 1
                example = example or audio
            archives += ".ark:" in audio
    notes = []
    if commands:
        notes.append(
            f"{commands:,} entries of wav.scp are commands ({example[:80]}): they are not run, and count as missing"
        )
    if archives:
        notes.append(
            f"{archives:,} entries of wav.scp lie in Kaldi archives, which are not read: they count as missing"
        )
    if any((folder / _SEGMENTS).is_file() for folder in folders):
        notes.append("segments: every segment bears the id of a recording, and each recording is taken whole")
    return tuple(notes)
