"""What is known of a set that we built: its record names the task, and its recipe what is the property itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builders.engine.recipe import Recipe
from manifests.errors import SoundprobeError
from manifests.layout import built_datasets
from manifests.record import DatasetRecord
from verification.audit.request import AuditRequest
from verification.findings import Ledger
from verification.recipe_lookup import recipe_of
from verification.records import recorded_header
from verification.truth.registry import property_named, property_of


def request_for(
    folder: Path, header: DatasetRecord, recipe: Recipe | None, *, workers: int, survival: bool
) -> AuditRequest:
    """Ask for the audit of a dataset with all that its record and its recipe know.

    Parameters
    ----------
    folder : pathlib.Path
        The dataset folder.
    header : DatasetRecord
        The record's header.
    recipe : Recipe or None
        The recipe, if it is known.
    workers : int
        Processes.
    survival : bool
        Whether to try what a model's front end leaves of the property.
    """
    asked = property_of(header.operation)
    notes: tuple[str, ...] = ()
    if recipe is not None and recipe.spoken:
        # Whole clips are heard here, and of these the question is the louder part.
        asked, notes = None, ("each clip begins with the spoken question: its answer is not measured on whole clips",)
    return AuditRequest(
        path=folder,
        task=asked.name if asked else "",
        inherent=dict(recipe.inherent) if recipe else {},
        survival=survival and asked is not None,
        own=recipe is not None,
        workers=workers,
        notes=notes,
    )


def with_record(request: AuditRequest) -> AuditRequest:
    """Add what the record beside a dataset knows, if it is one of ours and no other task is named."""
    path = request.path.resolve()
    here = built_datasets(path)
    if len(here) != 1 or here[0].folder != path:
        return request
    try:
        header = recorded_header(here[0].record)
        recipe = recipe_of(header, Ledger())
        named = property_named(request.task).name if request.task else ""
    except SoundprobeError:  # a record that cannot be read is the business of `check`, a task that is not of `audit`
        return request
    known = request_for(request.path, header, recipe, workers=request.workers, survival=False)
    if named not in ("", known.task):
        return request
    said = f"the task {known.task} is from the record beside the set"
    if not known.task:
        said = f"the record beside the set names {header.recipe}, whose answers no measurement here can tell"
    if known.inherent:
        said += f", and from the recipe {header.recipe} which features are the property itself"
    inherent = {**known.inherent, **request.inherent}
    return replace(
        request, task=known.task, own=known.own, inherent=inherent, notes=(*request.notes, said, *known.notes)
    )
