"""Copy a file in pieces: whole or not at all, hashed on the way, never more of it than was promised."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from publishing.hub.errors import HubError
from publishing.hub.files import CHUNK


def copy_stream(source: BinaryIO, target: Path, *, size: int, where: str, sha256: str | None = None) -> None:
    """Write what `source` gives to `target`, and make it reach the disk; a stopped copy leaves nothing under its name.

    Two who copy to one place do not get into each other's files, and the one who is done last has the name.

    Parameters
    ----------
    source : binary file
        Read in pieces of a megabyte.
    target : pathlib.Path
        The file to be; its folder is made.
    size : int
        Bytes that it must have.
    where : str
        The source, for messages.
    sha256 : str, optional
        The hash that it must have.

    Raises
    ------
    HubError
        If the source is longer or shorter, or has other bytes.
    OSError
        If it cannot be read or written, as where the disk is full.
    """
    digest = hashlib.sha256()
    count = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{token_hex(6)}.part")
    try:
        with part.open("wb") as sink:
            while count <= size and (piece := source.read(CHUNK)):
                count += len(piece)
                digest.update(piece)
                sink.write(piece)
            sink.flush()
            os.fsync(sink.fileno())
        if count != size:
            raise HubError(
                where=where,
                found=f"{'more than ' if count > size else ''}{min(count, size):,} bytes",
                wanted=f"{size:,}, as listed",
                remedy="run the same command again; if it stays so, whoever made the copy should publish it again",
            )
        if sha256 is not None and digest.hexdigest() != sha256:
            raise changed(where)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def changed(where: str | Path) -> HubError:
    """Say that a file is not any more what it was when it was looked at."""
    return HubError(
        where=str(where),
        found="a file that has changed while it was being sent",
        wanted="the bytes that release.json promises",
        remedy="let nobody write to the release folder, restore the file, and run the same command again",
    )
