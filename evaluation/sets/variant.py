"""What tells the sets apart that share clips and ids: the wording of the question, and whether it is spoken."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from builders.engine.recipe import Recipe
from evaluation.certainty.instructions import SLOT


@dataclass(frozen=True, kw_only=True, slots=True)
class Variant:
    """One way to ask a task's questions.

    Parameters
    ----------
    base : str
        The recipe whose clips and ids the set has: its own name, if it is no variant.
    instruction : str
        The question, with `[option]` for each option.
    spoken : bool
        Whether it is spoken before the clip.
    """

    base: str
    instruction: str
    spoken: bool

    def to_json(self) -> dict[str, Any]:
        """Give it as JSON values."""
        return asdict(self)


def variant_of(recipe: Recipe) -> Variant:
    """Say how a recipe asks."""
    instruction = recipe.asked(tuple(SLOT for _ in recipe.options))
    return Variant(base=recipe.draws, instruction=instruction, spoken=recipe.spoken)
