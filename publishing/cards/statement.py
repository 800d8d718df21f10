"""The data statement: what a reader must know of whose speech it is before generalising from it.

Its headings are those of Bender and Friedman, Data Statements for Natural Language Processing, TACL 6 (2018),
schema 1. The same sentences serve the responsible-AI fields of Croissant metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from corpora.indexing.registry import corpora
from publishing.cards.markdown import inline
from publishing.cards.summary import SYNTHESISED

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.model import Corpus
    from manifests.record import DatasetRecord
    from publishing.cards.summary import ItemSummary

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
    sources, own = used_corpora([record]), _asked_about(recipe, record)
    told = {
        "Curation rationale": rationale(recipe),
        "Language variety": " ".join((_questions(recipe), *varieties(own), *_narrowed(recipe, record))),
        "Speaker demographics": " ".join(demographics(own, summary)) or _speakers_unknown(record),
        "Annotator demographics": labelled(recipe),
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
    return f"{_chosen(recipe)} They are no sample of speech or of sounds as they occur."


def _chosen(recipe: Recipe) -> str:
    if recipe.is_open:
        return "Clips are chosen, each with an answer of its own to one question."
    kind = "equally many for each label"
    if recipe.construction.paired:
        kind = "in minimal pairs, in which the same sound is there once for each label"
    elif len({count for _, count in recipe.counts}) > 1:
        kind = "as many for each label as in the published set"
    if recipe.labelled_by:
        return f"Clips are chosen by what is stated of them, {kind}, and one question asks for it."
    return f"Clips are chosen and made so that one property of the signal decides the answer to one question, {kind}."


def labelled(recipe: Recipe) -> str:
    """Say who says that a recipe's answers are right."""
    return recipe.labelled_by or recipe.construction.annotators


def annotators(recipes: Iterable[Recipe]) -> list[str]:
    """Say who says that the answers of several recipes are right: each text once, after the tasks of which it is so."""
    said = [(recipe.title, labelled(recipe)) for recipe in recipes]
    return titled(said, of=len({title for title, _ in said}))


def titled(pairs: Iterable[tuple[str, str]], *, of: int) -> list[str]:
    """Write each text once, after the titles that it is of: `One; Two: text`; one of all `of` titles stands alone."""
    titles: dict[str, dict[str, None]] = {}
    for title, text in pairs:
        titles.setdefault(text, {})[title] = None
    return [text if len(each) == of else f"{'; '.join(each)}: {text}" for text, each in titles.items()]


def spoken_languages(recipe: Recipe, record: DatasetRecord) -> list[str]:
    """Give the languages of what is said in a dataset's clips, as BCP 47 tags.

    They are those of its corpora, or the part of them that the recipe takes. What only asks the question is left out.
    """
    origins = [corpus.origin for corpus in _asked_about(recipe, record)]
    held = list(dict.fromkeys(tag for origin in origins if origin for tag in origin.languages))
    taken = {tag.partition("-")[0] for tag in recipe.languages}
    return [tag for tag in held if tag.partition("-")[0] in taken] or held


def _asked_about(recipe: Recipe, record: DatasetRecord) -> list[Corpus]:
    """Give the corpora that clips are made of: not that which only speaks the question."""
    asks = {SYNTHESISED} - set(recipe.corpora) if recipe.spoken else set()
    return [corpus for corpus in used_corpora([record]) if corpus.name not in asks]


def _questions(recipe: Recipe) -> str:
    answers = f" Answers: {recipe.answer_language}." if recipe.answer_language else ""
    return f"Questions: English{', spoken by a synthesiser' if recipe.spoken else ''}.{answers}"


def _narrowed(recipe: Recipe, record: DatasetRecord) -> list[str]:
    return [f"Spoken in these clips: {', '.join(spoken_languages(recipe, record))}."] if recipe.languages else []


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
        parts.append(f"{total:,} speaker{'s' * (total != 1)}{_by_sex(summary)}")
    if summary.voices:
        parts.append(f"{summary.voices:,} synthetic voice{'s' * (summary.voices != 1)}")
    parts.append(f"{summary.recordings:,} source recording{'s' * (summary.recordings != 1)}")
    if summary.unnamed:
        parts.append(f"{summary.unnamed:,} of them without a named speaker")
    return ", ".join(parts)


def _by_sex(summary: ItemSummary) -> str:
    if set(summary.speakers) == {""}:
        return ", sex not stated"
    told = ", ".join(f"{count:,} {sex or 'of no stated sex'}" for sex, count in summary.speakers.items())
    return f" ({told}, as the corpus states it)"


def provenance(record: DatasetRecord) -> str:
    """Say what the clips were made from."""
    if not record.corpora:
        return "Computed from the parameters of each row."
    uses = ", ".join(f"{use.title} ({use.licence}, {use.files:,} files in the index)" for use in record.corpora)
    return f"{uses}. Each row names its recordings."


def _speakers_unknown(record: DatasetRecord) -> str:
    recorded = any(use.name != SYNTHESISED for use in record.corpora)
    return "Not stated by the corpus." if recorded else _NO_VOICE


def _situation_unknown(record: DatasetRecord) -> str:
    return "Not stated by the corpus." if record.corpora else "None: there is no speech and no room."
