"""The variants of recipes: as released, in other words, spoken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from builders.engine.recipe import Recipe
from recipes.catalogue.registry import recipes


@cache
def known_recipes() -> Mapping[str, Recipe]:
    """List every recipe and every variant of it by name: what a record may say that it was built from.

    Raises
    ------
    RecipeError
        If the recipes cannot be loaded.
    """
    return {each.name: each for recipe in recipes().values() for each in (recipe, *variants(recipe))}


def variants(recipe: Recipe) -> Iterator[Recipe]:
    """Give the variants of a recipe, one after another."""
    written = list(_written(recipe))
    yield from written
    for each in (recipe, *written):
        yield each.aloud()


def _written(recipe: Recipe) -> Iterable[Recipe]:
    if recipe.as_released is not None:
        yield recipe.released()
    for number in range(1, len(recipe.variations) + 1):
        yield recipe.varied(number)
