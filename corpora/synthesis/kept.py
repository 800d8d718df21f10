"""A tree of files in the cache folder: whole or not there, and made once."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path

from corpora.indexing.cache import cache_folder
from manifests.digest import canonical_json, file_sha256, sha256_of
from manifests.errors import OutputError

_SUMS = "SHA256SUMS"
_UNFINISHED = "unfinished-"
_ABANDONED_AFTER_S = 86_400.0  # left by a build that was killed


@dataclass
class TreeWriter:
    """Write the files of a tree through to the disk, and remember their digests.

    Parameters
    ----------
    folder : pathlib.Path
        Where the tree is being made.
    """

    folder: Path
    _sums: dict[str, str] = field(default_factory=dict)

    def add(self, path: str, content: bytes) -> None:
        """Write one file; `path` is relative to the tree, POSIX style."""
        self._sums[path] = self._write(path, content)

    def seal(self) -> None:
        """Write the list of digests, which says that the tree is whole."""
        self._write(_SUMS, "".join(f"{digest}  {path}\n" for path, digest in self._sums.items()).encode())

    def _write(self, path: str, content: bytes) -> str:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return sha256_of(content)


def kept_tree(name: str, *, version: str, write: Callable[[TreeWriter], None], title: str, room: str) -> Path:
    """Give the folder of a tree, making it first if it is not there whole.

    A stopped build leaves nothing under the tree's name; of several builders at once, the first to finish puts its
    tree there.

    Parameters
    ----------
    name, version : str
        The folders that it lies in, below the cache folder; the version names all that its bytes depend on.
    write : callable
        `write(writer)` adds every file.
    title, room : str
        What it is and how much room it takes, for messages.

    Raises
    ------
    OutputError
        If the cache folder cannot be written.
    """
    root = cache_folder() / name / version
    if _whole(root):
        return root
    # A progress bar is for a terminal alone; that something is made, a log should say too.
    sys.stderr.write(f"making {title}: once, kept in {root.parent}\n")
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=root.parent) as folder:
            writer = TreeWriter(Path(folder) / root.name)
            write(writer)
            writer.seal()
            _put_in_place(writer.folder, root, aside=Path(folder) / "damaged")
    except OSError as error:
        raise OutputError(
            where=str(root),
            found=(error.strerror or type(error).__name__).lower(),
            wanted=f"a place for {title}, {room}",
            remedy="set SOUNDPROBE_CACHE to a folder that can be written, on a disk with space",
        ) from error
    return root


def version_digest(*, sources: Iterable[Path], packages: Iterable[str], also: str = "") -> str:
    """Name what the bytes of a tree depend on: files of ours, libraries as installed, and anything else."""
    parts = {
        "sources": [file_sha256(source) for source in sources],
        "packages": {package: _installed(package) for package in packages},
    }
    return sha256_of(canonical_json(parts | {"also": also} if also else parts).encode())[:16]


def _put_in_place(fresh: Path, root: Path, *, aside: Path) -> None:
    from filelock import FileLock

    # The lock is not held while clips are made: a worker that came here by mistake would wait for its parent.
    with FileLock(root.with_name("lock")):
        if not _whole(root):
            if root.exists():
                root.rename(aside)
            fresh.rename(root)
        for leftover in root.parent.glob(f"{_UNFINISHED}*"):
            if time.time() - leftover.stat().st_mtime > _ABANDONED_AFTER_S:
                shutil.rmtree(leftover, ignore_errors=True)


def _whole(root: Path) -> bool:
    """Whether every file is there as it was written (cleaners of cache folders take files one by one)."""
    try:
        listed = [line.split("  ") for line in (root / _SUMS).read_text(encoding="utf-8").splitlines()]
        return len(listed) > 1 and all(sha256_of((root / path).read_bytes()) == digest for digest, path in listed)
    except (OSError, ValueError):
        return False


def _installed(package: str) -> str | None:
    try:
        return package_version(package)
    except PackageNotFoundError:
        return None
