"""Check the clips of one shard: a job for a worker process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from builders.engine.recipe import Recipe
from verification.clip import Clip, Row, RowValueError
from verification.contract import LONGEST_FRAMES, check_audio
from verification.findings import Ledger
from verification.flac import check_metadata
from verification.guard import guarded
from verification.properties import Measured, PairRules, PropertyRules, rules_of
from verification.reading import Decoded, UndecodableError, decode, read_rows
from verification.recipe_rules import check_clip, check_row, check_schema
from verification.spoken import after_instruction


@dataclass(frozen=True, kw_only=True)
class ShardJob:
    """One shard to check.

    Parameters
    ----------
    path : pathlib.Path
        The Parquet file.
    operation : str
        What its items were made by.
    channels : int
        What the recipe promises.
    recipe : Recipe or None
        The recipe, if it is known.
    """

    path: Path
    operation: str
    channels: int
    recipe: Recipe | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RowFacts:
    """A row, and what its clip is (None if it cannot be decoded, or not in the promised form)."""

    row: Row
    frames: int | None
    pcm_sha256: str | None


@dataclass(frozen=True, kw_only=True)
class ShardResult:
    """What was found in one shard; no audio."""

    facts: list[RowFacts] = field(default_factory=list)
    measured: list[Measured] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)


def check_shard(job: ShardJob) -> ShardResult:
    """Decode every clip of a shard and check it, holding two clips at a time.

    Raises
    ------
    RuleError
        If the code of a rule breaks off.
    """
    result = ShardResult()
    rules = rules_of(job.operation)
    if job.recipe is not None:
        check_schema(job.path, job.recipe, result.ledger)
    first: Clip | None = None
    for row, data in read_rows(job.path, result.ledger):
        whole, facts = _decode(row, data, job, result.ledger)
        result.facts.append(facts)
        clip = None if whole is None else after_instruction(whole, result.ledger)
        _check_recipe(row, clip, job.recipe, result.ledger)
        if clip is None or rules is None:
            continue
        _check_property(rules, clip, result)
        if isinstance(rules, PairRules):
            first = _check_with(first, clip, rules, result.ledger)
    return result


def _check_recipe(row: Row, clip: Clip | None, recipe: Recipe | None, ledger: Ledger) -> None:
    if recipe is None:
        return
    check_row(row, recipe, ledger)
    if clip is not None:
        check_clip(clip, recipe, ledger)


def _decode(row: Row, data: bytes, job: ShardJob, ledger: Ledger) -> tuple[Clip | None, RowFacts]:
    decoded: Decoded | None = None
    found = ""
    try:
        decoded = decode(data, most_frames=LONGEST_FRAMES)
    except UndecodableError as error:
        found = str(error)
    if ledger.expect(decoded is not None, "audio.decodes", row.name, found=found, wanted="a whole FLAC file"):
        check_metadata(row.name, data, ledger)
    clip = None if decoded is None else check_audio(row, decoded, channels=job.channels, ledger=ledger)
    if clip is None:
        return None, RowFacts(row=row, frames=None, pcm_sha256=None)
    pcm = np.ascontiguousarray(clip.samples.astype("<i2", copy=False))
    digest = hashlib.sha256(pcm.data).hexdigest()
    return clip, RowFacts(row=row, frames=len(clip.samples), pcm_sha256=digest)


def _check_property(rules: PropertyRules, clip: Clip, result: ShardResult) -> None:
    found = ""
    try:
        with guarded(type(rules).__module__, clip.row.name):
            result.measured.append(rules.check_clip(clip, result.ledger))
    except RowValueError as error:
        found = str(error)
    result.ledger.expect(not found, "record.values", clip.row.name, found=found, wanted="a value to check against")


def _check_with(first: Clip | None, clip: Clip, rules: PairRules, ledger: Ledger) -> Clip:
    """Check a clip against the first of its group; give the clip that the next one is checked against."""
    if first is None or first.row.group != clip.row.group:
        return clip
    found = ""
    try:
        with guarded(type(rules).__module__, f"{first.row.name} and {clip.row.name}"):
            rules.check_pair(first, clip, ledger)
    except RowValueError as error:
        found = str(error)
    ledger.expect(not found, "record.values", clip.row.name, found=found, wanted="a value to check against")
    return first
