"""Build a release again from its record, and say item by item whether it came out the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.engine.lock import build_lock
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.atomic import output_error
from manifests.errors import OutputError
from manifests.layout import DatasetPaths
from manifests.release_record.folder import COPIES, HEADER, RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import read_release
from publishing.licensing.holding import terms_faults
from publishing.releases.difference import Difference
from publishing.releases.edits import edited_lines
from publishing.releases.identity import RELEASES
from publishing.releases.rendering_again import RebuildJob, rebuild_shard
from publishing.releases.roots import corpus_roots, require_sources, spoken_script
from publishing.releases.surroundings import Change, changed_since
from publishing.releases.survey import SOURCES_HELD, SourceFiles, Survey, survey

# Where a library or the machine is another, rounding may go the other way: one step of 16 bits, and no more.
_LAST_BIT = 1


@dataclass(frozen=True, kw_only=True)
class RebuildRequest:
    """What to build again.

    Parameters
    ----------
    record : RecordFolder
        The record.
    given, base
        Where corpora lie: named one by one, and a folder to look in.
    out : pathlib.Path or None
        A folder to put the rebuilt release into.
    against : pathlib.Path or None
        A release folder to compare clips with; by default the record's own, or the one below `build/releases`.
    tolerance : int or None
        Steps of 16 bits that a sample may differ by; None for none, or one where libraries or machine are others.
    workers : int
        Processes to use.
    """

    record: RecordFolder
    given: Mapping[str, Path]
    base: Path | None
    out: Path | None
    against: Path | None
    tolerance: int | None
    workers: int


@dataclass(frozen=True, kw_only=True)
class RebuildReport:
    """What came out.

    Parameters
    ----------
    record : ReleaseRecord
        What was built again.
    items, sources : int
        Items that were rendered and source files that were verified.
    failures : tuple of Difference
        What is not as recorded.
    tolerated : tuple of Difference
        What differs, and by no more than is allowed.
    changes : tuple of Change
        How this machine differs from the one that made the release.
    code_changed : tuple of str
        Datasets whose builder's code is not the one that made them.
    tolerance : int
        Steps that were allowed.
    written : pathlib.Path or None
        The rebuilt release.
    against : pathlib.Path or None
        The release that differing clips were measured against.
    """

    record: ReleaseRecord
    items: int
    sources: int
    failures: tuple[Difference, ...]
    tolerated: tuple[Difference, ...]
    changes: tuple[Change, ...]
    code_changed: tuple[str, ...]
    tolerance: int
    written: Path | None
    against: Path | None

    @property
    def holds(self) -> bool:
        """Whether everything came out as recorded, or within what is allowed."""
        return not self.failures

    @property
    def furthest(self) -> int:
        """The largest difference of two samples that was tolerated, in steps of 16 bits."""
        return max((difference.steps or 0 for difference in self.tolerated), default=0)

    def to_json(self) -> dict[str, Any]:
        """Give the report as JSON values."""
        return {
            "release": self.record.title,
            "items": self.items,
            "sources": self.sources,
            "holds": self.holds,
            "failures": [difference.to_json() for difference in self.failures],
            "tolerated": [difference.to_json() for difference in self.tolerated],
            "tolerance_steps": self.tolerance,
            "changes": [str(change) for change in self.changes],
            "code_changed": list(self.code_changed),
        }


def rebuild_release(request: RebuildRequest) -> RebuildReport:
    """Render every item of a record again and compare.

    Raises
    ------
    RecordError
        If the record cannot be read.
    CorpusError
        If a source file is missing or altered; it is named.
    OutputError
        If the rebuilt release cannot be written, or stands there already.
    """
    record = read_release(request.record)
    if request.out is None:
        return _rebuild(request, record, None)
    release = request.out / record.title
    _require_free(release)
    staging = release.with_name(f".{record.title}.rebuilding")
    with build_lock(release, work="`soundprobe release` command for this release"):
        try:
            shutil.rmtree(staging, ignore_errors=True)  # of a run that was killed
            return _rebuild(request, record, staging)
        finally:
            shutil.rmtree(staging, ignore_errors=True)


def _rebuild(request: RebuildRequest, record: ReleaseRecord, staging: Path | None) -> RebuildReport:
    sources = SourceFiles()
    surveys = {entry.recipe: survey(entry, request.record.items(entry.recipe), sources) for entry in record.datasets}
    roots = corpus_roots(
        sources.corpora(),
        given=request.given,
        base=request.base,
        script=spoken_script(record),
        workers=request.workers,
    )
    verified = require_sources(sources, roots, workers=request.workers)
    changes, code_changed = changed_since(record), _code_changed(record)
    tolerance = request.tolerance if request.tolerance is not None else (_LAST_BIT if changes else 0)
    against = request.against or _release_of(request.record, record)
    differences = list(_contradictions(request, record, surveys, against))
    differences += _render(request, record, surveys, roots=roots, staging=staging, against=against)
    failures, tolerated = _sort(differences, tolerance, others={*code_changed} if not changes else None)
    whole = staging is not None and not failures and not tolerated
    written = _install(request, record, staging) if whole and staging is not None else None
    return RebuildReport(
        record=record,
        items=sum(entry.items for entry in record.datasets),
        sources=verified,
        failures=failures,
        tolerated=tolerated,
        changes=changes,
        code_changed=code_changed,
        tolerance=tolerance,
        written=written,
        against=against,
    )


def _contradictions(
    request: RebuildRequest, record: ReleaseRecord, surveys: Mapping[str, Survey], against: Path | None
) -> Iterator[Difference]:
    """Say what is wrong with the record itself, before anything is rendered."""
    for fault in terms_faults(record):
        yield Difference(where=str(request.record.header), item="", found=fault, wanted=SOURCES_HELD)
    for entry in record.datasets:
        yield from surveys[entry.recipe].differences
        path = request.record.items(entry.recipe)
        if surveys[entry.recipe].edited and against is not None and against != request.record.folder:
            yield from edited_lines(entry, path, against / COPIES / path.name)


def _sort(
    differences: list[Difference], tolerance: int, *, others: set[str] | None
) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Part what fails from what is tolerated: a sound within the tolerance, and words and figures of other code.

    Parameters
    ----------
    others : set of str or None
        Datasets whose code is another; None if libraries or machine are, so that figures of all may differ.
    """
    failures: list[Difference] = []
    tolerated: list[Difference] = []
    for difference in differences:
        near = difference.steps is not None and difference.steps <= tolerance
        reworded = difference.text_only and (others is None or difference.where in others)
        (tolerated if near or reworded else failures).append(difference)
    return tuple(failures), tuple(tolerated)


def _render(
    request: RebuildRequest,
    record: ReleaseRecord,
    surveys: Mapping[str, Survey],
    *,
    roots: Mapping[str, Path],
    staging: Path | None,
    against: Path | None,
) -> Iterator[Difference]:
    jobs = [
        (
            shard,
            entry,
            RebuildJob(
                dataset=entry.recipe,
                operation=entry.operation,
                construction=entry.construction,
                channels=entry.channels,
                items=request.record.items(entry.recipe),
                offset=offset,
                rows=shard.rows,
                roots=roots,
                against=None if against is None else DatasetPaths(against, entry.recipe).data / shard.name,
                out=None if staging is None else DatasetPaths(staging, entry.recipe).data / shard.name,
            ),
        )
        for entry in record.datasets
        for shard, offset in zip(entry.shards, surveys[entry.recipe].offsets, strict=True)
    ]
    with Progress(f"rebuilding {record.title}", total=sum(job.rows for *_, job in jobs), unit="clips") as progress:
        outcomes = map_jobs(rebuild_shard, (job for *_, job in jobs), workers=request.workers)
        for (shard, entry, _), outcome in zip(jobs, outcomes, strict=True):
            progress.advance(outcome.items)
            yield from outcome.differences
            if outcome.sha256 and outcome.sha256 != shard.sha256 and not outcome.differences:
                yield Difference(
                    where=f"{entry.recipe}/data/{shard.name}",
                    item="",
                    found="other bytes around the same sounds",
                    wanted="the shard as recorded",
                    text_only=True,
                )


def _release_of(folder: RecordFolder, record: ReleaseRecord) -> Path | None:
    """Find the audio of a record: beside it, or where releases are built."""
    if folder.is_release:
        return folder.folder
    default = RELEASES / record.title
    return default if (default / HEADER).is_file() else None


def _code_changed(record: ReleaseRecord) -> tuple[str, ...]:
    from builders.engine.environment import code_sha256
    from builders.engine.operations import construction_of

    found = []
    for entry in record.datasets:
        construction = construction_of(entry.operation, entry.construction)
        if code_sha256(type(construction).__module__) != entry.code_sha256:
            found.append(entry.recipe)
    return tuple(found)


def _require_free(folder: Path) -> None:
    if folder.exists() or folder.is_symlink():
        raise OutputError(
            where=str(folder),
            found="a release that is there already",
            wanted="a free place",
            remedy="`soundprobe release verify` verifies it; or choose another folder with --out",
        )


def _install(request: RebuildRequest, record: ReleaseRecord, staging: Path) -> Path:
    """Put the rebuilt release in place, with its record beside the audio."""
    folder = staging.with_name(record.title)
    try:
        (staging / COPIES).mkdir()
        shutil.copyfile(request.record.header, staging / HEADER)
        for entry in record.datasets:
            shutil.copyfile(request.record.items(entry.recipe), staging / COPIES / f"{entry.recipe}.jsonl")
        staging.rename(folder)
    except OSError as error:
        raise output_error(folder, error) from error
    return folder
