"""Where a record lies: in a folder of its own, or in a release folder beside the audio."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from manifests.errors import RecordError
from manifests.release_record.faults import REMEDY
from manifests.release_record.paths import below

HEADER = "release.json"
COPIES = "records"  # the items' folder inside a release folder


@dataclass(frozen=True)
class RecordFolder:
    """A record on disk.

    Parameters
    ----------
    folder : pathlib.Path
        `manifests/releases/<name>-<version>`, or a release folder.
    items_folder : pathlib.Path
        The same, or `records/` inside the release folder.
    """

    folder: Path
    items_folder: Path

    @property
    def header(self) -> Path:
        """The file `release.json`."""
        return self.folder / HEADER

    @property
    def is_release(self) -> bool:
        """Whether the audio lies beside the record."""
        return self.items_folder != self.folder

    def items(self, recipe: str) -> Path:
        """Name the file of a dataset's items."""
        return below(self.items_folder, f"{recipe}.jsonl")

    @classmethod
    def at(cls, path: Path) -> RecordFolder:
        """Find the record that `path` names: its folder, a release folder, or the file release.json in either.

        Raises
        ------
        RecordError
            If there is none.
        """
        folder = path.parent if path.name == HEADER else path
        if not _exists(folder / HEADER):
            raise RecordError(
                where=str(path),
                found="no release.json" if _exists(folder) else "no such folder",
                wanted="a release record, or a release folder",
                remedy="give a folder such as manifests/releases/NAME-VERSION or build/releases/NAME-VERSION",
            )
        copies = folder / COPIES
        return cls(folder, copies if _exists(copies) else folder)


def open_plain(path: Path, *, most_bytes: int) -> BinaryIO:
    """Open a file of a record: a plain file, no link, no pipe, and not too large.

    Raises
    ------
    RecordError
        If it is missing, a link, no plain file, or larger than `most_bytes`.
    """
    if path.parent.is_symlink() and path.parent.name == COPIES:
        raise _refused(path.parent, "a symbolic link", "a folder")
    if path.is_symlink():
        raise _refused(path, "a symbolic link", "a plain file: a record does not lead elsewhere")
    try:
        if path.exists() and not path.is_file():
            raise _refused(path, "a folder, a device or a pipe", "a plain file")
        opened = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb")
    except OSError as error:
        found = "no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
        raise _refused(path, found, "a file of a release record") from error
    size = os.fstat(opened.fileno()).st_size
    if size > most_bytes:
        opened.close()
        raise _refused(path, f"{size:,} bytes", f"at most {most_bytes:,} bytes")
    return opened


def _exists(path: Path) -> bool:
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):  # a name that is too long for the file system, or holds NUL
        return False


def _refused(path: Path, found: str, wanted: str) -> RecordError:
    return RecordError(where=str(path), found=found, wanted=wanted, remedy=REMEDY)
