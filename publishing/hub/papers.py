"""The papers of a part of a release, or of a release without its audio, made from the record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from manifests.errors import RecordError
from manifests.record import OPEN_COUNT, CorpusUse, DatasetRecord, ShardRecord
from manifests.release_record.documents import TOP
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from publishing.hub.contents import items_path, shipped_files
from publishing.metadata.papers import write_release_papers

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe


def write_papers(
    record: ReleaseRecord, sources: Mapping[str, Path], folder: Path, *, with_audio: bool
) -> dict[str, Path]:
    """Write README.md, ATTRIBUTION.md and croissant.json into a scratch folder.

    Parameters
    ----------
    record : ReleaseRecord
        What the papers tell of.
    sources : mapping of str to pathlib.Path
        Where the files of the release lie.
    folder : pathlib.Path
        Where the papers go; files are linked into it, so that what is counted and measured is found.
    with_audio : bool
        Whether the clips are told of.

    Returns
    -------
    mapping of str to pathlib.Path
        The papers, by their names in the release.

    Raises
    ------
    RecipeError
        If a recipe of the record is not known here.
    RecordError
        If a recipe here is another than the one in the record: papers made from it would tell of something else.
    """
    needed = set(shipped_files(record, with_audio=with_audio)) - set(TOP)
    for name in needed | {items_path(entry.recipe) for entry in record.datasets}:
        link = folder.joinpath(*name.split("/"))
        link.parent.mkdir(parents=True, exist_ok=True)
        if name in sources and sources[name].is_file() and name.count("/"):
            link.symlink_to(sources[name].resolve())
    write_release_papers(
        folder,
        name=record.name,
        version=record.version,
        date=record.date,
        datasets=[(_built(record, entry), _recipe(record, entry)) for entry in record.datasets],
        with_audio=with_audio,
    )
    return {name: folder / name for name in TOP}


def _recipe(record: ReleaseRecord, entry: DatasetEntry) -> Recipe:
    from recipes.catalogue.registry import find
    from recipes.catalogue.variants import known_recipes

    recipe = known_recipes().get(entry.recipe) or find(f"{entry.suite}/{entry.recipe}")[0]
    same = {
        "recipe_sha256": recipe.digest() == entry.recipe_sha256,
        "level": recipe.level == entry.level,
        "title": recipe.title == entry.title,
        "question": recipe.question == entry.question,
        "options": recipe.options == entry.options,
    }
    differing = [name for name, holds in same.items() if not holds]
    if differing:
        built_with = record.packages.get("soundprobe", "that built it")
        raise RecordError(
            where=f"{record.title}, dataset {entry.recipe}",
            found=f"another recipe than the one here, in {', '.join(differing)}",
            wanted="the same recipe: the papers are made from it",
            remedy=f"publish with the soundprobe {built_with[:80]} and the recipes that it was built with, or build it "
            "again as another version",
        )
    return recipe


def _built(record: ReleaseRecord, entry: DatasetEntry) -> DatasetRecord:
    """Give a dataset's entry in the form that papers are made from."""
    return DatasetRecord(
        recipe=entry.recipe,
        suite=entry.suite,
        level=entry.level,
        operation=entry.operation,
        recipe_sha256=entry.recipe_sha256,
        plan_sha256=entry.plan_sha256,
        code_sha256=entry.code_sha256,
        seed=record.seed,
        sampling_rate=entry.sampling_rate,
        channels=entry.channels,
        options=entry.options,
        counts={label: entry.counts[label] for label in entry.options or (OPEN_COUNT,)},
        corpora=tuple(CorpusUse(**corpus.model_dump()) for corpus in entry.corpora),
        packages=record.packages,
        notes=entry.notes,
        shards=tuple(ShardRecord(**shard.model_dump()) for shard in entry.shards),
        items_sha256=entry.items_sha256,
    )
