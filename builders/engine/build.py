"""Build a dataset from its plan: render what is missing, then put it in place with its record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builders.engine.construction import SAMPLING_RATE
from builders.engine.environment import code_sha256, package_versions
from builders.engine.lock import build_lock
from builders.engine.planning import Plan
from builders.engine.shards import (
    ShardJob,
    describe_shard,
    read_item_lines,
    render_shard,
    shard_bounds,
    write_plan,
)
from builders.engine.staging import Staging
from corpora.indexing.table import CorpusIndex
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.atomic import atomic_path, write_text_atomically
from manifests.digest import canonical_json, file_sha256, opaque_id
from manifests.errors import RecordError
from manifests.layout import DatasetPaths, shard_name
from manifests.licences import all_of
from manifests.record import CorpusUse, DatasetRecord, ShardRecord, read_record


@dataclass(frozen=True, kw_only=True)
class BuildResult:
    """What a build did: `stood` if the dataset was there already, with every file as recorded."""

    paths: DatasetPaths
    record: DatasetRecord
    rendered: int
    reused: int
    stood: bool


# Writes a dataset's card from its record: the header, and the file of its items.
CardWriter = Callable[[DatasetRecord, Path], str]


def build_dataset(plan: Plan, *, out: Path, workers: int, card: CardWriter) -> BuildResult:
    """Build one dataset under `out`, resuming what an earlier run left.

    Parameters
    ----------
    plan : Plan
        What to render.
    out : pathlib.Path
        The build folder.
    workers : int
        Processes that render; the bytes do not depend on it.
    card : callable
        Writes the dataset card from the record: its header, and the file of its items.

    Raises
    ------
    SoundprobeError
        If a source is gone, an item breaks its promise, or a file cannot be written. Nothing half-done is
        left in the dataset's place, and finished shards are kept for the next run.
    """
    paths = DatasetPaths(out, plan.recipe.name)
    record = _record(plan)
    with build_lock(paths.folder):
        standing = _standing(paths, record)
        if standing is not None:
            _write_card(paths.card, card(standing, paths.items))
            Staging(paths, _build_key(record)).clear()
            return BuildResult(paths=paths, record=standing, rendered=0, reused=len(plan.items), stood=True)
        staging = Staging(paths, _build_key(record))
        staging.open()
        rendered = 0
        if not staging.record.is_file():
            jobs = _jobs(plan, staging)
            rendered = _render(plan, jobs, workers)
            record = _finish(staging, jobs, record, card)
        else:
            record = read_record(staging.record)
        staging.install()
    kept = len(plan.items) - rendered
    return BuildResult(paths=paths, record=record, rendered=rendered, reused=kept, stood=False)


def _record(plan: Plan, shards: tuple[ShardRecord, ...] = ()) -> DatasetRecord:
    recipe = plan.recipe
    digest = hashlib.sha256()
    for item in plan.items:
        digest.update(canonical_json(item.to_json()).encode())
    return DatasetRecord(
        recipe=recipe.name,
        suite=recipe.suite,
        level=recipe.level,
        operation=recipe.construction.operation,
        recipe_sha256=recipe.digest(),
        plan_sha256=digest.hexdigest(),
        code_sha256=code_sha256(type(recipe.construction).__module__),
        seed=plan.seed,
        sampling_rate=SAMPLING_RATE,
        channels=recipe.channels,
        options=recipe.options,
        counts=plan.counts(),
        corpora=tuple(_use(plan, index) for index in plan.indexes if index.corpus.name in _drawn_from(plan)),
        packages=package_versions(),
        notes=plan.notes,
        shards=shards,
    )


def _drawn_from(plan: Plan) -> set[str]:
    """Name the corpora that items are made of: of several that a plan could draw from, one may have given nothing."""
    return {ref.corpus for item in plan.items for ref in item.sources}


def _use(plan: Plan, index: CorpusIndex) -> CorpusUse:
    """Say what was taken of a corpus, and under which licences: those of the recordings that were taken."""
    corpus = index.corpus
    refs = (ref for item in plan.items for ref in item.sources)
    licence = all_of(ref.licence for ref in refs if ref.corpus == corpus.name)
    return CorpusUse(
        name=corpus.name,
        title=corpus.title,
        licence=licence or corpus.licence.spdx,
        index_sha256=index.digest(),
        files=index.table.num_rows,
    )


def _build_key(record: DatasetRecord) -> str:
    """Hash all that decides the bytes: everything in the header but the shards themselves."""
    return opaque_id({**record.to_json(), "shards": [], "items_sha256": ""}, digits=64)


def _standing(paths: DatasetPaths, wanted: DatasetRecord) -> DatasetRecord | None:
    """Give the record of the dataset that stands, if it is the one wanted and every file is as recorded."""
    if not paths.record.is_file() or not paths.items.is_file():
        return None
    try:
        found = read_record(paths.record)
    except RecordError:
        return None
    if _build_key(found) != _build_key(wanted):
        return None
    names = {shard.name for shard in found.shards}
    if {path.name for path in paths.data.glob("*")} != names:
        return None
    promised = {paths.data / shard.name: shard.sha256 for shard in found.shards} | {paths.items: found.items_sha256}
    return found if all(file_sha256(path) == digest for path, digest in promised.items()) else None


def _jobs(plan: Plan, staging: Staging) -> list[ShardJob]:
    offsets = write_plan(staging.plan, plan.items)
    bounds = shard_bounds(plan.items)
    roots = {index.corpus.name: index.root for index in plan.indexes}
    jobs = []
    for number, (start, stop) in enumerate(bounds):
        name = shard_name(number, len(bounds))
        jobs.append(
            ShardJob(
                plan=staging.plan,
                offset=offsets[start],
                count=stop - start,
                parquet=staging.data / name,
                items=staging.shard_items / f"{name}.jsonl",
                construction=plan.recipe.construction,
                spoken=plan.recipe.spoken,
                channels=plan.recipe.channels,
                roots=roots,
            )
        )
    return jobs


def _render(plan: Plan, jobs: list[ShardJob], workers: int) -> int:
    missing = [job for job in jobs if not job.done]
    with Progress(plan.recipe.name, total=len(plan.items), unit="clips") as progress:
        progress.advance(len(plan.items) - sum(job.count for job in missing))
        with progress.following_ticks():
            rendered = sum(map_jobs(render_shard, missing, workers=workers))
    return rendered


def _finish(staging: Staging, jobs: list[ShardJob], record: DatasetRecord, card: CardWriter) -> DatasetRecord:
    shards = tuple(describe_shard(job) for job in jobs)
    # Only the header waits for the disk: it holds the hashes of all else.
    with (
        atomic_path(staging.items, durable=False) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as sink,
    ):
        sink.writelines(read_item_lines([job.items for job in jobs]))
    whole = record.finished(shards, items_sha256=file_sha256(staging.items))
    write_text_atomically(staging.dataset / "README.md", card(whole, staging.items))
    write_text_atomically(staging.record, whole.to_text())
    return whole


def _write_card(path: Path, text: str) -> None:
    if not path.is_file() or path.read_bytes() != text.encode():
        write_text_atomically(path, text)
