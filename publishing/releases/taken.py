"""Refuse a name and version that are taken before anything is built: what would differ is mostly known by then."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from manifests.digest import canonical_json
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from publishing.releases.immutability import standing, taken
from publishing.releases.surroundings import packages_here, platform_here

if TYPE_CHECKING:
    from builders.engine.planning import Plan
    from builders.engine.recipe import Recipe
    from publishing.releases.building import ReleaseRequest


def standing_records(request: ReleaseRequest) -> dict[Path, ReleaseRecord]:
    """Read what stands under the name and version, and refuse it if the request cannot give the same again.

    Recipes, seed, code and libraries are compared; nothing is planned.

    Returns
    -------
    dict of pathlib.Path to ReleaseRecord
        The records that stand, by folder: none, one or two, of which the first has the say.

    Raises
    ------
    OutputError
        If another release stands there, or something that is none.
    RecordError
        If what stands there cannot be read.
    """
    found = {place: record for place in (request.record, request.release) if (record := standing(place)) is not None}
    for place, record in found.items():
        names = _known_differences(record, request)
        if names:
            raise taken(place, names)
    return found


def require_same_plans(found: Mapping[Path, ReleaseRecord], plans: Mapping[str, Plan]) -> None:
    """Refuse a name and version that are taken by items that were planned otherwise.

    Parameters
    ----------
    found : mapping of pathlib.Path to ReleaseRecord
        What stands.
    plans : mapping of str to Plan
        What would be built, by recipe.

    Raises
    ------
    OutputError
        If a plan is another; what differs is named.
    """
    digests = {name: _digest(plan) for name, plan in plans.items()} if found else {}
    for place, record in found.items():
        for entry in record.datasets:
            names = _planned_differences(entry, plans[entry.recipe], digests[entry.recipe])
            if names:
                raise taken(place, [f"datasets[{entry.recipe}].{name}" for name in names])


def _known_differences(record: ReleaseRecord, request: ReleaseRequest) -> list[str]:
    identity = request.identity
    same = {
        "name": record.name == identity.name,
        "version": record.version == identity.version,
        "date": identity.date in {None, record.date},
        "seed": record.seed == request.options.seed,
        "packages": record.packages == packages_here(),
        "platform": record.platform == platform_here(),
    }
    entries = {entry.recipe: entry for entry in record.datasets}
    recipes = {recipe.name: recipe for recipe in request.recipes}
    names = [name for name, holds in same.items() if not holds]
    names += [f"datasets[{name}], which only the old one has" for name in sorted(set(entries) - set(recipes))]
    names += [f"datasets[{name}], which only the new one has" for name in sorted(set(recipes) - set(entries))]
    for name in sorted(set(entries) & set(recipes)):
        names += _recipe_differences(entries[name], recipes[name], with_check=request.with_check)
    return names


def _recipe_differences(entry: DatasetEntry, recipe: Recipe, *, with_check: bool) -> list[str]:
    from builders.engine.environment import code_sha256

    same = {
        "recipe_sha256": entry.recipe_sha256 == recipe.digest(),
        "code_sha256": entry.code_sha256 == code_sha256(type(recipe.construction).__module__),
        "check": (entry.check is not None) == with_check,
    }
    return [f"datasets[{entry.recipe}].{name}" for name, holds in same.items() if not holds]


def _planned_differences(entry: DatasetEntry, plan: Plan, digest: str) -> list[str]:
    same = {
        "counts": dict(entry.counts) == dict(plan.counts()),
        "notes": tuple(entry.notes) == tuple(plan.notes),
        "plan_sha256": entry.plan_sha256 == digest,
    }
    return [name for name, holds in same.items() if not holds]


def _digest(plan: Plan) -> str:
    digest = hashlib.sha256()
    for item in plan.items:
        digest.update(canonical_json(item.to_json()).encode())
    return digest.hexdigest()
