"""The plainest of WAV files."""

from __future__ import annotations


def plain_wav(pcm: bytes, *, sampling_rate: int) -> bytes:
    """Put 16-bit mono samples, little-endian, into a WAV file of a format chunk and a data chunk."""
    rate = sampling_rate
    form = (1).to_bytes(2, "little") * 2 + rate.to_bytes(4, "little") + (2 * rate).to_bytes(4, "little")
    form += (2).to_bytes(2, "little") + (16).to_bytes(2, "little")
    body = b"WAVE" + _chunk(b"fmt ", form) + _chunk(b"data", pcm)
    return _chunk(b"RIFF", body)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content
