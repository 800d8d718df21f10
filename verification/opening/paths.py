"""Find the file that a cell of a table means."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

AUDIO_SUFFIXES = (
    *(".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".oga", ".wave"),
    *(".aac", ".aif", ".aiff", ".au", ".caf", ".mp4", ".sph", ".webm", ".wma"),
)
_TRIED_SUFFIXES = AUDIO_SUFFIXES[:6]  # for names that are written without one
_BELOW = ("", "audio", "audios", "wavs", "wav", "clips", "data")
_LONGEST_NAME = 4_096  # PATH_MAX of Linux


def looks_like_audio(text: Any) -> bool:
    """Say whether a text ends as the name of an audio file does."""
    return isinstance(text, str) and len(text) <= _LONGEST_NAME and text.lower().rstrip().endswith(AUDIO_SUFFIXES)


class Finder:
    """Looks for named files below the folders of a set.

    Parameters
    ----------
    root : pathlib.Path
        The set's folder (of a single file: the folder that it lies in).
    bases : tuple of pathlib.Path
        Where else relative paths may begin.
    """

    def __init__(self, root: Path, bases: tuple[Path, ...] = ()) -> None:
        self.root = root
        self._bases = bases
        self._known: dict[Path, list[str]] = {}

    def existing(self, text: str, folder: Path | None = None) -> Path | None:
        """Give the first file of that name: from the row's folder, the root, and their audio folders."""
        text = possible_name(text)
        if not text.strip() or len(text) > _LONGEST_NAME:
            return None
        for base in self._places(folder or self.root):
            for name in _spellings(text):
                path = os.path.join(base, name)  # noqa: PTH118 - ten times as fast as Path, and there are many
                if os.path.isfile(path):  # noqa: PTH113
                    return Path(path)
        return None

    def named(self, text: str, folder: Path | None = None) -> tuple[str, Path]:
        """Give the name and the path of a file that a cell means, whether it exists or not."""
        folder = folder or self.root
        path = self.existing(text, folder)
        if path is None:
            path = folder / possible_name(text)
            if folder == self.root or "://" in text:
                return text, path
        try:
            return path.relative_to(self.root).as_posix(), path
        except ValueError:
            return text, path

    def _places(self, folder: Path) -> list[str]:
        """List the folders that are there; looking for each of them at every row would take most of the time."""
        if folder not in self._known:
            bases = dict.fromkeys(str(base) for base in (folder, self.root, *self._bases))
            places = [os.path.join(base, below) for below in _BELOW for base in bases]  # noqa: PTH118
            self._known[folder] = [place for place in places if os.path.isdir(place)]  # noqa: PTH112
        return self._known[folder]


def possible_name(text: str) -> str:
    """Give the text without what no file name can hold, so that a look for it fails quietly."""
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        text = text.encode(errors="replace").decode()
    return text.replace("\0", "\ufffd")


def _spellings(text: str) -> Iterator[str]:
    yield text
    if "\\" in text:  # a table that was written on Windows
        text = text.replace("\\", "/")
        yield text
    if not looks_like_audio(text):
        yield from (text + suffix for suffix in _TRIED_SUFFIXES)
