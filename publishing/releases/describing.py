"""What the record says of a release, gathered from its builds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from manifests.digest import canonical_json
from manifests.release_record.models import (
    CheckEntry,
    CorpusEntry,
    DatasetEntry,
    LicenceEntry,
    ReleaseRecord,
    ShardEntry,
)
from publishing.releases.surroundings import packages_here, platform_here

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord
    from publishing.releases.identity import Identity


def describe_dataset(recipe: Recipe, built: DatasetRecord, check: CheckEntry | None) -> DatasetEntry:
    """Describe one dataset: its recipe in words and digests, and what came out."""
    return DatasetEntry(
        recipe=built.recipe,
        suite=built.suite,
        level=built.level,
        title=recipe.title,
        question=recipe.question,
        options=recipe.options,
        operation=built.operation,
        construction=json.loads(canonical_json(dict(recipe.construction.digest_fields()))),
        recipe_sha256=built.recipe_sha256,
        plan_sha256=built.plan_sha256,
        code_sha256=built.code_sha256,
        sampling_rate=16_000,
        channels=2 if built.channels == 2 else 1,
        counts=dict(built.counts),
        corpora=tuple(CorpusEntry(**asdict(use)) for use in built.corpora),
        notes=built.notes,
        items=sum(built.counts.values()),
        items_sha256=built.items_sha256,
        shards=tuple(ShardEntry(**asdict(shard)) for shard in built.shards),
        check=check,
    )


def describe_check(results: Mapping[str, Any]) -> CheckEntry:
    """Sum up the stored results of a check."""
    applied = sum(results["checks"].values()) + sum((results.get("audit") or {}).get("checks", {}).values())
    return CheckEntry(errors=results["errors"], warnings=results["warnings"], checks=applied)


def describe_release(
    identity: Identity, *, date: str, seed: int, datasets: Sequence[DatasetEntry], documents: Mapping[str, str]
) -> ReleaseRecord:
    """Describe the release: its datasets and documents, this machine, and the strictest combination of all terms."""
    return ReleaseRecord(
        name=identity.name,
        version=identity.version,
        date=date,
        seed=seed,
        packages=packages_here(),
        platform=platform_here(),
        datasets=tuple(sorted(datasets, key=lambda dataset: dataset.recipe)),
        licence=_licence(datasets),
        documents=dict(documents),
    )


def _licence(datasets: Sequence[DatasetEntry]) -> LicenceEntry:
    from publishing.licensing.ledger import release_terms

    terms = release_terms(corpus for dataset in datasets for corpus in dataset.corpora)
    return LicenceEntry(
        spdx=tuple(terms.spdx),
        redistribution=terms.redistribution,
        commercial_use=terms.commercial_use,
        share_alike=terms.share_alike,
    )
