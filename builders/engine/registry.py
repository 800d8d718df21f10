"""Find builders by listing the folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable

import builders as room
from builders.engine.recipe import Recipe


def builder_names() -> list[str]:
    """Name the builder modules: every plain module of `builders/`."""
    return sorted(
        module.name for module in pkgutil.iter_modules(room.__path__) if not module.ispkg and module.name != "__main__"
    )


def builder_of(operation: str) -> str:
    """Name the module that renders an operation: `volume.ramp/1` is `volume`'s."""
    return operation.partition(".")[0]


def recipes_of(builder: str, recipes: Iterable[Recipe]) -> list[Recipe]:
    """Pick the recipes that a builder makes, or one of its variants: `pitch_matched` is a variant of `pitch`."""
    return [recipe for recipe in recipes if f"{builder_of(recipe.construction.operation)}_".startswith(f"{builder}_")]
