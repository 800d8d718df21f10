"""The sections of a dataset card that tell how it is made, balanced, read and heard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from builders.engine.schema import COMMON_MEASUREMENTS
from builders.engine.spoken import FRAMES, GAP_S
from publishing.cards.citation import paper_entry, software_entry
from publishing.cards.docstrings import described_fields, description_of, summary_of, unset_fields
from publishing.cards.markdown import cell, code, fenced, inline, plain
from publishing.cards.statement import used_corpora
from publishing.licensing.grants import grants_of

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.model import Corpus
    from manifests.record import CorpusUse, DatasetRecord
    from publishing.cards.summary import ItemSummary

_SOURCE_IDS = "source_ids"  # the parameter by which a construction names recordings
_MINUTES_FROM_S = 120.0
_WHOLE, _SHARED = "no speaker is in two of them", "a speaker may be in several of them"
_COLUMNS = {
    "id": "opaque; the file name is the id",
    "audio": "the clip: FLAC bytes",
    "file": "the clip's file name",
    "instruction": "the question, with the options in this item's order",
    "options": "the options in that order",
    "label": "the right answer, one of the options",
    "explanation": "why it is right, with the measured values",
    "source": "what the clip is made of: corpus, recording, speaker, sex, licence; empty if computed",
    "parameters": "the constants that the clip was made with",
    "measurements": "what was measured on the samples that ship (levels in dB re full scale); null where there is "
    "nothing to measure, such as the level of silence",
    "group": "items that belong together; keep a group on one side of any split",
}
_SPOKEN_SOURCE = "; the last is the spoken question"
_OF_OPEN_TASKS = {
    "instruction": "the question",
    "options": "empty: the answer is free text",
    "label": "the reference answer",
}


def construction(recipe: Recipe, record: DatasetRecord) -> str:
    """Tell how the clips are made: the operation and its parameters, in the words of the builder.

    Ids of source recordings are those of the recipe's corpus: of another corpus, none was used.
    """
    built = recipe.construction
    unset = ", ".join(map(code, unset_fields(built)))
    unused = recipe.corpus if recipe.corpus not in {use.name for use in record.corpora} else None
    rows = []
    for name, value, meaning in described_fields(built):
        ids = getattr(built, name, ()) if name == _SOURCE_IDS else ()
        told = f"none: the {len(ids):,} that the recipe names are recordings of {unused}" if ids and unused else value
        rows.append(f"| {code(name)} | {cell(told)} | {cell(meaning)} |")
    table = ["| parameter | value | what it is |", "|---|---|---|", *rows, ""] if rows else []
    return "\n".join(
        [
            "## Construction",
            "",
            f"Operation {code(built.operation)}: {inline(summary_of(type(built)))}",
            "",
            *table,
            *([f"Not set, and without effect: {unset}.", ""] if unset else []),
            *([_asked_aloud(), ""] if recipe.spoken else []),
            f"- Column {code('parameters')}: {_described(built.Parameters)}",
            f"- Column {code('measurements')}: {_described(built.Measurements)}",
        ]
    )


def _asked_aloud() -> str:
    return (
        f"Each clip is the spoken question, {GAP_S:g} s of silence, and the clip that is asked about, which begins at "
        f"sample {code(f'measurements.{FRAMES}')}. The explanation and what is measured for it are of that part; "
        f"{', '.join(map(code, COMMON_MEASUREMENTS))} are of the whole."
    )


def _described(kind: type[Any]) -> str:
    """Give what a class says of its fields, in the words of the files: what is None in Python is null there."""
    return inline(re.sub(r"\bNone\b", "null", description_of(kind)))


def spoken(recipe: Recipe, summary: ItemSummary | None) -> str:
    """Tell what is said before each clip, and by whom; nothing where the question is written."""
    if not recipe.spoken:
        return ""
    voice = f" ({inline(summary.asked_by)})" if summary and summary.asked_by else ""
    return f"Said before each clip, by a synthesiser{voice}: {inline(recipe.asked(recipe.options))}"


def balance(recipe: Recipe, record: DatasetRecord, summary: ItemSummary | None) -> str:
    """Tell how many items there are for each label, and what is kept equal between them."""
    if recipe.is_open:
        told = f"{_items(record)}, each with an answer of its own; there are no labels to balance."
        lines = ["## Balance", "", told]
    else:
        lines = ["## Balance", "", "| label | items |", "|---|---|"]
        lines += [f"| {cell(label)} | {count:,} |" for label, count in record.counts.items()]
    order = "" if recipe.is_open else " The order of the options is balanced within each label."
    audio = "stereo" if record.channels == 2 else "mono"
    length = f" {_length(summary.frames / record.sampling_rate)} in all." if summary else ""
    return "\n".join(
        [
            *lines,
            "",
            f"{_groups(recipe, summary)}{order}",
            f"Audio: {record.sampling_rate:,} Hz, 16 bit, {audio}, at most 30 s, FLAC.{length}",
        ]
    )


def _items(record: DatasetRecord) -> str:
    total = sum(record.counts.values())
    return f"{total:,} item{'s' * (total != 1)}"


def _length(seconds: float) -> str:
    return f"{seconds / 60:,.1f} minutes" if seconds >= _MINUTES_FROM_S else f"{seconds:.1f} s"


def _groups(recipe: Recipe, summary: ItemSummary | None) -> str:
    """Say what a group is; whether a speaker is in one alone is seen in the items."""
    if recipe.construction.paired:
        said = "Items come in minimal pairs (`group`): the same sound once for each label, with the same instruction."
    else:
        said = "Items that belong together share a `group`."
    if summary is None:
        return said
    counted = f"There {'is' if summary.groups == 1 else 'are'} {summary.groups:,} group{'s' * (summary.groups != 1)}"
    if not summary.speakers and not summary.voices:
        return f"{said} {counted}."
    return f"{said} {counted}, and {_WHOLE if summary.speakers_apart else _SHARED}."


def loading(recipe: Recipe) -> str:
    """Show how to read the dataset without torch."""
    stereo = (
        "\n\nThe default reader of `datasets` would average the two channels, and the answer would be gone."
        if recipe.channels == 2
        else ""
    )
    program = f"""import io
import soundfile
from datasets import Audio, load_dataset

rows = load_dataset("path/to/{recipe.name}", split="test").cast_column("audio", Audio(decode=False))
samples, rate = soundfile.read(io.BytesIO(rows[0]["audio"]["bytes"]))"""
    return "\n\n".join(
        [
            "## Loading",
            fenced(program, language="python"),
            f"`decode=False` gives the file as it is, and needs neither torch nor torchcodec.{stereo}",
        ]
    )


def columns(recipe: Recipe) -> str:
    """Explain the columns."""
    meanings = {**_COLUMNS, **(_OF_OPEN_TASKS if recipe.is_open else {})}
    if recipe.spoken:
        meanings["source"] += _SPOKEN_SOURCE
    rows = [f"| {code(name)} | {meaning} |" for name, meaning in meanings.items()]
    return "\n".join(["## Columns", "", "| column | what |", "|---|---|", *rows])


def example(summary: ItemSummary | None) -> str:
    """Show the first item, and how to hear it: an audio tag cannot reach into a Parquet file."""
    if summary is None:
        return ""
    item = summary.first
    told = {
        "Question": item.instruction,
        "Options": ", ".join(item.options),
        "Answer": item.label,
        "Explanation": item.explanation,
    }
    program = """from pathlib import Path

Path(rows[0]["file"]).write_bytes(rows[0]["audio"]["bytes"])"""
    return "\n\n".join(
        [
            "## Example",
            f"The first row, {code(item.id)}:",
            "\n".join(f"- {title}: {inline(text)}" for title, text in told.items() if text),
            "To hear it, press play in the viewer of the dataset's page, or write the row's file and open it with "
            "any player:",
            fenced(program, language="python"),
        ]
    )


def origin(record: DatasetRecord) -> str:
    """Name the corpus, its licence and its makers, and what built the dataset."""
    lines = ["## Sources", ""]
    here = {each.name: each for each in used_corpora([record])}
    uses = {use.name: use for use in record.corpora}
    for name, corpus in here.items():
        lines += [f"- {plain(f'{corpus.title}, {corpus.homepage}')}"]
        lines += [f"  - {plain(line)}" for line in _told_of(corpus, uses[name])]
    lines += [f"- {plain(f'{use.title}, {use.licence}')}" for use in record.corpora if use.name not in here]
    if not here and not record.corpora:
        lines.append("Synthesised; no recording of anybody is in it.")
    version = plain(record.packages.get("soundprobe", ""))
    lines += [
        "",
        f"Built by soundprobe {version}, operation {code(record.operation)}, seed {record.seed}, "
        f"plan {code(record.plan_sha256[:16])}.",
    ]
    return "\n".join(lines)


def _told_of(corpus: Corpus, use: CorpusUse) -> tuple[str, ...]:
    whole = f"{corpus.licence.spdx} ({corpus.licence.summary}; {corpus.licence.url})"
    taken = [grant.licence for grant in grants_of(use)]
    if [licence.spdx for licence in taken] != [corpus.licence.spdx]:
        own = "; ".join(f"{each.spdx} ({each.url or each.title})" for each in taken)
        whole = f"{own}. The corpus as a whole: {whole}"
    return (
        f"Licence of the clips here: {whole}",
        f"Attribution: {corpus.licence.attribution}",
        f"Citation: {corpus.citation}",
    )


def citation(recipe: Recipe, record: DatasetRecord) -> str:
    """Tell what to cite, in words and as BibTeX."""
    entries = [software_entry(record.packages.get("soundprobe", ""))]
    said = "Cite the makers of the sources above, and soundprobe:"
    if recipe.paper:
        entries.insert(0, paper_entry(recipe.paper))
        said = f"The task is from: {plain(recipe.paper)} Cite it, the makers of the sources above, and soundprobe:"
    return "\n\n".join(["## Citation", said, fenced("\n\n".join(entries), language="bibtex")])
