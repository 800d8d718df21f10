"""Find the recipe that a dataset says it was built from, and hold the header to it."""

from __future__ import annotations

from collections.abc import Mapping

from builders.engine.recipe import Recipe
from manifests.record import DatasetRecord
from recipes.catalogue.variants import known_recipes
from verification.findings import Ledger
from verification.guard import loading


def recipe_of(header: DatasetRecord, ledger: Ledger) -> Recipe | None:
    """Find the recipe of a dataset, or note that there is none to check it against.

    Parameters
    ----------
    header : DatasetRecord
        The record's header. Its recipe is known if one of this name, or a variant of one, is among the
        recipes and has the recorded digest.
    ledger : Ledger
        Takes the findings; an unknown recipe is a warning, because recipes change between releases.

    Raises
    ------
    SoundprobeError
        If the recipes cannot be loaded.
    """
    recipe = _all_recipes().get(header.recipe)
    known = recipe is not None and recipe.digest() == header.recipe_sha256
    ledger.expect(
        known,
        "recipe.known",
        header.recipe,
        found="no recipe of this name" if recipe is None else "a recipe of this name that has changed since",
        wanted="the recipe it was built from: rows and header were not checked against it",
        severity="warning",
    )
    return recipe if known else None


def check_header(header: DatasetRecord, recipe: Recipe, ledger: Ledger) -> None:
    """Compare what the header says of the dataset with its recipe."""
    promised = {
        "suite": (header.suite, recipe.suite),
        "level": (header.level, recipe.level),
        "channels": (header.channels, recipe.channels),
        "options": (header.options, recipe.options),
        "operation": (header.operation, recipe.construction.operation),
    }
    for name, (found, wanted) in promised.items():
        ledger.expect(
            found == wanted,
            f"recipe.header_{name}",
            header.recipe,
            found=f"{found!r} in the header",
            wanted=f"{wanted!r}, as the recipe says",
        )


def _all_recipes() -> Mapping[str, Recipe]:
    with loading("recipes"):
        return known_recipes()
