"""What the bytes of a file tell before they are decoded: which kind it is, and whether some of it is missing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import BinaryIO, Literal

# Programs that write to a pipe cannot know the size: 0, all ones, or a number near 2^31 (SoX, arecord, ffmpeg).
_UNKNOWN_FROM = 0x7FFF0000
_OGG_HEADER_BYTES = 27
_LONGEST_OGG_PAGE = 65_307
_MEDIA_STARTS = (b"\x1a\x45\xdf\xa3", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"#!AMR")  # WebM, ASF, AMR


@dataclass(frozen=True, slots=True)
class Whole:
    """Whether all of a file is there.

    Parameters
    ----------
    broken : str
        What is missing, in words; empty if nothing shows that anything is.
    size_field : int
        Where a WAV says that it holds 0 bytes of sound although sound follows (it was streamed); 0 otherwise.
    whole_bytes : int
        How many bytes of an Ogg file stand before the page that was cut; 0 if none was.
    """

    broken: str = ""
    size_field: int = 0
    whole_bytes: int = 0


def needs_pyav(file: BinaryIO) -> bool:
    """Say whether the file is of a kind that libsndfile does not read: MP4, WebM, bare AAC, ASF or AMR."""
    head = _head(file)
    is_adts = len(head) > 1 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0
    return head[4:8] == b"ftyp" or is_adts or head.startswith(_MEDIA_STARTS)


def may_be_mp3(file: BinaryIO) -> bool:
    """Say whether libsndfile would ask libmpg123 about the file: it does unless the first bytes name another kind."""
    return not _head(file).startswith((b"RIFF", b"RIFX", b"RF64", b"FORM", b"fLaC", b"OggS"))


def wholeness_of(file: BinaryIO) -> Whole:
    """Hold what a RIFF or Ogg file promises against its size; of other kinds only decoding tells.

    Parameters
    ----------
    file : binary file
        It is left at its start.
    """
    head = _head(file)
    size = file.seek(0, os.SEEK_END)
    whole = Whole()
    if head[:4] in (b"RIFF", b"RIFX") and head[8:12] == b"WAVE":
        whole = _riff(file, size, "big" if head[:4] == b"RIFX" else "little")
    elif head[:4] == b"OggS":
        whole = _ogg(file, size)
    file.seek(0)
    return whole


def _head(file: BinaryIO) -> bytes:
    file.seek(0)
    head = file.read(16)
    file.seek(0)
    return head


def _riff(file: BinaryIO, size: int, order: Literal["little", "big"]) -> Whole:
    """Find the chunk of samples (libsndfile reads what is left of one, and says nothing)."""
    frame_bytes = 1
    file.seek(12)
    while len(head := file.read(8)) == 8:
        start = file.tell()
        length = int.from_bytes(head[4:], order)
        if head[:4] == b"fmt ":
            frame_bytes = max(1, int.from_bytes(file.read(16)[12:14], order))
        if head[:4] == b"data":
            return _samples(file, start, length, frame_bytes, size=size, order=order)
        file.seek(start + length + length % 2)
    return Whole()


def _samples(
    file: BinaryIO, start: int, length: int, frame_bytes: int, *, size: int, order: Literal["little", "big"]
) -> Whole:
    present = size - start
    if length == 0:
        return (
            Whole(size_field=start - 4)
            if present >= frame_bytes and not _chunks_end_at(file, start, size, order)
            else Whole()
        )
    # A lost pad byte, or a part of a frame, is no sound.
    # Where there is none at all, the file is empty: another fault.
    if length >= _UNKNOWN_FROM or not present or present // frame_bytes >= length // frame_bytes:
        return Whole()
    return Whole(broken=f"{present:,} of the {length:,} bytes of sound that the header promises")


def _chunks_end_at(file: BinaryIO, start: int, size: int, order: Literal["little", "big"]) -> bool:
    """Say whether chunks follow one another from `start` to the end of the file: then they are no sound."""
    place = start
    while place + 8 <= size:
        file.seek(place + 4)
        length = int.from_bytes(file.read(4), order)
        place += 8 + length + length % 2
    return place in (size, size + 1)


def _ogg(file: BinaryIO, size: int) -> Whole:
    """Find the last page: one that is longer than what is left was cut (RFC 3533, section 6)."""
    start = max(0, size - 2 * _LONGEST_OGG_PAGE)
    file.seek(start)
    tail = file.read()
    place = tail.rfind(b"OggS")
    page = tail[max(place, 0) :]
    segments = page[_OGG_HEADER_BYTES : _OGG_HEADER_BYTES + page[26]] if len(page) >= _OGG_HEADER_BYTES else b""
    complete = len(page) >= _OGG_HEADER_BYTES and len(segments) == page[26]
    if complete and len(page) >= _OGG_HEADER_BYTES + len(segments) + sum(segments):
        return Whole()
    return Whole(broken="its last Ogg page is cut off", whole_bytes=start + max(place, 0))
