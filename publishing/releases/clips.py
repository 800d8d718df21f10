"""Read the clips of a release's shard one after another, in bounded memory, from files that nobody vouches for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from manifests.release_record.bounds import MOST_FRAMES
from manifests.release_record.fields import MOST_OPTIONS, MOST_SOURCES
from publishing.releases.pages import unpacked_values
from verification.findings import Ledger

if TYPE_CHECKING:
    from verification.clip import Row, Samples

# A build closes a row group at 8 MB of audio or 32 rows, and a clip is 2 MB at most. Texts take a few thousand bytes a
# row. Far above these bounds a small file would fill the memory.
_LARGEST_AUDIO, _LARGEST_TEXTS = 16 << 20, 4 << 20
# A value may stand once in the file and in every row of it: what the rows that are read at a time may come to.
_ROWS_AT_A_TIME, _LARGEST_UNPACKED = 16, 256 << 20
# What lists may hold in one row, and in a row group: 32 rows of a build come to less.
_MOST_VALUES, _MOST_LISTED = max(MOST_OPTIONS, MOST_SOURCES), 200_000
# The longest clip allowed, two channels of 16 bits that FLAC could not shrink, and its texts; twice of that.
_LARGEST_ROW = 2 * (MOST_FRAMES * 4 + (1 << 16))
_LARGEST_FRAME = 1 << 20
# Parquet's own table of contents, which is read as a whole: some ten thousand bytes a row group.
_LARGEST_FOOTER, _FOOTER_A_ROW = 16 << 20, 1 << 16
_MAGIC = b"PAR1"
_AUDIO_COLUMN = "audio.bytes"


def largest_shard(rows: int) -> int:
    """Give the bytes that a shard of so many rows may have."""
    return _LARGEST_FRAME + rows * _LARGEST_ROW


def shard_fault(path: Path, *, rows: int) -> str:
    """Say what is wrong with a shard before anything of it is unpacked; nothing if it can be read in bounded memory.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    rows : int
        The rows that the record promises: size and footer are held to them before the file is opened as Parquet.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if path.is_symlink() or not path.is_file():
        return "no plain file"
    try:
        if fault := _size_fault(path, rows):
            return fault
        metadata = pq.read_metadata(path)
        if metadata.num_rows != rows:
            return f"{metadata.num_rows:,} rows"
        if metadata.num_row_groups > max(rows, 1):
            return f"{metadata.num_row_groups:,} row groups"
        with path.open("rb") as source:
            groups = (metadata.row_group(place) for place in range(metadata.num_row_groups))
            return next(filter(None, (_group_fault(group, metadata.schema, source) for group in groups)), "")
    except (pa.ArrowException, OSError, ValueError) as error:
        return f"no Parquet file ({' '.join(str(error).split())[:120]})"


def _size_fault(path: Path, rows: int) -> str:
    size = path.stat().st_size
    if size > largest_shard(rows):
        return f"{size:,} bytes, more than the {largest_shard(rows):,} that {rows:,} rows can be"
    with path.open("rb") as source:
        source.seek(max(size - 8, 0))
        tail = source.read()
    footer = int.from_bytes(tail[:4], "little")
    most = min(_LARGEST_FOOTER, _LARGEST_FRAME + rows * _FOOTER_A_ROW)
    # What does not end as Parquet does is left to the reader, which says so.
    return f"a footer of {footer:,} bytes" if tail[4:] == _MAGIC and size > most < footer else ""


def _group_fault(group: Any, schema: Any, source: BinaryIO) -> str:
    columns = [group.column(place) for place in range(group.num_columns)]
    # A build compresses nothing (FLAC is compressed), so that no page can unpack to more than the file holds.
    packed = sorted({column.compression for column in columns} - {"UNCOMPRESSED"})
    if packed:
        return f"columns compressed by {', '.join(packed)}"
    audio = sum(_size(column) for column in columns if column.path_in_schema == _AUDIO_COLUMN)
    texts = sum(map(_size, columns)) - audio
    if audio > _LARGEST_AUDIO or texts > _LARGEST_TEXTS:
        return f"a row group of {audio:,} bytes of audio and {texts:,} of text"
    unpacked = 0
    for place, column in enumerate(columns):
        listed = schema.column(place).max_repetition_level > 0
        if fault := _values_fault(column, group.num_rows, source, listed=listed):
            return fault
        # What a column may come to in the rows that are read at a time, were each value the largest.
        unpacked += _size(column) * (column.num_values if listed else min(column.num_values, _ROWS_AT_A_TIME))
    return f"rows that unpack to {unpacked:,} bytes" if unpacked > _LARGEST_UNPACKED else ""


def _size(column: Any) -> int:
    """Give the bytes of a column: those that are read, and those that the footer says they unpack to."""
    return max(int(column.total_compressed_size), int(column.total_uncompressed_size))


def _values_fault(column: Any, rows: int, source: BinaryIO, *, listed: bool) -> str:
    """Hold the values of a column to its rows: those that the footer tells of, and those that its pages hold."""
    most = min(rows * _MOST_VALUES, _MOST_LISTED) if listed else rows
    if column.num_values > most:
        return f"a column of {column.num_values:,} values in {rows:,} rows"
    found = unpacked_values(source, column)
    if found > most:
        return f"a column of {found:,} values in {rows:,} rows"
    if not listed and found != rows:
        return f"a column of {found:,} values in {rows:,} rows"
    if found != column.num_values:
        return f"a column of {found:,} values, of which the footer tells {column.num_values:,}"
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


def pcm_sha256(samples: Samples) -> str:
    """Hash the samples of a clip, int16, shape (frames, channels), as records do: interleaved, little-endian."""
    return hashlib.sha256(samples.astype("<i2").tobytes()).hexdigest()


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
