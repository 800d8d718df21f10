"""Files as they should have been written: read through, never copied, however large they are."""

from __future__ import annotations

import os
from typing import BinaryIO


class View:
    """An open file for libsndfile, with an end and with some bytes in another's place.

    Seeking to before the start, as a broken header may ask for, stays where it is: soundfile would print a traceback.

    Parameters
    ----------
    file : binary file
        What is read.
    end : int, optional
        Where it ends for the reader; its own end otherwise.
    patch : tuple of int and bytes, optional
        A place, and the bytes to read there.
    """

    def __init__(self, file: BinaryIO, *, end: int | None = None, patch: tuple[int, bytes] = (0, b"")) -> None:
        self._file, self._end, self._patch = file, end, patch
        self.tell = file.tell

    def read(self, size: int = -1) -> bytes:
        """Read, as a file does."""
        start = self._file.tell()
        if self._end is not None:
            left = max(0, self._end - start)
            size = left if size < 0 else min(size, left)
        data = self._file.read(size)
        place, new = self._patch
        first, last = max(start, place), min(start + len(data), place + len(new))
        if first >= last:
            return data
        return data[: first - start] + new[first - place : last - place] + data[last - start :]

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Seek, or stay."""
        if whence == os.SEEK_END and self._end is not None:
            offset, whence = self._end + offset, os.SEEK_SET
        try:
            return self._file.seek(offset, whence)
        except (OSError, ValueError):
            return self._file.tell()
