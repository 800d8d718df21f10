"""Copy a file in pieces: whole or not at all, hashed on the way, never more of it than was promised."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import BinaryIO

from publishing.hub.errors import HubError
from publishing.hub.files import CHUNK


def copy_stream(source: BinaryIO, target: Path, *, size: int, where: str) -> str:
    """Write what `source` gives to `target`, and make it reach the disk; a stopped copy leaves nothing under its name.

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

    Returns
    -------
    str
        The sha256.

    Raises
    ------
    HubError
        If the source is longer or shorter.
    OSError
        If it cannot be read or written, as where the disk is full.
    """
    digest = hashlib.sha256()
    count = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
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
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return digest.hexdigest()
