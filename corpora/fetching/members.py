"""What an archive holds, read one after the other, with names that stay inside the folder it is unpacked to."""

from __future__ import annotations

import bz2
import gzip
import lzma
import posixpath
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from corpora.fetching.tar_headers import BoundedHeaders
from corpora.fetching.wording import NOT_TO_BE_USED
from manifests.errors import CorpusError
from manifests.printable import printable

_CHUNK_BYTES = 1 << 20
_DRIVE = re.compile(r"[A-Za-z]:")
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f\\]")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second begins an empty one
_PACKED: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ\x00", lzma.open),
)


@dataclass(frozen=True, kw_only=True)
class Member:
    """A file, a folder or a link in an archive.

    Parameters
    ----------
    name : str
        Where it goes, relative and without `..`.
    kind : str
        `file`, `folder` or `link`.
    target : str
        For a link, what it points to: as `name`.
    open : callable or None
        For a file, opens its bytes.
    """

    name: str
    kind: str
    target: str = ""
    open: Callable[[], IO[bytes]] | None = None


def members(archive: Path, *, spend: Callable[[int], None]) -> Iterator[Member]:
    """List what an archive holds: zip, or tar as it is or packed by gzip, bzip2 or xz; the bytes decide which.

    A member has to be read before the next is asked for.

    Parameters
    ----------
    archive : pathlib.Path
        The file.
    spend : callable
        Is told of bytes that are unpacked and are no member's; may raise.

    Raises
    ------
    CorpusError
        If it is no archive, or holds a name or a link that leads out, a device, or a header larger than any has.
    """
    with archive.open("rb") as handle:
        head = handle.read(8)
    if head.startswith(_ZIP):
        yield from _zip_members(archive)
        return
    opener = next((opener for magic, opener in _PACKED if head.startswith(magic)), open)
    with opener(archive, "rb") as stream:
        yield from _tar_members(archive, BoundedHeaders(stream, archive, spend=spend), head)
        # Reading on to the end is what checks the sum of the packing.
        while chunk := stream.read(_CHUNK_BYTES):
            spend(len(chunk))


def _zip_members(archive: Path) -> Iterator[Member]:
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            name = _safe(archive, info.filename)
            mode = stat.S_IFMT(info.external_attr >> 16)
            if info.is_dir() or mode == stat.S_IFDIR:
                yield Member(name=name, kind="folder")
            elif mode == stat.S_IFLNK:
                target = opened.read(info).decode("utf-8", "replace") if info.file_size < 4096 else "/"
                yield Member(name=name, kind="link", target=_target(archive, name, target))
            elif mode in {0, stat.S_IFREG}:
                yield Member(name=name, kind="file", open=partial(opened.open, info))
            else:
                raise refusal(archive, name, "a device, a pipe or a socket")


def _tar_members(archive: Path, headers: BoundedHeaders, head: bytes) -> Iterator[Member]:
    try:
        opened = headers.open()
    except tarfile.ReadError as error:
        raise CorpusError(
            where=str(archive),
            found="a web page" if head.lstrip().startswith(b"<") else "no archive",
            wanted="a zip or tar archive",
            remedy="open the address in a browser: its owner may want a login or an agreement first",
        ) from error
    with opened:
        while (info := headers.next_member(opened)) is not None:
            name = _safe(archive, info.name)
            if info.isdir():
                yield Member(name=name, kind="folder")
            elif info.issym():
                yield Member(name=name, kind="link", target=_target(archive, name, info.linkname))
            elif info.islnk():
                yield Member(name=name, kind="link", target=_safe(archive, info.linkname))
            elif info.issparse():  # no sound has holes, and their map may take tarfile hours to follow
                raise refusal(archive, name, "a file with holes")
            elif info.isreg():
                if hasattr(tarfile, "data_filter"):  # Python's own, after ours; 3.11.0 to 3.11.3 have none
                    tarfile.data_filter(info, str(archive.parent))
                yield Member(name=name, kind="file", open=partial(_extracted, opened, info))
            else:
                raise refusal(archive, name, "a device or a pipe")


def _extracted(opened: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    found = opened.extractfile(info)
    if found is None:
        raise tarfile.ReadError(f"no bytes of {info.name}")
    return found


def _safe(archive: Path, name: str) -> str:
    """Give a name as it may be used; refuse one that leads out or that no system writes the same."""
    if name.startswith("/") or _DRIVE.match(name):
        raise refusal(archive, name, "an absolute path")
    if ".." in name.split("/"):
        raise refusal(archive, name, "a path that leads out of the folder")
    if _UNREADABLE.search(name):
        raise refusal(archive, name, "a name with a backslash or a control character")
    return posixpath.normpath(name) if name.strip("/") else "."


def _target(archive: Path, name: str, target: str) -> str:
    """Follow a symbolic link by its words alone."""
    where = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    if target.startswith("/") or where.split("/")[0] == "..":
        raise refusal(archive, name, f"a link out of the folder, to {printable(target)!r}")
    return _safe(archive, where)


def refusal(archive: Path, name: str, what: str) -> CorpusError:
    """Say what an archive holds that no corpus needs."""
    return CorpusError(
        where=str(archive),
        found=f"{what}: {printable(name)!r}",
        wanted="files and folders that stay in the folder they are unpacked to",
        remedy=NOT_TO_BE_USED,
    )
