"""What a FLAC file holds beside its samples: nothing that could tell the answer."""

from __future__ import annotations

from collections.abc import Iterator

from verification.findings import Ledger

_MARK, _HEADER = 4, 4
_PADDING, _COMMENTS = 1, 4
_NAMES = {0: "STREAMINFO", 1: "PADDING", 2: "APPLICATION", 3: "SEEKTABLE", 4: "VORBIS_COMMENT", 5: "CUESHEET"}
_ALLOWED = {0, 1, 3, 4}


def check_metadata(item: str, data: bytes, ledger: Ledger) -> None:
    """Find metadata that tell something: what the decoder needs, empty padding and the encoder's name may be there.

    Parameters
    ----------
    item : str
        The clip's name.
    data : bytes
        A FLAC file that can be decoded.
    ledger : Ledger
        Takes the findings.
    """
    telling = [_telling(kind, body) for kind, body in metadata_blocks(data)]
    ledger.expect(
        not any(telling),
        "audio.metadata",
        item,
        found=", ".join(filter(None, telling)),
        wanted="STREAMINFO, SEEKTABLE, empty PADDING and a VORBIS_COMMENT without comments, or fewer",
    )


def metadata_blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the metadata blocks of a FLAC file, each as type and body (RFC 9639, section 8)."""
    place, last = _MARK, False
    while not last and place + _HEADER <= len(data):
        last, kind = bool(data[place] & 0x80), data[place] & 0x7F
        start = place + _HEADER
        place = start + int.from_bytes(data[place + 1 : start], "big")
        yield kind, data[start:place]


def _telling(kind: int, body: bytes) -> str:
    """Say what a block tells, or nothing."""
    if kind not in _ALLOWED:
        return f"a block {_NAMES.get(kind, f'of type {kind}')} of {len(body):,} bytes"
    if kind == _PADDING and any(body):
        return "PADDING that is not empty"
    if kind == _COMMENTS:
        vendor = int.from_bytes(body[:4], "little")
        after = body[4 + vendor :]
        if after != bytes(4):  # a count of no comments, and nothing behind it
            return f"comments: {after[4:84]!r}"
    return ""
