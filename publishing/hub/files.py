"""Files here and elsewhere, and whether they are the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from manifests.digest import file_sha256
from manifests.release_record.paths import relative_path
from publishing.hub.errors import HubError

CHUNK = 1 << 20
# Far above any release, and far below what would fill a memory with names.
MOST_FILES = 200_000
_LARGEST_FILE = 1 << 40
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


@dataclass(frozen=True, kw_only=True)
class RemoteFile:
    """A file elsewhere.

    Parameters
    ----------
    path : str
        Relative POSIX path.
    size : int
        Bytes.
    sha256, git_sha1 : str
        Of its bytes, and of them as git's blob; empty where the other side does not say.
    """

    path: str
    size: int
    sha256: str = ""
    git_sha1: str = ""

    def same_as(self, path: Path) -> bool | None:
        """Say whether a file here has the same bytes; None if the other side gives no hash and the sizes agree."""
        if not path.is_file() or path.stat().st_size != self.size:
            return False
        if self.sha256:
            return file_sha256(path) == self.sha256
        return git_sha1(path) == self.git_sha1 if self.git_sha1 else None


def git_sha1(path: Path) -> str:
    """Give the id that git gives a file: SHA-1 of `blob <size>`, NUL and its bytes; read in pieces."""
    digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    with path.open("rb") as source:
        while piece := source.read(CHUNK):
            digest.update(piece)
    return digest.hexdigest()


def require_safe(files: Iterable[RemoteFile], *, where: str) -> Mapping[str, RemoteFile]:
    """Hold what somebody else lists to what may be written here.

    Parameters
    ----------
    files : iterable of RemoteFile
        What is there.
    where : str
        The place, for messages.

    Returns
    -------
    mapping of str to RemoteFile
        By path.

    Raises
    ------
    HubError
        If a path is absolute, leads out with `..`, holds a backslash, NUL or other unprintable characters, differs
        from another only by case or by the spelling of an accent, is a folder elsewhere in the list, or if a size is
        no size or there are too many.
    """
    found: dict[str, RemoteFile] = {}
    folded: dict[str, str] = {}
    for file in files:
        if len(found) >= MOST_FILES:
            raise _unsafe(where, f"more than {MOST_FILES:,} files")
        try:
            path = relative_path(file.path)
        except ValueError as error:
            raise _unsafe(where, f"the path {file.path[:120]!r}: {error}") from error
        if any(_RESERVED.fullmatch(part) or part[-1] in " ." for part in path.split("/")):
            raise _unsafe(where, f"the path {path[:120]!r}, which not every system can hold")
        if not 0 <= file.size <= _LARGEST_FILE:
            raise _unsafe(where, f"{path} with a size of {file.size:,} bytes")
        same = folded.setdefault(_fold(path), path)
        if path in found or same != path:
            raise _unsafe(where, f"the paths {same} and {path}, which are one file on many disks")
        found[path] = file
    folders = {_fold(path.rsplit("/", depth)[0]) for path in found for depth in range(1, path.count("/") + 1)}
    clash = next((path for folding, path in folded.items() if folding in folders), None)
    if clash:
        raise _unsafe(where, f"{clash} as a file and as a folder")
    return found


def _fold(path: str) -> str:
    return unicodedata.normalize("NFC", path.casefold())


def _unsafe(where: str, found: str) -> HubError:
    return HubError(
        where=where,
        found=found,
        wanted="plain files below one folder, as a release holds them",
        remedy="do not use this copy; get the release from where its authors published it",
    )
