"""The card of a release: README.md at its top, with one configuration a dataset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from manifests.licences import licences_in
from publishing.cards.cautions import cautions_text
from publishing.cards.citation import paper_entry, release_entry, software_entry
from publishing.cards.header import described, front_matter, suite_title, yaml_features
from publishing.cards.limits import limitations
from publishing.cards.markdown import bullets, cell, code, fenced, inline
from publishing.cards.statement import (
    annotators,
    counted,
    demographics,
    situations,
    titled,
    used_corpora,
    varieties,
)
from publishing.licensing.ledger import Terms

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord
    from publishing.cards.summary import ItemSummary


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A release, as far as its papers tell of it.

    Parameters
    ----------
    name, version, date : str
        The release; the date as YYYY-MM-DD.
    datasets : tuple of pairs of DatasetRecord and Recipe
        What is in it, in the order in which it is told of.
    terms : Terms
        The combination of their sources' terms.
    summaries : mapping
        The items of each dataset in numbers, by recipe; a dataset without one counts no speakers.
    with_audio : bool
        Whether the clips are in it, or the records alone.
    """

    name: str
    version: str
    date: str
    datasets: tuple[tuple[DatasetRecord, Recipe], ...]
    terms: Terms
    summaries: Mapping[str, ItemSummary] = field(default_factory=dict)
    with_audio: bool = True

    @property
    def titles(self) -> int:
        """How many titles its datasets have."""
        return len({recipe.title for _, recipe in self.datasets})

    @property
    def records(self) -> list[DatasetRecord]:
        """The headers of its datasets."""
        return [record for record, _ in self.datasets]


def suite_card(suite: Suite) -> str:
    """Write the card of a release; the same release gives the same text.

    Parameters
    ----------
    suite : Suite
        The release.
    """
    parts = [
        f"# {inline(suite.name)} {inline(suite.version)}",
        _about(suite),
        cautions_text(suite.terms, _cautions(suite), with_audio=suite.with_audio),
        _table(suite),
        _loading(suite),
        _licence(suite),
        bullets("How far this build is from the recipes", _notes(suite)),
        _statement(suite),
        bullets("Limitations", suite_limits(suite)),
        _citation(suite),
    ]
    return front_matter(_header(suite)) + "\n" + "\n\n".join(filter(None, parts)) + "\n"


def suite_limits(suite: Suite) -> tuple[str, ...]:
    """Say what the datasets cannot show, what holds for all of them first, and what may give an answer away."""
    said = [(recipe.title, line) for record, recipe in suite.datasets for line in limitations(recipe, record)]
    titles = {title for title, _ in said}
    told = {line: {title for title, each in said if each == line} for _, line in said}
    common = [line for line, of in told.items() if of == titles]
    own = [pair for pair in said if pair[1] not in common]
    known = [(recipe.title, line) for _, recipe in suite.datasets for line in recipe.shortcuts]
    return (*common, *titled([*own, *known], of=suite.titles))


def _cautions(suite: Suite) -> list[str]:
    said = [(recipe.title, recipe.caution) for _, recipe in suite.datasets if recipe.caution]
    return titled(said, of=suite.titles)


def speakers_counted(suite: Suite) -> list[str]:
    """Count the speakers of each dataset whose items are known and hold recordings, a sentence each."""
    found = {record.recipe: suite.summaries.get(record.recipe) for record in suite.records}
    return [f"{name}: {counted(each)}." for name, each in found.items() if each and each.recordings]


def _header(suite: Suite) -> dict[str, Any]:
    names = dict.fromkeys(recipe.suite for _, recipe in suite.datasets)
    header: dict[str, Any] = {
        "pretty_name": f"{suite.name} {suite.version}",
        **suite.terms.hub_fields(),
        **described(suite.datasets),
        "tags": ["audio", "probing", "benchmark", "soundprobe", *names],
    }
    if suite.with_audio:
        header["configs"] = [
            {
                "config_name": record.recipe,
                "data_files": [{"split": "test", "path": f"{record.recipe}/data/test-*.parquet"}],
            }
            for record in suite.records
        ]
        header["dataset_info"] = [
            {"config_name": record.recipe, "features": yaml_features(recipe)} for record, recipe in suite.datasets
        ]
    else:  # what can be opened without audio are the records
        header["configs"] = [
            {
                "config_name": record.recipe,
                "data_files": [{"split": "test", "path": f"records/{record.recipe}.jsonl"}],
            }
            for record in suite.records
        ]
    return header


def _about(suite: Suite) -> str:
    count = len(suite.datasets)
    items = sum(sum(record.counts.values()) for record in suite.records)
    audio = "" if suite.with_audio else " It holds records and how to build the clips again, but no audio."
    return (
        f"{count} probing task{'s' * (count != 1)} for models that listen, {items:,} items. {_labels(suite)} Made by "
        f"soundprobe on {inline(suite.date)}.{audio}"
    )


def _labels(suite: Suite) -> str:
    """Say in a sentence where the answers come from."""
    told = [bool(recipe.labelled_by) for _, recipe in suite.datasets]
    if not any(told):
        return (
            "Each asks for one property of the signal; labels are computed and measured again on the samples that ship."
        )
    if all(told):
        return "Labels are what the corpora and their annotators state: see the data statement."
    return (
        f"In {told.count(False):,} of them labels are computed and measured again on the samples that ship; in the "
        "others they are what the corpora and their annotators state: see the data statement."
    )


def _table(suite: Suite) -> str:
    rows = []
    for record, recipe in suite.datasets:
        total = sum(record.counts.values())
        place = f"{suite_title(recipe)}, level {recipe.level}"
        licences = ", ".join(sorted({name for use in record.corpora for name in licences_in(use.licence)})) or "CC0-1.0"
        name = f"[{record.recipe}]({record.recipe}/README.md)" if suite.with_audio else code(record.recipe)
        question = cell(recipe.instruction(recipe.options))
        rows.append(f"| {name} | {cell(recipe.title)} ({place}) | {question} | {total:,} | {cell(licences)} |")
    return "\n".join(
        ["## Datasets", "", "| dataset | task | question | items | licence |", "|---|---|---|---:|---|", *rows]
    )


def _loading(suite: Suite) -> str:
    if not suite.with_audio:
        program = "soundprobe release rebuild path/to/this/folder --corpora path/to/corpora --out rebuilt"
        said = "Put the corpora in one folder, and render the clips from the records; every one is held to its hash:"
        return "\n\n".join(["## Building it", said, fenced(program, language="bash")])
    first = suite.datasets[0][0].recipe
    program = f"""from datasets import Audio, load_dataset

rows = load_dataset("path/to/this/folder", name="{first}", split="test").cast_column("audio", Audio(decode=False))"""
    return "\n\n".join(["## Loading", fenced(program, language="python")])


def _licence(suite: Suite) -> str:
    terms = suite.terms
    rules = [
        f"Licences: {', '.join(map(inline, terms.spdx))}; each row names that of its source.",
        "Commercial use is allowed." if terms.commercial_use else "No commercial use.",
    ]
    if terms.share_alike:
        rules.append("What is made of it must be shared under the same terms.")
    rules.append("Whom to name, and what was changed: ATTRIBUTION.md.")
    return "## Licence\n\n" + " ".join(rules)


def _notes(suite: Suite) -> tuple[str, ...]:
    return tuple(f"{record.recipe}: {note}" for record in suite.records for note in record.notes)


def _statement(suite: Suite) -> str:
    sources = used_corpora(suite.records)
    told = {
        "Language variety": ["Questions: English.", *varieties(sources)],
        "Speaker demographics": [*demographics(sources, None), *speakers_counted(suite)]
        or ["No recording of a person."],
        "Annotator demographics": annotators(recipe for _, recipe in suite.datasets),
        "Speech situation": situations(sources) or ["None: there is no speech and no room."],
    }
    lines = [f"- **{title}.** {inline(' '.join(texts))}" for title, texts in told.items()]
    return "## Data statement\n\nThat of each dataset is on its own card.\n\n" + "\n".join(lines)


def _citation(suite: Suite) -> str:
    papers = dict.fromkeys(recipe.paper for _, recipe in suite.datasets if recipe.paper)
    version = suite.records[0].packages.get("soundprobe", "") if suite.datasets else ""
    entries = [
        *map(paper_entry, papers),
        release_entry(name=suite.name, version=suite.version, date=suite.date),
        software_entry(version),
    ]
    said = "Cite the paper of a task, the makers of the sources (ATTRIBUTION.md), and the release:"
    return "\n\n".join(["## Citation", said, fenced("\n\n".join(entries), language="bibtex")])
