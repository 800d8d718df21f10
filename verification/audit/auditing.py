"""Audit an audio question set, ours or anybody's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from execution.pool import map_jobs
from execution.progress import Progress
from verification.audit.again import entries_again
from verification.audit.hearing import HeardBatch, HearingJob, hear
from verification.audit.inherent import inherent_features
from verification.audit.lottery import Lottery
from verification.audit.model import AuditReport
from verification.audit.request import AuditRequest
from verification.audit.rooms import Rooms
from verification.findings import Ledger, by_harm
from verification.guard import guarded
from verification.opening.collection import Collection
from verification.opening.entry import Entry
from verification.opening.opening import open_collection
from verification.questions.papers import check_papers
from verification.survival.choosing import choose
from verification.survival.matrix import SurvivalRow
from verification.survival.measuring import survive
from verification.survival.registry import treatments_named
from verification.truth.property import Property
from verification.truth.registry import property_named

# Rows a job takes: enough that sending it costs little, and 32 clips of 30 s as WAV are 30 MB.
_ROWS_PER_JOB = 32
# Rows that go through every front end: the table's intervals are then 10 points either way. They are chosen, labels in
# balance, from among those that are remembered.
_SURVIVAL_ITEMS, _SURVIVAL_ROWS = 100, 20_000


def audit(request: AuditRequest) -> AuditReport:
    """Audit a set: open it, hear every clip once, apply every rule, try to cheat.

    Parameters
    ----------
    request : AuditRequest
        What to audit, and what is known of it.

    Raises
    ------
    CollectionError
        If the set cannot be opened, or a role or a pattern does not fit it.
    SoundprobeError
        If there is no such task, treatment, feature or style.
    RuleError
        If the code of a rule breaks off.
    """
    asked = property_named(request.task) if request.task else None
    treatments_named(request.treatments)  # before an hour of listening rather than after it
    request = replace(request, inherent=inherent_features(request.inherent))
    collection = open_collection(request.path, given=request.roles, label_pattern=request.label_pattern)
    return audit_collection(collection, request=request, asked=asked)


def audit_collection(collection: Collection, *, request: AuditRequest, asked: Property | None) -> AuditReport:
    """Audit a set that has been opened."""
    name = collection.root.resolve().name
    ledger = Ledger()
    rooms = Rooms(collection, name=name, asked=asked, request=request, ledger=ledger)
    remembered: list[Entry] = []
    lottery = Lottery("survival", rows=collection.rows, most=_SURVIVAL_ROWS)
    with Progress(f"hearing {name}", total=collection.rows, unit="rows") as progress:
        for batch in _heard(collection.read(), request):
            ledger.absorb(batch.ledger)
            for row in batch.rows:
                rooms.add(row)
                if request.survival and lottery.draws(row.entry):
                    remembered.append(row.entry)
            progress.advance(len(batch.rows))
    rooms.finish()
    check_papers(collection.root, ledger, name=name, licences=rooms.licences)
    shortcuts = rooms.cheat()
    survival, said = _survival(collection, remembered, asked, request)
    findings = by_harm(ledger.findings)
    if missing := rooms.summaries.missing([finding for finding in findings if finding.item != name]):
        for batch in _heard((entry for entry in collection.read() if entry.name in missing), request):
            for row in batch.rows:
                rooms.show(row)
    return AuditReport(
        name=name,
        form=collection.form,
        roles=collection.roles.given(),
        notes=(*request.notes, *collection.notes, *rooms.notes, *said),
        rows=rooms.rows,
        clips=rooms.clips,
        labels=dict(rooms.labels),
        findings=findings,
        checks=dict(ledger.checks),
        shortcuts=shortcuts,
        survival=survival,
        task=asked.name if asked else "",
        task_title=asked.title if asked else "",
        agreement=dict(rooms.agreement),
        items=rooms.summaries.finish(findings),
    )


def _heard(entries: Iterator[Entry], request: AuditRequest) -> Iterator[HeardBatch]:
    return map_jobs(hear, _jobs(entries, request.task), workers=request.workers)


def _jobs(entries: Iterator[Entry], task: str) -> Iterator[HearingJob]:
    while rows := tuple(islice(entries, _ROWS_PER_JOB)):
        yield HearingJob(entries=rows, task=task)


def _survival(
    collection: Collection, remembered: Sequence[Entry], asked: Property | None, request: AuditRequest
) -> tuple[tuple[SurvivalRow, ...], tuple[str, ...]]:
    """Try what front ends leave of the property, on a sample; give the table, and what to say of it."""
    if not request.survival:
        return (), ()
    if asked is None:
        return (), ("what survives a model's front end was not tried: no task is named (--task)",)
    numbers = {entry.number for entry in choose(remembered, most_items=_SURVIVAL_ITEMS)}
    sample = list(entries_again(collection, numbers))
    progress = Progress("trying front ends", total=len(sample), unit="clips")
    with guarded(survive.__module__, collection.root.name), progress, progress.following_ticks():
        table = survive(
            sample,
            asked,
            workers=request.workers,
            treatments=request.treatments or None,
            most_items=_SURVIVAL_ITEMS,
        )
    if not sample:
        return (), (
            "neither answers nor front ends were tried: no row has a label (--label or --label-pattern names it)",
        )
    note = f"front ends were tried on {len(sample):,} of {collection.rows:,} rows"
    return table, (note,) if len(sample) < collection.rows else ()
