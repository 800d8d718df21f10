"""Write a dataset's card as a build asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from manifests.record import DatasetRecord, read_items
from publishing.card import card_text
from publishing.results import read_results, with_results

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.layout import DatasetPaths


def built_card(recipe: Recipe, paths: DatasetPaths, record: DatasetRecord, items: Path) -> str:
    """Write the card of a dataset; an unchanged one's keeps what its last check found.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    paths : DatasetPaths
        Where it lies, or will lie.
    record : DatasetRecord
        The record's header.
    items : pathlib.Path
        The record's items.
    """
    results = read_results(paths, items_sha256=record.items_sha256)
    return with_results(card_text(recipe, record, read_items(items)), results)
