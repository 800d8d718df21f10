"""Build a release: every recipe, checked, then release folder and record in place, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from builders.engine.lock import build_lock
from manifests.errors import OutputError, SoundprobeError
from manifests.layout import DatasetPaths
from manifests.release_record.models import CheckEntry, ReleaseRecord
from manifests.release_record.writing import write_record
from publishing.metadata.papers import write_release_papers
from publishing.releases.checking import Checked, checked
from publishing.releases.describing import describe_dataset, describe_release
from publishing.releases.identity import Identity, today
from publishing.releases.immutability import require_same
from publishing.releases.staging import ReleaseStaging
from publishing.releases.taken import require_same_plans, standing_records

if TYPE_CHECKING:
    from builders.commands.making import PlanOptions
    from builders.commands.options import SourceOptions
    from builders.engine.planning import Plan
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord


@dataclass(frozen=True, kw_only=True)
class ReleaseRequest:
    """What to release, and where it goes.

    Parameters
    ----------
    identity : Identity
        Name, version, date.
    recipes : sequence of Recipe
        What to build.
    out, records : pathlib.Path
        The folders of release folders and of records.
    sources, options
        As `soundprobe build` takes them.
    with_check : bool
        Whether each dataset is checked, and an error stops the release.
    """

    identity: Identity
    recipes: Sequence[Recipe]
    out: Path
    records: Path
    sources: SourceOptions
    options: PlanOptions
    with_check: bool = True

    @property
    def release(self) -> Path:
        """The release folder to be."""
        return self.out / self.identity.title

    @property
    def record(self) -> Path:
        """The record's folder to be."""
        return self.records / self.identity.title


@dataclass(frozen=True, kw_only=True)
class ReleaseResult:
    """What was done: `stood` if release folder and record were there already, with the same content."""

    record: ReleaseRecord
    stood: bool


def build_release(request: ReleaseRequest, *, say: Callable[[str], None]) -> ReleaseResult:
    """Build, check and put in place.

    Parameters
    ----------
    request : ReleaseRequest
        What to release.
    say : callable
        Told what was done, line by line.

    Raises
    ------
    SoundprobeError
        If a corpus is missing (then nothing is begun, and all that is missing is named), something cannot be built, a
        check finds an error, or another release of this name and version is there. Nothing half-done is left in any
        place, and what was finished is kept for the next run.
    """
    from builders.commands.making import make_plan
    from builders.commands.sources import Sources

    _require_apart(request)
    with build_lock(request.release, work="`soundprobe release` command for this release"):
        before = standing_records(request)
        date = request.identity.date or next((record.date for record in before.values()), today())
        sources = Sources(request.sources, request.options.processes())
        sources.require_use(request.recipes)
        sources.require_all(request.recipes)
        plan = partial(make_plan, sources=sources, options=request.options)
        plans: dict[str, Plan] = {recipe.name: plan(recipe) for recipe in request.recipes} if before else {}
        require_same_plans(before, plans)
        staging = ReleaseStaging(request.release)
        staging.open({recipe.name for recipe in request.recipes})
        made = [
            _dataset(request, staging, recipe, plans.pop(recipe.name) if plans else plan(recipe), say)
            for recipe in request.recipes
        ]
        datasets = [describe_dataset(one.recipe, one.record, one.check) for one in made]
        names = [dataset.recipe for dataset in datasets]
        staging.copy_items(names)
        write_release_papers(
            staging.folder,
            name=request.identity.name,
            version=request.identity.version,
            date=date,
            datasets=[(one.record, one.recipe) for one in made],
        )
        record = describe_release(
            request.identity,
            date=date,
            seed=request.options.seed,
            datasets=datasets,
            documents=staging.documents(names),
        )
        staging.write_header(record)
        try:
            recorded = require_same(request.record, record)
            released = require_same(request.release, record)
        except SoundprobeError:
            staging.clear()  # it can never take the place
            raise
        if released:
            staging.clear()
        else:
            staging.install()
        if not recorded:
            items = {dataset.recipe: DatasetPaths(request.release, dataset.recipe).items for dataset in datasets}
            write_record(request.record, record, items)
    return ReleaseResult(record=record, stood=recorded and released)


def _require_apart(request: ReleaseRequest) -> None:
    release, record = request.release.resolve(), request.record.resolve()
    if release == record or release in record.parents or record in release.parents:
        raise OutputError(
            where=f"--out {request.out} and --records {request.records}",
            found="one place for the release and for its record",
            wanted="two folders: a record is kept without the audio",
            remedy="give another --out or another --records",
        )


@dataclass(frozen=True)
class _Made:
    recipe: Recipe
    record: DatasetRecord
    check: CheckEntry | None


def _dataset(
    request: ReleaseRequest, staging: ReleaseStaging, recipe: Recipe, planned: Plan, say: Callable[[str], None]
) -> _Made:
    from builders.engine.build import build_dataset
    from publishing.cards.writing import built_card

    workers = request.options.processes()
    card = partial(built_card, recipe, DatasetPaths(staging.folder, recipe.name))
    built = build_dataset(planned, out=staging.folder, workers=workers, card=card)
    check = checked(built, workers=workers) if request.with_check else None
    say(_told(built.record, check, stood=built.stood))
    fewest, limit = min(built.record.counts.values()), request.options.limit
    if limit is not None and fewest < limit:
        say(f"  {fewest:,} items a label, fewer than --limit {limit:,}: there are no sources for more")
    if check is not None and check.warnings:
        folder = DatasetPaths(request.release, recipe.name).folder
        say(f"  warned of: {', '.join(check.warnings)}; `soundprobe check {folder}` shows each")
    return _Made(recipe, built.record, check.entry if check is not None else None)


def _told(record: DatasetRecord, check: Checked | None, *, stood: bool) -> str:
    counts = ", ".join(f"{count:,} {label}" for label, count in record.counts.items())
    done = "unchanged" if stood else "built"
    outcome = "not checked"
    if check is not None:
        warned = check.entry.warnings
        outcome = f"{warned:,} warning{'' if warned == 1 else 's'} in {check.entry.checks:,} checks"
    return f"{record.recipe}: {done}, {counts}; {outcome}"
