"""Read the headers of a tar archive, which tarfile takes into memory whole, whatever length they claim."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, cast

from corpora.fetching.wording import NOT_TO_BE_USED, size_text
from manifests.errors import CorpusError

# A long name, times and an owner take some hundred bytes; GNU tar and pax set no bound.
_MOST_HEADER_BYTES = 1 << 20
_MOST_ENDS = 4


class BoundedHeaders:
    """The bytes of a tar archive, as tarfile reads them: those between one file and the next are counted and bounded.

    Parameters
    ----------
    stream : binary file
        The archive, not packed.
    archive : pathlib.Path
        Its name, for messages.
    spend : callable
        Is told of bytes that are no file's; may raise.
    """

    def __init__(self, stream: IO[bytes], archive: Path, *, spend: Callable[[int], None]) -> None:
        self._stream, self._archive, self._spend = stream, archive, spend
        self._position = self._ends = 0
        self._most: int | None = None  # the position that no header reaches; None inside a file

    def open(self) -> tarfile.TarFile:
        """Open the archive and read its first header.

        Raises
        ------
        tarfile.ReadError
            If it is no archive.
        CorpusError
            If a header is too large.
        """
        self._most = _MOST_HEADER_BYTES
        return tarfile.open(fileobj=cast("IO[bytes]", self), mode="r|")  # reading is all that it does

    def next_member(self, opened: tarfile.TarFile) -> tarfile.TarInfo | None:
        """Pass over what is left of a file and read the next header; None at the end.

        Raises
        ------
        tarfile.TarError
            If it is damaged.
        CorpusError
            If it is too large.
        """
        self._most = opened.offset + _MOST_HEADER_BYTES
        info = opened.next()
        self._most = None
        opened.members.clear()  # type: ignore[attr-defined]  # each keeps its header
        if sum(len(name) + len(value) for name, value in opened.pax_headers.items()) > _MOST_HEADER_BYTES:
            raise self._too_large()
        return info

    def read(self, size: int) -> bytes:
        """Read on.

        Raises
        ------
        CorpusError
            If that is more than a header has.
        EOFError
            If the end was met time and again, as where a file is said to be far longer than the archive.
        """
        data = self._stream.read(size)
        self._ends += not data
        if self._ends > _MOST_ENDS:
            raise EOFError
        self._position += len(data)
        if self._most is not None:
            self._spend(len(data))
            if self._position > self._most:
                raise self._too_large()
        return data

    def _too_large(self) -> CorpusError:
        return CorpusError(
            where=str(self._archive),
            found=f"a header of more than {size_text(_MOST_HEADER_BYTES)}",
            wanted="the names and times of files, some hundred bytes each",
            remedy=NOT_TO_BE_USED,
        )
