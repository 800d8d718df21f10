"""A small release, really built: two datasets of tones, and datasets of speech that nobody rendered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builders.engine.build import build_dataset
from builders.engine.planning import plan
from corpora.indexing.registry import corpora
from manifests.layout import DatasetPaths
from manifests.record import CorpusUse, DatasetRecord, read_items
from publishing.card import card_text
from publishing.metadata.papers import write_release_papers
from recipes.catalogue.registry import find

RELEASE = {"name": "tones", "version": "1.2.0", "date": "2026-01-31"}


@pytest.fixture(scope="session")
def tones():
    """Give the recipes of the small release."""
    (recipe,) = find("binaural-effect-perception")
    return [recipe, replace(recipe, name="binaural-again", title="Binaural, again")]


@pytest.fixture(scope="session")
def built(tmp_path_factory, tones):
    """Build the small release; give its folder, and each dataset's record and recipe."""
    folder = tmp_path_factory.mktemp("tones-1.2.0")
    datasets = []
    for recipe in tones:
        planned = plan(recipe, None, seed=1, per_label=4)
        result = build_dataset(
            planned, out=folder, workers=1, card=lambda record, _items, recipe=recipe: card_text(recipe, record)
        )
        datasets.append((result.record, recipe))
        paths = DatasetPaths(folder, recipe.name)
        paths.card.write_text(card_text(recipe, result.record, read_items(paths.items)), encoding="utf-8")
        copy = folder / "records" / paths.items.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(paths.items.read_bytes())
    write_release_papers(folder, **RELEASE, datasets=datasets)
    return folder, datasets


@pytest.fixture
def speech():
    """Give a record of each recipe, made from a corpus by its name, as a build would write it."""

    def make(recipe, *names, **changes):
        known = corpora()
        uses = tuple(
            CorpusUse(
                name=name,
                title=known[name].title,
                licence=known[name].licence.spdx,
                index_sha256="4" * 64,
                files=10,
            )
            for name in names
        )
        record = DatasetRecord(
            recipe=recipe.name,
            suite=recipe.suite,
            level=recipe.level,
            operation=recipe.construction.operation,
            recipe_sha256="1" * 64,
            plan_sha256="2" * 64,
            code_sha256="3" * 64,
            seed=1,
            sampling_rate=16_000,
            channels=recipe.channels,
            options=recipe.options,
            counts=recipe.wanted(),
            corpora=uses,
            packages={"soundprobe": "0.1.0"},
            notes=(),
            shards=(),
        )
        return replace(record, **changes), recipe

    return make
