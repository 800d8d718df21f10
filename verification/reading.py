"""Read what ships: rows from the Parquet shards, samples from their FLAC bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verification.clip import Row, Samples
from verification.findings import Ledger

COLUMNS = (
    "id",
    "audio",
    "file",
    "instruction",
    "options",
    "label",
    "explanation",
    "source",
    "parameters",
    "measurements",
    "group",
)
_TEXTS = ("id", "file", "instruction", "label", "explanation", "group")
# Rows held at once: 16 clips of 30 s are 8 MB of FLAC.
_BATCH_ROWS = 16
_BUFFER_BYTES = 1 << 20
_FLAC_MARK = b"fLaC"


class UndecodableError(ValueError):
    """The bytes are no FLAC file that can be read to its end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decoded:
    """An audio file in memory.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames, channels)
        int16.
    sampling_rate, encoding, declared_frames
        What the file's header says; `encoding` is container and sample format, such as `FLAC PCM_16`.
    """

    samples: Samples
    sampling_rate: int
    encoding: str
    declared_frames: int


def read_rows(path: Path, ledger: Ledger) -> Iterator[tuple[Row, bytes]]:
    """Read a shard row by row in bounded memory; what is wrong with the file itself becomes a finding.

    Yields
    ------
    tuple of Row and bytes
        A row and its encoded audio (empty if it has none).
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = 0
    try:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER_BYTES) as shard:
            problem = _schema_problem(shard.schema_arrow)
            if not ledger.expect(not problem, "shard.columns", path.name, found=problem, wanted=", ".join(COLUMNS)):
                return
            for batch in shard.iter_batches(batch_size=_BATCH_ROWS):
                for value in batch.to_pylist():
                    audio = (value["audio"] or {}).get("bytes")
                    yield Row.of(value, shard=path.name, number=number), audio or b""
                    number += 1
    except (pa.ArrowException, OSError, ValueError) as error:  # ValueError: text that is not UTF-8
        reason = " ".join(str(error).split())[:200]
        found = f"{reason} (after {number} rows)"
        ledger.expect(False, "shard.readable", path.name, found=found, wanted="a whole Parquet file")
    else:
        ledger.expect(True, "shard.readable", path.name, found="", wanted="")


def _schema_problem(schema: Any) -> str:
    """Say what is wrong with an Arrow schema, or nothing."""
    import pyarrow as pa

    if tuple(schema.names) != COLUMNS:
        return "columns " + ", ".join(schema.names)
    text, struct = pa.string(), pa.types.is_struct
    wrong = [name for name in _TEXTS if schema.field(name).type != text]
    wrong += [name for name in ("parameters", "measurements") if not struct(schema.field(name).type)]
    options, source = schema.field("options").type, schema.field("source").type
    if not pa.types.is_list(options) or options.value_type != text:
        wrong.append("options")
    if not pa.types.is_list(source) or not struct(source.value_type):
        wrong.append("source")
    if not schema.field("audio").type.equals(pa.struct([("bytes", pa.binary()), ("path", text)])):
        wrong.append("audio")
    return (
        "columns of another type: " + ", ".join(f"{name} {schema.field(name).type}" for name in wrong) if wrong else ""
    )


def decode(data: bytes, *, most_frames: int) -> Decoded:
    """Decode a FLAC file from memory.

    Parameters
    ----------
    data : bytes
        The file.
    most_frames : int
        Nothing is decoded beyond this, whatever the header says.

    Raises
    ------
    UndecodableError
        If the bytes are no FLAC file, or break off.
    """
    import soundfile as sf

    if not data:
        raise UndecodableError("no bytes")
    if not data.startswith(_FLAC_MARK):  # libsndfile would try every other format on it, MP3 last and loudly
        raise UndecodableError(f"{len(data):,} bytes that are no FLAC file; they begin with {data[:4]!r}")
    try:
        with sf.SoundFile(io.BytesIO(data)) as source:
            wanted = min(source.frames, most_frames)
            samples = source.read(wanted, dtype="int16", always_2d=True)
            decoded = Decoded(
                samples=samples,
                sampling_rate=source.samplerate,
                encoding=f"{source.format} {source.subtype}",
                declared_frames=source.frames,
            )
    except (sf.SoundFileError, ValueError, OSError, MemoryError) as error:
        raise UndecodableError(f"{len(data):,} bytes that cannot be decoded ({error})") from error
    if len(samples) < wanted:
        raise UndecodableError(f"audio that breaks off after {len(samples):,} of {decoded.declared_frames:,} frames")
    return decoded
