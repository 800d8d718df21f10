"""One shard of a release against its lines of the record: bytes, rows, and the hash of every clip's samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from execution.ticks import tick
from manifests.digest import file_sha256
from manifests.release_record.reading import read_release_items
from manifests.rows import ItemRecord
from publishing.releases.clips import decoded, pcm_sha256, shard_fault, shard_rows
from publishing.releases.difference import Difference, short
from publishing.releases.memory import bounded_memory
from verification.clip import Row
from verification.comparison import compare_texts, compare_values
from verification.findings import Ledger

_MOST_DIFFERENCES = 1000


@dataclass(frozen=True, kw_only=True)
class VerifyJob:
    """A shard, what the header says of it, and where its lines of the record begin."""

    where: str
    path: Path
    sha256: str
    rows: int
    channels: int
    items: Path
    offset: int


def verify_shard(job: VerifyJob) -> tuple[Difference, ...]:
    """Verify one shard, in constant memory.

    Raises
    ------
    RecordError
        If the record cannot be read.
    """
    fault = shard_fault(job.path, rows=job.rows)
    if fault:
        return (Difference(where=job.where, item="", found=fault, wanted=f"a Parquet file of {job.rows:,} rows"),)
    found: list[Difference] = []
    digest = file_sha256(job.path)
    if digest != job.sha256:
        wanted = f"{short(job.sha256)}, as recorded"
        found.append(Difference(where=job.where, item="", found=f"other bytes (sha256 {short(digest)})", wanted=wanted))
    try:
        with bounded_memory():
            found += _compare_rows(job)
    except MemoryError:
        found.append(Difference(where=job.where, item="", found="rows that fill the memory", wanted="clips and texts"))
    return tuple(found)


def _compare_rows(job: VerifyJob) -> list[Difference]:
    found: list[Difference] = []
    items = read_release_items(job.items, offset=job.offset, count=job.rows)
    for pair, item in zip_longest(shard_rows(job.path), items):
        tick()
        if len(found) >= _MOST_DIFFERENCES:
            break
        if item is None or pair is None:
            name = pair[0].id if pair is not None else item.id if item is not None else ""
            missing = "a row that the record does not have" if item is None else "no row that can be read"
            found.append(Difference(where=job.where, item=name, found=missing, wanted="a row for each recorded item"))
            break
        row, audio = pair
        found += _compare(job, row, audio, item)
    return found


def _compare(job: VerifyJob, row: Row, audio: bytes, item: ItemRecord) -> Iterator[Difference]:
    if row.id != item.id:
        yield Difference(where=job.where, item=item.id, found=f"the row of {row.name[:64]}", wanted="its own row")
        return
    ledger = Ledger()
    compare_texts(row, item, ledger)
    compare_values(row, item, ledger)
    for finding in ledger.findings:
        what = finding.rule.rpartition(".")[2]
        yield Difference(where=job.where, item=item.id, found=f"{what} {finding.found}", wanted=finding.wanted)
    samples = decoded(audio)
    if samples is None:
        yield Difference(where=job.where, item=item.id, found="audio that cannot be decoded", wanted="a FLAC file")
        return
    sha256 = pcm_sha256(samples)
    if sha256 != item.pcm_sha256 or samples.shape != (item.frames, job.channels):
        found = f"another sound (PCM sha256 {short(sha256)}, {_shape(*samples.shape)})"
        wanted = f"{short(item.pcm_sha256)}, {_shape(item.frames, job.channels)}"
        yield Difference(where=job.where, item=item.id, found=found, wanted=wanted)


def _shape(frames: int, channels: int) -> str:
    return f"{frames:,} samples in {channels} channel{'s' * (channels != 1)}"
