"""The data statement: what a reader must know of whose speech it is before generalising from it.

Its headings are those of Bender and Friedman, Data Statements for Natural Language Processing, TACL 6 (2018),
schema 1. The same sentences serve the responsible-AI fields of Croissant metadata.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from corpora.indexing.registry import corpora
from publishing.cards.markdown import inline

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.model import Corpus
    from manifests.record import DatasetRecord
    from publishing.cards.summary import ItemSummary

LABELS = (
    "No annotator: a label is computed from the parameters that a clip is made with and measured again on the samples "
    "that ship."
)
_NO_VOICE = "No recording of a person: every sound is computed."


def data_statement(recipe: Recipe, record: DatasetRecord, summary: ItemSummary | None) -> str:
    """Write the section of a card.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    record : DatasetRecord
        What came out.
    summary : ItemSummary or None
        Its items in numbers; without it speakers are not counted.
    """
    sources = used_corpora([record])
    told = {
        "Curation rationale": rationale(recipe),
        "Language variety": " ".join(("Questions: English.", *varieties(sources))),
        "Speaker demographics": " ".join(demographics(sources, summary)) if record.corpora else _NO_VOICE,
        "Annotator demographics": LABELS,
        "Speech situation": " ".join(situations(sources)) or _situation_unknown(record),
        "Provenance": provenance(record),
    }
    return "## Data statement\n\n" + "\n".join(f"- **{title}.** {inline(text)}" for title, text in told.items())


def used_corpora(records: Sequence[DatasetRecord]) -> list[Corpus]:
    """Give the declarations of the corpora that datasets are made of, sorted by name, as far as they are here."""
    known = corpora()
    names = {use.name for record in records for use in record.corpora}
    return [known[name] for name in sorted(names) if name in known]


def rationale(recipe: Recipe) -> str:
    """Say what clips were chosen for."""
    kind = (
        "in minimal pairs, in which the same sound is there once for each label"
        if recipe.construction.paired
        else "equally many for each label"
    )
    return (
        f"Clips are chosen and made so that one property of the signal decides the answer to one question, {kind}. "
        "They are no sample of speech or of sounds as they occur."
    )


def varieties(sources: Sequence[Corpus]) -> list[str]:
    """Say which languages are spoken, a sentence a corpus."""
    return [f"{each.title}: {each.origin.variety}" for each in sources if each.origin]


def situations(sources: Sequence[Corpus]) -> list[str]:
    """Say how the speech came about, a sentence a corpus."""
    return [f"{each.title}: {each.origin.situation}" for each in sources if each.origin]


def demographics(sources: Sequence[Corpus], summary: ItemSummary | None) -> list[str]:
    """Say who speaks: what the corpora say of their speakers, and those of the items counted."""
    told = [f"{each.title}: {each.origin.speakers}" for each in sources if each.origin]
    return [*told, f"In these items: {counted(summary)}."] if summary and summary.recordings else told


def counted(summary: ItemSummary) -> str:
    """Count the speakers and the recordings of a dataset."""
    total = sum(summary.speakers.values())
    parts = []
    if total:
        by_sex = ", ".join(f"{count:,} {sex or 'of no stated sex'}" for sex, count in summary.speakers.items())
        parts.append(f"{total:,} speaker{'s' * (total != 1)} ({by_sex}, as the corpus states it)")
    parts.append(f"{summary.recordings:,} source recording{'s' * (summary.recordings != 1)}")
    if summary.unnamed:
        parts.append(f"{summary.unnamed:,} of them without a named speaker")
    return ", ".join(parts)


def provenance(record: DatasetRecord) -> str:
    """Say what the clips were made from."""
    if not record.corpora:
        return "Computed from the parameters of each row."
    uses = ", ".join(f"{use.title} ({use.licence}, {use.files:,} files in the index)" for use in record.corpora)
    return f"{uses}. Each row names its recordings."


def _situation_unknown(record: DatasetRecord) -> str:
    return "Not stated by the corpus." if record.corpora else "None: there is no speech and no room."
