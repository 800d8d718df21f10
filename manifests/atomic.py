"""Write files whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from manifests.errors import OutputError

_REMEDIES = {
    errno.ENOSPC: "free some space, or choose another folder with --out; what was finished is kept",
    errno.EDQUOT: "free some of your quota, or choose another folder with --out; what was finished is kept",
    errno.EACCES: "choose a folder that you may write to with --out",
    errno.EPERM: "choose a folder that you may write to with --out",
    errno.EROFS: "choose a folder on a writable disk with --out",
    errno.ENOTDIR: "one of the folders in the path is a file: move it, or choose another folder with --out",
    errno.EEXIST: "a file stands where a folder is needed: move it, or choose another folder with --out",
}


def output_error(path: Path, error: OSError) -> OutputError:
    """Say what the operating system said of `path`, and what to do about it."""
    reason = error.strerror or type(error).__name__
    remedy = _REMEDIES.get(error.errno or 0, "choose another folder with --out, or put this one right")
    return OutputError(where=str(path), found=reason.lower(), wanted="a place to write to", remedy=remedy)


@contextmanager
def atomic_path(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Give a temporary path beside `path`; rename it to `path` when the block ends well, else remove it.

    Parameters
    ----------
    path : pathlib.Path
        The file to be.
    durable : bool
        Whether the data must be on the disk before the name is, so that even a power cut leaves the old file or
        the new one. A killed process needs no such wait; files that are hashed before they are trusted neither.

    Raises
    ------
    OutputError
        If the folder cannot be made or written to, or the disk is full.
    """
    if path.exists() and not path.is_file():
        raise OutputError(
            where=str(path),
            found="a folder, a device or a pipe",
            wanted="a file, or a free place for one",
            remedy="choose another name",
        )
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        if durable:
            with temporary.open("rb") as handle:
                os.fsync(handle.fileno())
        temporary.replace(path)
    except OSError as error:
        raise output_error(path, error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text_atomically(path: Path, text: str) -> None:
    """Write `text` as UTF-8 with Unix line ends, whole or not at all.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
