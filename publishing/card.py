"""The dataset card: README.md with the Hub's YAML header, generated from the recipe and the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from builders.engine.schema import features_of, published_schema

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex
    from manifests.record import DatasetRecord

# Synthesised by us from nothing but numbers.
_OWN_LICENCE = "cc0-1.0"
# SPDX names that the Hub's licence list spells in lower case; anything else is `other` there.
_HUB_LICENCES = ("cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0", "cc-by-nc-sa-2.0", "pddl")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_PAPER = (
    "Fan Bu, Yuhao Zhang, Xidong Wang, Benyou Wang, Qun Liu, Haizhou Li: Roadmap towards Superhuman Speech "
    "Understanding using Large Language Models, 2024 (arXiv:2410.13268)"
)


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
        f"# {recipe.title} ({recipe.suite.upper()}, level {recipe.level})",
        _question(recipe, record),
        _loading(recipe),
        _bullets("How far this build is from the recipe", record.notes),
        _bullets("Known shortcuts", recipe.shortcuts),
        _bullets("Departures from the paper and its release", recipe.deviations),
        _origin(record, index),
        f"## Citation\n\nThe task is from: {_PAPER}.",
    ]
    return f"---\n{header}---\n\n" + "\n\n".join(section for section in sections if section) + "\n"


def _header(recipe: Recipe, record: DatasetRecord) -> dict[str, Any]:
    total = sum(record.counts.values())
    licences = sorted({use.licence for use in record.corpora}) or [_OWN_LICENCE]
    known = len(licences) == 1 and licences[0].lower() in _HUB_LICENCES
    header: dict[str, Any] = {"pretty_name": f"{recipe.title} ({recipe.suite.upper()} level {recipe.level})"}
    header["license"] = licences[0].lower() if known else "other"
    if not known:
        header["license_name"] = ", ".join(licences)
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
        "\n\nRead it this way: the default reader of `datasets` averages the two channels, and the answer is gone."
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
```{stereo}"""


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
            f"- {corpus.licence.attribution}",
            f"- {corpus.citation}",
        ]
    lines += [
        "",
        f"Built by soundprobe {record.packages.get('soundprobe', '')}, operation `{record.operation}`, "
        f"seed {record.seed}, plan `{record.plan_sha256[:16]}`.",
    ]
    return "\n".join(lines)
