"""What a RIFF header promises: the only way to see that a WAV was cut, as libsndfile reads what is left."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_UNKNOWN = (0, 0xFFFFFFFF)  # written by programs that stream, and by RF64


@dataclass(frozen=True, slots=True)
class DataChunk:
    """The chunk of samples: bytes promised, bytes there, and bytes a frame (0 if not said)."""

    declared_bytes: int
    present_bytes: int
    frame_bytes: int

    @property
    def cut(self) -> bool:
        """Whether a whole frame or more is missing (a lost pad byte is not)."""
        frame_bytes = max(1, self.frame_bytes)
        return self.present_bytes // frame_bytes < self.declared_bytes // frame_bytes


def read_data_chunk(path: Path) -> DataChunk | None:
    """Find the data chunk of a WAV.

    Returns
    -------
    DataChunk or None
        None if the file is not a RIFF WAVE, has no data chunk, or does not say how long it is.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with path.open("rb") as file:
        form = file.read(12)
        if form[:4] not in (b"RIFF", b"RIFX") or form[8:12] != b"WAVE":
            return None
        big = form[:4] == b"RIFX"
        frame_bytes = 0
        while len(head := file.read(8)) == 8:
            size = _number(head[4:8], big=big)
            start = file.tell()
            if head[:4] == b"fmt ":
                frame_bytes = _number(file.read(16)[12:14], big=big)
            if head[:4] == b"data":
                present = max(0, path.stat().st_size - start)
                return None if size in _UNKNOWN else DataChunk(size, min(size, present), frame_bytes)
            file.seek(start + size + size % 2)
    return None


def _number(raw: bytes, *, big: bool) -> int:
    return int.from_bytes(raw, "big" if big else "little")
