"""Unpack an archive into a folder of ours: nothing leads out of it, and no more comes out than was declared."""

from __future__ import annotations

import filecmp
import lzma
import shutil
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import IO

from corpora.fetching.members import Member, members, refusal
from corpora.fetching.meter import Meter
from corpora.fetching.wording import size_text
from manifests.errors import CorpusError

_CHUNK_BYTES = 1 << 20
_MOST_MEMBERS = 2_000_000
_SKIPPED = "__MACOSX"  # what macOS adds to a zip: no part of the corpus
_DAMAGE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, RuntimeError, NotImplementedError),  # cut short; a password; a method that Python has not
    *(ValueError, LookupError, OverflowError, struct.error),  # fields that are no number, no name or too large
)


class Budget:
    """How much may still come out of the archives of a corpus.

    Parameters
    ----------
    most_bytes : int
        Bytes in all.
    meter : Meter
        Shows what came.
    """

    def __init__(self, most_bytes: int, meter: Meter) -> None:
        self._most_bytes, self._meter = most_bytes, meter
        self._bytes = self._members = 0

    def spend(self, count_bytes: int, *, members: int = 0) -> None:
        """Count bytes and members that came out.

        Raises
        ------
        CorpusError
            If there are more than any corpus has.
        """
        self._bytes += count_bytes
        self._members += members
        self._meter.advance(count_bytes)
        if self._bytes > self._most_bytes or self._members > _MOST_MEMBERS:
            most = f"{size_text(self._most_bytes)} in {_MOST_MEMBERS:,} files"
            raise CorpusError(
                where="the archives",
                found=f"more than {most} inside",
                wanted="about what the corpus is said to take",
                remedy="do not use these files: nothing of them was kept. Tell the owner of the corpus, and us",
            )


def unpack(archive: Path, folder: Path, *, budget: Budget) -> None:
    """Unpack an archive into `folder`, which only we write to.

    A link in it becomes a copy of the file that it points to, so that nothing in `folder` is ever a link. Owners, modes
    and times are not taken over. The same file may be in two archives of a corpus, but not two files of one name.

    Parameters
    ----------
    archive : pathlib.Path
        zip, or tar as it is or packed by gzip, bzip2 or xz.
    folder : pathlib.Path
        Where to.
    budget : Budget
        How much may come out.

    Raises
    ------
    CorpusError
        If it is no archive, is damaged, holds what leads out of the folder, a device or too much, or cannot be written.
    """
    links: list[Member] = []
    try:
        for member in members(archive, spend=budget.spend):
            budget.spend(0, members=1)
            if member.name.split("/")[0] == _SKIPPED:
                continue
            if member.kind == "link":
                links.append(member)
            else:
                _write(archive, member, folder, budget)
        _copy_links(archive, links, folder, budget)
    except _DAMAGE as error:
        raise _damaged(archive, str(error)) from error
    except OSError as error:
        if error.errno is None:  # gzip and bz2 say so of their bytes
            raise _damaged(archive, str(error)) from error
        raise CorpusError(
            where=str(error.filename or folder),
            found=(error.strerror or type(error).__name__).lower(),
            wanted="a place to unpack to",
            remedy="free some space or choose another folder with --to; what was downloaded is kept",
        ) from error


def _write(archive: Path, member: Member, folder: Path, budget: Budget) -> None:
    path = folder / member.name
    if member.open is None:
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with member.open() as source:
        if not path.exists():
            _copy(source, path, budget)
            return
        other = folder / ".second"
        _copy(source, other, budget)
        same = path.is_file() and filecmp.cmp(path, other, shallow=False)
        other.unlink()
        if not same:
            raise refusal(archive, member.name, "another file of a name that is taken")


def _copy(source: IO[bytes], path: Path, budget: Budget) -> None:
    with path.open("wb") as handle:
        while chunk := source.read(_CHUNK_BYTES):
            budget.spend(len(chunk))
            handle.write(chunk)


def _copy_links(archive: Path, links: list[Member], folder: Path, budget: Budget) -> None:
    """Put copies in the place of links; a link may point to another that comes later."""
    waiting = links
    while waiting:
        ready = [link for link in waiting if (folder / link.target).is_file()]
        if not ready:
            raise refusal(archive, waiting[0].name, "a link to a folder, to itself or to nothing")
        for link in ready:
            path = folder / link.name
            if path.exists():
                raise refusal(archive, link.name, "a link of a name that is taken")
            path.parent.mkdir(parents=True, exist_ok=True)
            budget.spend((folder / link.target).stat().st_size)
            shutil.copyfile(folder / link.target, path)
        waiting = [link for link in waiting if link not in ready]


def _damaged(archive: Path, reason: str) -> CorpusError:
    return CorpusError(
        where=str(archive),
        found=f"an archive that cannot be unpacked ({reason.strip() or 'it ends too early'})",
        wanted="a whole zip or tar archive without a password",
        remedy="delete it and run the same command again to download it anew",
    )
