"""What the bytes of a file tell before they are decoded: which kind it is, and whether some of it is missing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import BinaryIO

from corpora.indexing.riff import read_data_chunk
from verification.listening.views import View

_OGG_HEADER_BYTES = 27
_LONGEST_OGG_PAGE = 65_307

# What lies about under the names of audio files, by its first bytes.
_OTHERS = (
    (b"version https://git-lfs", "a pointer of Git LFS and not the file: run `git lfs pull`"),
    (b"<!doctype html", "a web page, as failed downloads leave it"),
    (b"<html", "a web page, as failed downloads leave it"),
    (b"<?xml", "XML"),
    (b"\x89png", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"pk\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "data packed by gzip"),
    (b"%pdf", "a PDF document"),
)


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


def may_be_mp3(file: BinaryIO) -> bool:
    """Say whether libsndfile would ask libmpg123 about the file: it does unless the first bytes name another kind."""
    return not _head(file).startswith((b"RIFF", b"RIFX", b"RF64", b"FORM", b"fLaC", b"OggS"))


def other_kind(file: BinaryIO | View) -> str:
    """Say what a file is that is no audio; empty if its first bytes do not tell."""
    file.seek(0)
    head = file.read(64).lstrip().lower()
    return next((what for start, what in _OTHERS if head.startswith(start)), "")


def wholeness_of(file: BinaryIO) -> Whole:
    """Hold what a RIFF or Ogg file promises against its size; of other kinds only decoding tells.

    Parameters
    ----------
    file : binary file
        It is left at its start.
    """
    head = _head(file)
    size = file.seek(0, os.SEEK_END)
    whole = _ogg(file, size) if head[:4] == b"OggS" else _riff(file)
    file.seek(0)
    return whole


def _head(file: BinaryIO) -> bytes:
    file.seek(0)
    head = file.read(16)
    file.seek(0)
    return head


def _riff(file: BinaryIO) -> Whole:
    """Hold the samples that a WAV promises against those that are there (libsndfile says nothing of what it misses)."""
    chunk = read_data_chunk(file)
    if chunk is None:
        return Whole()
    if chunk.declared_bytes == 0 and chunk.present_bytes >= max(1, chunk.frame_bytes) and not chunk.closed:
        return Whole(size_field=chunk.start - 4)
    # Where there is no sample at all, the file is empty: another fault.
    if not chunk.cut or not chunk.present_bytes:
        return Whole()
    found = f"{chunk.present_bytes:,} of the {chunk.declared_bytes:,} bytes of sound that the header promises"
    return Whole(broken=found)


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
