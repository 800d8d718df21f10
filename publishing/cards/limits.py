"""What a dataset cannot show, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord

_GENERAL = (
    "A right answer shows what was heard in clips such as these; it says nothing of other sounds, rooms or tasks.",
    "There is one split, for testing. A model that was trained on it, or on clips made the same way, is not tested by "
    "it.",
)
_WRITTEN = "The question is in English, and in one wording: how well it is read is measured along."
_SPOKEN = "The question is spoken in English, by one synthetic voice: how well it is understood is measured along."


def limitations(recipe: Recipe, record: DatasetRecord) -> tuple[str, ...]:
    """Say what a dataset cannot show.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    record : DatasetRecord
        What came out.
    """
    lines = [*([recipe.caution] if recipe.caution else []), *_GENERAL, _SPOKEN if recipe.spoken else _WRITTEN]
    if not record.corpora:
        lines.append("Every sound is computed; natural recordings hold what these do not.")
    if recipe.channels == 2:
        lines.append("The answer lies between the channels: it is lost in any front end that averages them.")
    return tuple(lines)
