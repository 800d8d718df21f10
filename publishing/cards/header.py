"""The card's YAML header, by which the Hub lists a dataset and `datasets` loads it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from builders.engine.schema import features_of, published_schema
from manifests.licences import hub_licence
from publishing.cards.markdown import one_line
from publishing.cards.statement import spoken_languages
from publishing.cards.tasks import task_categories
from publishing.licensing.ledger import release_terms

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord

QUESTION_LANGUAGE = "en"
_NO_LANGUAGE = "zxx"  # of coughs and other sounds that are no language
_SIZES = (
    *((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M")),
    *((10_000_000, "1M<n<10M"), (100_000_000, "10M<n<100M")),
)
_BEYOND = "100M<n<1B"


def dataset_header(recipe: Recipe, record: DatasetRecord) -> dict[str, Any]:
    """Give the header of one dataset's card.

    Parameters
    ----------
    recipe : Recipe
        What was built.
    record : DatasetRecord
        What came out.
    """
    licence = hub_licence(use.licence for use in record.corpora)
    terms = release_terms(record.corpora)
    if "license_name" in licence and terms.licence_url and len(terms.spdx) == 1:
        licence["license_link"] = terms.licence_url
    return {
        "pretty_name": f"{recipe.title} ({suite_title(recipe)} level {recipe.level})",
        **licence,
        **described([(record, recipe)]),
        "tags": ["audio", "probing", "benchmark", "soundprobe", recipe.suite],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*.parquet"}]}],
        "dataset_info": {"features": yaml_features(recipe)},
    }


def described(datasets: Iterable[tuple[DatasetRecord, Recipe]]) -> dict[str, Any]:
    """Give the fields that describe what is in datasets, alone or together: languages, size, origin of the labels."""
    datasets = list(datasets)
    total = sum(sum(record.counts.values()) for record, _ in datasets)
    languages = sorted({tag for record, recipe in datasets for tag in languages_of(recipe, record)})
    kinds = ["multilingual" if len(languages) > 1 else "monolingual"]
    if all(recipe.answer_language for _, recipe in datasets):
        kinds = ["translation"]
    return {
        "language": languages,
        "multilinguality": kinds,
        "task_categories": sorted({task for _, recipe in datasets for task in task_categories(recipe)}),
        "size_categories": [next((name for limit, name in _SIZES if total < limit), _BEYOND)],
        "annotations_creators": sorted({recipe.annotations_creators for _, recipe in datasets}),
        "source_datasets": ["extended" if any(record.corpora for record, _ in datasets) else "original"],
    }


def languages_of(recipe: Recipe, record: DatasetRecord) -> set[str]:
    """Give the languages of a dataset's questions, clips and answers, as the Hub lists them (ISO 639)."""
    tags = {QUESTION_LANGUAGE, recipe.answer_language, *spoken_languages(recipe, record)}
    return {tag.partition("-")[0] for tag in tags} - {"", _NO_LANGUAGE}


def suite_title(recipe: Recipe) -> str:
    """Print a published suite's name as its paper does, and an own one as it is."""
    return recipe.suite.upper() if recipe.paper else recipe.suite


def yaml_features(recipe: Recipe) -> list[dict[str, Any]]:
    """Spell the features of a recipe's dataset as the Hub's YAML does."""
    return [
        _feature(name, kind)
        for name, kind in features_of(published_schema(recipe.construction, spoken=recipe.spoken)).items()
    ]


def front_matter(header: Mapping[str, Any]) -> str:
    """Write a header as the first lines of a card; no value runs over lines, where it could look like the end."""
    import yaml

    text = yaml.safe_dump(_on_one_line(dict(header)), sort_keys=False, allow_unicode=True, width=sys.maxsize)
    return f"---\n{text}---\n"


def _on_one_line(value: Any) -> Any:
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, dict):
        return {one_line(name): _on_one_line(each) for name, each in value.items()}
    return [_on_one_line(each) for each in value] if isinstance(value, list) else value


def _feature(name: str, kind: Any) -> dict[str, Any]:
    if kind.get("_type") == "Value":
        return {"name": name, "dtype": kind["dtype"]}
    if kind.get("_type") == "Audio":
        return {"name": name, "dtype": {"audio": {"sampling_rate": kind["sampling_rate"]}}}
    if kind.get("_type") == "List":
        inner = kind["feature"]
        if inner.get("_type") == "Value":
            return {"name": name, "list": inner["dtype"]}
        return {"name": name, "list": [_feature(key, value) for key, value in inner.items()]}
    return {"name": name, "struct": [_feature(key, value) for key, value in kind.items()]}
