"""Render the items of one shard from the record alone, and compare each with what was recorded of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from builders.engine.construction import Construction
from builders.engine.operations import construction_of
from builders.engine.rendering import Rendered, render_item
from builders.engine.schema import published_schema
from builders.engine.shards import row_groups, shard_writer
from builders.engine.sources import SourceReader
from builders.engine.spoken import is_asked_aloud, own_parameters
from execution.ticks import tick
from manifests.atomic import atomic_path
from manifests.digest import file_sha256
from manifests.errors import AudioError, RenderError
from manifests.release_record.reading import read_release_items
from manifests.rows import ItemRecord
from publishing.releases.clips import Clips, decoded, pcm_sha256
from publishing.releases.difference import Difference, changed_values, short
from publishing.releases.memory import bounded_memory
from verification.clip import Samples

_MOST_DIFFERENCES = 1000  # of one shard: a record that is wrong throughout must not fill the memory


@dataclass(frozen=True, kw_only=True)
class RebuildJob:
    """What a worker needs to render one shard again.

    Parameters
    ----------
    dataset, operation, construction, channels
        As in the header.
    items : pathlib.Path
        The file of items.
    offset, rows : int
        Where the shard's lines begin, and how many they are.
    roots : mapping
        Where the corpora lie on this machine.
    against : pathlib.Path or None
        The same shard of a release, to say how far a clip that differs is from it.
    out : pathlib.Path or None
        Where the shard is to be written.
    """

    dataset: str
    operation: str
    construction: Mapping[str, Any]
    channels: int
    items: Path
    offset: int
    rows: int
    roots: Mapping[str, Path]
    against: Path | None
    out: Path | None


@dataclass(frozen=True, kw_only=True)
class ShardOutcome:
    """What came out: differences, and the hash of the shard if it was written."""

    items: int
    differences: tuple[Difference, ...]
    sha256: str = ""


def rebuild_shard(job: RebuildJob) -> ShardOutcome:
    """Render one shard again, in constant memory.

    Raises
    ------
    RecordError
        If the record cannot be read.
    OutputError
        If the shard cannot be written.
    """
    construction = construction_of(job.operation, job.construction)
    differences: list[Difference] = []
    rendered = _rendered(job, construction, differences)
    with ExitStack() as stack:
        if job.out is not None:
            sink = stack.enter_context(stack.enter_context(atomic_path(job.out, durable=False)).open("wb"))
            schema = published_schema(construction, spoken=_is_spoken(job))
            writer = stack.enter_context(shard_writer(sink, schema))
            for batch in row_groups(rendered):
                writer.write_table(pa.Table.from_pylist(batch, schema=schema))
        else:
            for _ in rendered:
                pass
    sha256 = file_sha256(job.out) if job.out is not None else ""
    return ShardOutcome(items=job.rows, differences=tuple(differences), sha256=sha256)


def _is_spoken(job: RebuildJob) -> bool:
    """Say whether the items of a dataset are asked aloud: all of them are, or none."""
    first = next(iter(read_release_items(job.items, offset=job.offset, count=min(job.rows, 1))), None)
    return first is not None and is_asked_aloud(first)


def _rendered(
    job: RebuildJob, construction: Construction[Any, Any], differences: list[Difference]
) -> Iterator[Rendered]:
    reader = SourceReader(job.roots, ())
    clips = Clips(job.against, rows=job.rows)
    for place, item in enumerate(read_release_items(job.items, offset=job.offset, count=job.rows)):
        with bounded_memory():
            outcome = _render(item, construction, job.channels, reader)
        tick()
        if isinstance(outcome, Rendered):
            found = _compare(job.dataset, item, outcome, clips, place)
            yield outcome
        else:
            found = Difference(where=job.dataset, item=item.id, found=outcome, wanted="an item that can be rendered")
        if found is not None and len(differences) < _MOST_DIFFERENCES:
            differences.append(found)


def _render(
    item: ItemRecord, construction: Construction[Any, Any], channels: int, reader: SourceReader
) -> Rendered | str:
    """Render an item, or say why it cannot be."""
    wanted = {field.name for field in fields(construction.Parameters)}
    if set(own_parameters(item.parameters)) != wanted:
        return f"parameters {sorted(own_parameters(item.parameters))}, not {sorted(wanted)}"
    try:
        return render_item(item, construction, channels=channels, reader=reader)
    except (AudioError, RenderError) as error:
        # The files themselves were held to their hashes before: it is the item that asks for what they do not have.
        return f"{error.found}, of {error.where}" if isinstance(error, AudioError) else error.found
    except MemoryError:
        return "parameters that ask for more samples than there is memory"


def _compare(dataset: str, item: ItemRecord, rendered: Rendered, clips: Clips, place: int) -> Difference | None:
    again = rendered.record
    if again.pcm_sha256 != item.pcm_sha256:
        steps, told = _how_far(item, rendered, clips.at(place, item.id))
        return Difference(
            where=dataset,
            item=item.id,
            found=f"another sound (PCM sha256 {short(again.pcm_sha256)}, {again.frames:,} samples{told})",
            wanted=f"{short(item.pcm_sha256)}, {item.frames:,} samples",
            steps=steps,
        )
    said = {"frames": item.frames, "explanation": item.explanation, **item.measurements}
    measured = {"frames": again.frames, "explanation": again.explanation, **again.measurements}
    if said != measured:
        found, wanted = changed_values(measured, said)
        found = f"{found} of the same sound"
        return Difference(where=dataset, item=item.id, found=found, wanted=f"{wanted}, as recorded", text_only=True)
    return None


def _how_far(item: ItemRecord, rendered: Rendered, before: Samples | None) -> tuple[int | None, str]:
    """Measure the steps between a clip and the released one, which must be the recorded one to be a measure."""
    after = decoded(rendered.flac)
    if before is None or after is None:
        return None, ""
    if pcm_sha256(before) != item.pcm_sha256:
        return None, "; the clip of the release at hand is not as recorded either"
    if before.shape != after.shape:
        return None, ""
    steps = int(np.max(np.abs(before.astype(np.int32) - after.astype(np.int32)), initial=0))
    return steps, f", {steps:,} step{'s' * (steps != 1)} of 16 bits apart at most"
