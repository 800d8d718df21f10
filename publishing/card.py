"""The dataset card: README.md with the Hub's YAML header, generated from the recipe and the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from builders.engine.schema import features_of, published_schema
from manifests.licences import hub_licence

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex
    from manifests.record import DatasetRecord

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_COLUMNS = {
    "id": "opaque; the file name is the id",
    "audio": "the clip: FLAC bytes",
    "file": "the clip's file name",
    "instruction": "the question, with the options in this item's order",
    "options": "the options in that order",
    "label": "the right answer, one of the options",
    "explanation": "why it is right, with the measured values",
    "source": "what the clip is made of: corpus, recording, speaker, sex, licence; empty if synthesised",
    "parameters": "the constants that the clip was made with",
    "measurements": "what was measured on the samples that ship (levels in dB re full scale)",
    "group": "items that belong together; keep a group on one side of any split",
}


def card_text(recipe: Recipe, index: CorpusIndex | None, record: DatasetRecord) -> str:
    """Write the card; the same recipe, record and corpus give the same text.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    index : CorpusIndex or None
        What it was built from.
    record : DatasetRecord
        What came out.
    """
    import yaml

    header = yaml.safe_dump(_header(recipe, record), sort_keys=False, allow_unicode=True, width=100)
    sections = [
        f"# {recipe.title} ({_suite(recipe)}, level {recipe.level})",
        _question(recipe, record),
        _loading(recipe),
        _columns(),
        _bullets("How far this build is from the recipe", record.notes),
        _bullets("Known shortcuts", recipe.shortcuts),
        _bullets("Departures from the paper and its release", recipe.deviations),
        _origin(record, index),
        f"## Citation\n\nThe task is from: {recipe.paper}" if recipe.paper else "",
    ]
    return f"---\n{header}---\n\n" + "\n\n".join(section for section in sections if section) + "\n"


def _suite(recipe: Recipe) -> str:
    """Print a published suite's name as its paper does, and an own one as it is."""
    return recipe.suite.upper() if recipe.paper else recipe.suite


def _header(recipe: Recipe, record: DatasetRecord) -> dict[str, Any]:
    total = sum(record.counts.values())
    header: dict[str, Any] = {"pretty_name": f"{recipe.title} ({_suite(recipe)} level {recipe.level})"}
    header.update(hub_licence(use.licence for use in record.corpora))
    header["task_categories"] = ["audio-classification"]
    header["tags"] = ["audio", "probing", "benchmark", "soundprobe", recipe.suite]
    header["size_categories"] = [next((name for limit, name in _SIZES if total < limit), "n>1M")]
    header["configs"] = [{"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*.parquet"}]}]
    header["dataset_info"] = {
        "features": [_yaml_feature(name, kind) for name, kind in _features(recipe).items()],
    }
    return header


def _features(recipe: Recipe) -> dict[str, Any]:
    return features_of(published_schema(recipe.construction))


def _yaml_feature(name: str, kind: Any) -> dict[str, Any]:
    """Spell one feature as the Hub's YAML does."""
    if kind.get("_type") == "Value":
        return {"name": name, "dtype": kind["dtype"]}
    if kind.get("_type") == "Audio":
        return {"name": name, "dtype": {"audio": {"sampling_rate": kind["sampling_rate"]}}}
    if kind.get("_type") == "List":
        inner = kind["feature"]
        if inner.get("_type") == "Value":
            return {"name": name, "list": inner["dtype"]}
        return {"name": name, "list": [_yaml_feature(key, value) for key, value in inner.items()]}
    return {"name": name, "struct": [_yaml_feature(key, value) for key, value in kind.items()]}


def _question(recipe: Recipe, record: DatasetRecord) -> str:
    lines = [f"> {recipe.instruction(recipe.options)}", "", "| label | items |", "|---|---|"]
    lines += [f"| {label} | {count:,} |" for label, count in record.counts.items()]
    pairs = (
        "Items come in minimal pairs (`group`): the same sound once for each label, with the same instruction."
        if recipe.construction.paired
        else "Items of one speaker share a `group`."
    )
    audio = "stereo" if record.channels == 2 else "mono"
    lines += [
        "",
        f"{pairs} The order of the options is balanced within each label.",
        f"Audio: {record.sampling_rate:,} Hz, 16 bit, {audio}, at most 30 s, FLAC.",
    ]
    return "\n".join(lines)


def _loading(recipe: Recipe) -> str:
    stereo = (
        "\n\nThe default reader of `datasets` would average the two channels, and the answer would be gone."
        if recipe.channels == 2
        else ""
    )
    return f"""## Loading

```python
import io
import soundfile
from datasets import Audio, load_dataset

rows = load_dataset("path/to/{recipe.name}", split="test").cast_column("audio", Audio(decode=False))
samples, rate = soundfile.read(io.BytesIO(rows[0]["audio"]["bytes"]))
```

`decode=False` gives the file as it is, and needs neither torch nor torchcodec.{stereo}"""


def _columns() -> str:
    rows = [f"| `{name}` | {meaning} |" for name, meaning in _COLUMNS.items()]
    return "\n".join(["## Columns", "", "| column | what |", "|---|---|", *rows])


def _bullets(title: str, lines: tuple[str, ...]) -> str:
    return f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _origin(record: DatasetRecord, index: CorpusIndex | None) -> str:
    lines = ["## Sources", ""]
    if index is None:
        lines.append("Synthesised; no recording of anybody is in it.")
    else:
        corpus = index.corpus
        lines += [
            f"- {corpus.title}, {corpus.homepage}",
            f"- Licence: {corpus.licence.spdx} ({corpus.licence.summary}; {corpus.licence.url})",
            f"- Attribution: {corpus.licence.attribution}",
            f"- Citation: {corpus.citation}",
        ]
    lines += [
        "",
        f"Built by soundprobe {record.packages.get('soundprobe', '')}, operation `{record.operation}`, "
        f"seed {record.seed}, plan `{record.plan_sha256[:16]}`.",
    ]
    return "\n".join(lines)
