"""ATTRIBUTION.md: who made what a release is made of, under which terms, and what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from publishing.cards.docstrings import summary_of
from publishing.cards.markdown import code, inline, plain
from publishing.cards.statement import used_corpora
from publishing.licensing.grants import grants_of
from publishing.licensing.ledger import Terms

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.model import Corpus
    from manifests.record import CorpusUse, DatasetRecord

    Datasets = Sequence[tuple[DatasetRecord, Recipe]]

_CHANGED = (
    "The recordings were decoded, brought to {rate:,} Hz and 16 bit, cut to at most 30 s, and put together with a "
    "question. Beyond that:"
)


def attribution_text(*, name: str, version: str, datasets: Datasets, terms: Terms) -> str:
    """Write ATTRIBUTION.md; the same datasets give the same text, in whatever order they come.

    Parameters
    ----------
    name, version : str
        The release.
    datasets : sequence of pairs of DatasetRecord and Recipe
        What is in it.
    terms : Terms
        The combination of their sources' terms.
    """
    datasets = sorted(datasets, key=lambda pair: pair[0].recipe)
    here = {corpus.name: corpus for corpus in used_corpora([record for record, _ in datasets])}
    uses = {use.name: use for record, _ in datasets for use in record.corpora}
    sections = [
        f"# Attribution: {inline(name)} {inline(version)}",
        _whole(terms),
        *(
            _corpus(here[each], datasets) if each in here else _undeclared(uses[each], datasets)
            for each in sorted(uses)
        ),
        _synthesised(record.recipe for record, _ in datasets if not record.corpora),
    ]
    return "\n\n".join(filter(None, sections)) + "\n"


def _whole(terms: Terms) -> str:
    rules = [
        "may be passed on" if terms.redistribution else "may not be passed on",
        "commercial use is allowed" if terms.commercial_use else "no commercial use",
    ]
    if terms.share_alike:
        rules.append("what is made of it must be shared under the same terms")
    said = [f"Licences in this release: {', '.join(terms.spdx)}.", f"Together: {'; '.join(rules)}."]
    if terms.licence:
        said.append(f"As a whole it comes under {terms.licence} ({terms.licence_url}).")
    said.append("Each row names the licence of its own source.")
    against = "\n".join(f"- {plain(reason)}" for reason in terms.refusals)
    return "\n\n".join(filter(None, (inline(" ".join(said)), against)))


def _corpus(corpus: Corpus, datasets: Datasets) -> str:
    taken = [use for record, _ in datasets for use in record.corpora if use.name == corpus.name]
    licences = {grant.licence.spdx: grant.licence for use in taken for grant in grants_of(use)}
    told = [
        f"- Title: {inline(corpus.title)}, {inline(corpus.homepage)}",
        f"- Authors: {inline(corpus.citation)}",
        *(
            f"- Licence: {inline(each.title)} ({inline(each.spdx)}), {inline(each.url)}"
            for _, each in sorted(licences.items())
        ),
        f"- Attribution: {inline(corpus.licence.attribution)}",
    ]
    return "\n".join([f"## {plain(corpus.title)}", "", *told, *_changes(corpus.name, datasets)])


def _undeclared(use: CorpusUse, datasets: Datasets) -> str:
    told = [f"- Title: {inline(use.title)}", f"- Licence: {inline(use.licence)}, as the record says; not declared here"]
    return "\n".join([f"## {plain(use.title)}", "", *told, *_changes(use.name, datasets)])


def _changes(corpus: str, datasets: Datasets) -> list[str]:
    """Say what was done with a corpus's recordings: licences ask that changes be indicated."""
    made = [(record, recipe) for record, recipe in datasets if corpus in {use.name for use in record.corpora}]
    done = [f"  - {code(record.recipe)}: {inline(summary_of(type(recipe.construction)))}" for record, recipe in made]
    return [f"- Changes: {_CHANGED.format(rate=made[0][0].sampling_rate)}", *done]


def _synthesised(names: Iterable[str]) -> str:
    listed = ", ".join(map(code, names))
    if not listed:
        return ""
    return f"## Synthesised\n\nNo recording of anybody is in {listed}: CC0-1.0, no rights reserved."
