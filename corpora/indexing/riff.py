"""What a RIFF header promises: the only way to see that a WAV was cut, as libsndfile reads what is left."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

# Programs that write to a pipe cannot know the size: 0, all ones (as RF64), or a number near 2^31 (SoX, ffmpeg).
_UNKNOWN_FROM = 0x7FFF0000
# More than any program writes before the samples; the zeros of a damaged file are chunks of no length, without end.
_MOST_CHUNKS = 4_096


@dataclass(frozen=True, slots=True)
class DataChunk:
    """The chunk of samples of a WAV.

    Parameters
    ----------
    declared_bytes : int
        Bytes of samples that the header promises; 0 and numbers near 2^31 or above mean that it does not know.
    present_bytes : int
        Bytes from the first sample to the end of the file, further chunks among them.
    frame_bytes : int
        Bytes a frame; 0 if not said.
    start : int
        Where the first sample stands in the file.
    closed : bool
        Whether what stands behind a chunk of 0 bytes are whole chunks, and no samples.
    """

    declared_bytes: int
    present_bytes: int
    frame_bytes: int
    start: int = 0
    closed: bool = False

    @property
    def streamed(self) -> bool:
        """Whether the header does not say how many bytes there are."""
        return self.declared_bytes == 0 or self.declared_bytes >= _UNKNOWN_FROM

    @property
    def cut(self) -> bool:
        """Whether a whole frame or more is missing (a lost pad byte is not)."""
        frame_bytes = max(1, self.frame_bytes)
        return not self.streamed and self.present_bytes // frame_bytes < self.declared_bytes // frame_bytes


def read_data_chunk(source: Path | BinaryIO) -> DataChunk | None:
    """Find the data chunk of a WAV.

    Parameters
    ----------
    source : pathlib.Path or binary file
        An open file is read from its start, and left anywhere.

    Returns
    -------
    DataChunk or None
        None if the file is not a RIFF WAVE, or has no data chunk.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    if isinstance(source, Path):
        with source.open("rb") as file:
            return _data_chunk(file)
    return _data_chunk(source)


def _data_chunk(file: BinaryIO) -> DataChunk | None:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    form = file.read(12)
    if form[:4] not in (b"RIFF", b"RIFX") or form[8:12] != b"WAVE":
        return None
    big = form[:4] == b"RIFX"
    frame_bytes = 0
    for _ in range(_MOST_CHUNKS):
        head = file.read(8)
        if len(head) < 8:
            return None
        length, start = _number(head[4:8], big=big), file.tell()
        if head[:4] == b"fmt ":
            frame_bytes = _number(file.read(16)[12:14], big=big)
        if head[:4] == b"data":
            closed = length == 0 and _chunks_end(file, start, size, big=big)
            return DataChunk(length, max(0, size - start), frame_bytes, start, closed)
        file.seek(start + length + length % 2)
    return None


def _chunks_end(file: BinaryIO, start: int, size: int, *, big: bool) -> bool:
    place = start
    for _ in range(_MOST_CHUNKS):
        if place + 8 > size:
            break
        file.seek(place)
        head = file.read(8)
        if not head[:4].isascii() or not head[:4].decode().isprintable():
            return False  # samples: zeros, say, which would be chunks of no length
        length = _number(head[4:8], big=big)
        place += 8 + length + length % 2
    return place in (size, size + 1)


def _number(raw: bytes, *, big: bool) -> int:
    return int.from_bytes(raw, "big" if big else "little")
