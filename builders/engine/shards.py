"""Render a shard: a run of items becomes one Parquet file and its lines of the record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builders.engine.construction import Construction
from builders.engine.rendering import Rendered, published_row, render_item
from builders.engine.schema import published_schema
from builders.engine.sources import SourceReader
from execution.ticks import tick
from manifests.atomic import atomic_path
from manifests.digest import file_sha256
from manifests.record import ShardRecord, write_item_line
from manifests.rows import PlanItem

# A shard is the unit of parallel work and of resuming: at least eight, so that workers end together, unless they
# would be tiny; and small enough that a kill costs seconds.
_MOST_ITEMS, _FEWEST_ITEMS, _SHARDS = 512, 16, 8
# Audio rows are large: small row groups let a reader fetch one clip without a hundred others.
_ROWS_PER_GROUP, _BYTES_PER_GROUP = 32, 8_000_000


@dataclass(frozen=True, kw_only=True)
class ShardJob:
    """What a worker needs to render one shard; the items are read from the plan file, not sent.

    Parameters
    ----------
    plan : pathlib.Path
        The plan, one item a line.
    offset, count : int
        Where the shard's lines begin, and how many they are.
    parquet, items : pathlib.Path
        The files to write. `items` is written last: it says that the shard is whole.
    construction, spoken, channels, roots
        What renders, whether the question is spoken, the audio contract, and where the corpora lie on this machine.
    """

    plan: Path
    offset: int
    count: int
    parquet: Path
    items: Path
    construction: Construction[Any, Any]
    spoken: bool
    channels: int
    roots: Mapping[str, Path]

    @property
    def done(self) -> bool:
        """Whether an earlier run finished the shard, and both files are still as they were sealed."""
        try:
            return read_seal(self) == _seal(self, self.count)
        except (OSError, ValueError, KeyError, TypeError):
            return False

    @property
    def seal(self) -> Path:
        """The file, written last, that vouches for the other two: a power cut can take back what was written."""
        return self.items.with_suffix(".seal.json")


def shard_bounds(items: Sequence[PlanItem]) -> list[tuple[int, int]]:
    """Cut the plan into shards of about equal size, never inside a group."""
    count = max(ceil(len(items) / _MOST_ITEMS), min(_SHARDS, ceil(len(items) / _FEWEST_ITEMS)))
    size = ceil(len(items) / count)
    bounds = []
    start = 0
    for place in range(1, len(items) + 1):
        group_ends = place == len(items) or items[place].group != items[place - 1].group
        if group_ends and (place - start >= size or place == len(items)):
            bounds.append((start, place))
            start = place
    return bounds


def render_shard(job: ShardJob) -> int:
    """Render one shard, whole or not at all; give the number of items.

    Raises
    ------
    AudioError, RenderError
        If an item cannot be rendered as planned.
    OutputError
        If the shard cannot be written.
    """
    planned = list(read_plan(job.plan, offset=job.offset, count=job.count))
    reader = SourceReader(job.roots, (ref for item in planned for ref in item.sources))
    schema = published_schema(job.construction, spoken=job.spoken)
    with (
        atomic_path(job.items, durable=False) as items,
        atomic_path(job.parquet, durable=False) as parquet,
        items.open("w", encoding="utf-8", newline="\n") as lines,
        parquet.open("wb") as sink,
        shard_writer(sink, schema) as writer,
    ):
        for batch in row_groups(_rendered(job, planned, reader, lines)):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))
    with atomic_path(job.seal, durable=False) as seal:
        seal.write_text(json.dumps(_seal(job, job.count)), encoding="ascii")
    return job.count


def _rendered(job: ShardJob, planned: Sequence[PlanItem], reader: SourceReader, lines: Any) -> Iterator[Rendered]:
    for item in planned:
        rendered = render_item(item, job.construction, channels=job.channels, reader=reader)
        lines.write(write_item_line(rendered.record))
        yield rendered
        tick()


def row_groups(rendered: Iterable[Rendered]) -> Iterator[list[dict[str, Any]]]:
    """Gather rows into row groups: the same items give the same groups, and so the same bytes."""
    rows: list[dict[str, Any]] = []
    size = 0
    for item in rendered:
        rows.append(published_row(item))
        size += len(item.flac)
        if len(rows) == _ROWS_PER_GROUP or size >= _BYTES_PER_GROUP:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def shard_writer(sink: Any, schema: pa.Schema) -> pq.ParquetWriter:
    """Open a writer of one shard's Parquet file."""
    # Content-defined chunks and a page index let the Hub store a changed dataset as the pages that changed. FLAC does
    # not get smaller by being compressed again, and the other columns are small.
    return pq.ParquetWriter(sink, schema, compression="none", use_content_defined_chunking=True, write_page_index=True)


def write_plan(path: Path, items: Sequence[PlanItem]) -> list[int]:
    """Write the plan, one item a line, and give the offset of each line."""
    offsets = []
    with atomic_path(path, durable=False) as temporary, temporary.open("wb") as sink:
        for item in items:
            offsets.append(sink.tell())
            sink.write(json.dumps(item.to_json(), ensure_ascii=False).encode() + b"\n")
    return offsets


def read_plan(path: Path, *, offset: int, count: int) -> Iterator[PlanItem]:
    """Read `count` items of a plan file from byte `offset` on."""
    with path.open("rb") as source:
        source.seek(offset)
        for _ in range(count):
            yield PlanItem.from_json(json.loads(source.readline()))


def _seal(job: ShardJob, rows: int) -> dict[str, Any]:
    return {"rows": rows, "parquet": file_sha256(job.parquet), "items": file_sha256(job.items)}


def read_seal(job: ShardJob) -> dict[str, Any]:
    """Read what a finished shard was sealed with: its rows, and the digests of its files."""
    seal: dict[str, Any] = json.loads(job.seal.read_text(encoding="ascii"))
    return seal


def describe_shard(job: ShardJob) -> ShardRecord:
    """Give a finished shard's entry in the record."""
    seal = read_seal(job)
    return ShardRecord(name=job.parquet.name, rows=int(seal["rows"]), sha256=str(seal["parquet"]))


def read_item_lines(paths: Sequence[Path]) -> Iterator[str]:
    """Read the record lines of finished shards, in order."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            yield from lines
