"""The dataset card: README.md with the Hub's YAML header, generated from the recipe, the record and its items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from publishing.cards import sections
from publishing.cards.cautions import cautions_text
from publishing.cards.header import dataset_header, front_matter, suite_title
from publishing.cards.limits import limitations
from publishing.cards.markdown import bullets, plain
from publishing.cards.statement import data_statement
from publishing.cards.summary import summarise
from publishing.cards.tasks import scoring
from publishing.licensing.ledger import release_terms
from publishing.results import with_results

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord
    from manifests.rows import ItemRecord


_OF_THE_WHOLE = "Of the full recipe from its own corpus; how this build differs is said above."


def card_text(recipe: Recipe, record: DatasetRecord, items: Iterable[ItemRecord] = ()) -> str:
    """Write the card of a dataset that has not been checked; the same recipe, record and items, the same text.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    record : DatasetRecord
        What came out.
    items : iterable of ItemRecord
        Its items, in the dataset's order. Without them the card has no example and counts no speakers.
    """
    summary = summarise(items)
    whole = _OF_THE_WHOLE if record.notes else ""
    parts = [
        f"# {plain(recipe.title)} ({suite_title(recipe)}, level {recipe.level})",
        f"> {plain(recipe.instruction(recipe.options))}",
        sections.spoken(recipe, summary),
        cautions_text(release_terms(record.corpora), [recipe.caution]),
        sections.construction(recipe, record),
        sections.balance(recipe, record, summary),
        sections.loading(recipe),
        sections.columns(recipe),
        sections.example(summary),
        scoring(recipe),
        bullets("How far this build is from the recipe", record.notes),
        bullets("Known shortcuts", recipe.shortcuts, said=whole),
        bullets("Departures from the paper and its release", recipe.deviations, said=whole),
        sections.origin(record),
        data_statement(recipe, record, summary),
        bullets("Limitations", limitations(recipe, record)),
        sections.citation(recipe, record),
    ]
    card = front_matter(dataset_header(recipe, record)) + "\n" + "\n\n".join(filter(None, parts)) + "\n"
    return with_results(card, None)
