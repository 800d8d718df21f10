"""Read the clips of a release's shard one after another, in bounded memory, from files that nobody vouches for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builders.engine.construction import MAX_DURATION_S, SAMPLING_RATE
from verification.findings import Ledger

if TYPE_CHECKING:
    from verification.clip import Row, Samples

MOST_FRAMES = int(MAX_DURATION_S * SAMPLING_RATE)
# A build closes a row group at 8 MB of audio or 32 rows. A value may stand once in the file and in every row of it, so
# that what is read at a time is up to 16 times as large: far above these bounds a small file would fill the memory.
_LARGEST_AUDIO, _LARGEST_TEXTS = 32 << 20, 4 << 20
_MOST_ROWS = 10_000_000
_AUDIO_COLUMN = "audio.bytes"


def shard_fault(path: Path, *, rows: int) -> str:
    """Say what is wrong with a shard before anything of it is unpacked; nothing if it can be read in bounded memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if path.is_symlink() or not path.is_file():
        return "no plain file"
    try:
        metadata = pq.read_metadata(path)
    except (pa.ArrowException, OSError, ValueError) as error:
        return f"no Parquet file ({' '.join(str(error).split())[:120]})"
    if metadata.num_rows != rows or rows > _MOST_ROWS:
        return f"{metadata.num_rows:,} rows"
    groups = (metadata.row_group(place) for place in range(metadata.num_row_groups))
    return next(filter(None, map(_group_fault, groups)), "")


def _group_fault(group: Any) -> str:
    columns = [group.column(place) for place in range(group.num_columns)]
    # A build compresses nothing (FLAC is compressed), so that no page can unpack to more than the file holds.
    packed = sorted({column.compression for column in columns} - {"UNCOMPRESSED"})
    if packed:
        return f"columns compressed by {', '.join(packed)}"
    audio = sum(column.total_uncompressed_size for column in columns if column.path_in_schema == _AUDIO_COLUMN)
    texts = sum(column.total_uncompressed_size for column in columns) - audio
    if audio > _LARGEST_AUDIO or texts > _LARGEST_TEXTS:
        return f"a row group of {audio:,} bytes of audio and {texts:,} of text"
    return ""


def shard_rows(path: Path) -> Iterator[tuple[Row, bytes]]:
    """Read rows and their encoded audio; what is unreadable ends the shard."""
    from verification.reading import read_rows

    return read_rows(path, Ledger())


def decoded(data: bytes) -> Samples | None:
    """Decode a clip to int16, shape (frames, channels); None if it is no FLAC file that can be read to its end.

    A clip that is longer than any item may be is not read beyond that.
    """
    from verification.reading import UndecodableError, decode

    try:
        return decode(data, most_frames=MOST_FRAMES + 1).samples
    except UndecodableError:
        return None


class Clips:
    """The clips of a shard by place, to be asked for in order: what lies between is passed over."""

    def __init__(self, path: Path | None, *, rows: int) -> None:
        readable = path is not None and not shard_fault(path, rows=rows)
        self._rows = enumerate(shard_rows(path)) if path is not None and readable else enumerate(())

    def at(self, place: int, item: str) -> Samples | None:
        """Decode the clip at `place`, if it is that of `item`."""
        for number, (row, data) in self._rows:
            if number == place:
                return decoded(data) if row.id == item else None
        return None
