"""Planning every task of SAGI over indexed corpora of full size: what a user waits for before anything is rendered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness.isolation import FreshProcess
from benchmarks.harness.result import Result, Settings
from builders.engine.recipe import Recipe
from corpora.indexing.table import CorpusIndex

_MOST_S = 20.0


def run(settings: Settings) -> Iterator[Result]:
    """Write the tests' trees, index them, plan once to measure what plans need, and time the second planning."""
    with FreshProcess() as process:
        by_recipe = process.call(planned, settings.scratch, settings.quick)
    yield Result(
        name=f"planning: {len(by_recipe)} tasks of SAGI",
        value=sum(by_recipe.values()),
        unit="s",
        bound="at most",
        wanted=_MOST_S,
        about="over indexed trees of the corpora's full size, measurements known; one process",
        details=dict(by_recipe),
    )


def planned(scratch: Path, quick: bool) -> dict[str, float]:
    """Give the seconds that each recipe's second plan takes."""
    from recipes.catalogue.registry import recipes
    from recipes.catalogue.suites import suite_tasks

    titles = {task.title for task in suite_tasks("sagi")}
    own = [recipe for recipe in recipes().values() if recipe.suite == "sagi" and recipe.title in titles]
    if quick:
        own = [recipe for recipe in own if recipe.corpus not in ("vctk", "ms_snsd", "coughvid")]
    indexes: dict[str, CorpusIndex] = {}
    seconds = {}
    for recipe in own:
        taken = tuple(_index(name, recipe, scratch, indexes) for name in recipe.corpora)
        _plan(recipe, taken)
        started = time.perf_counter()
        _plan(recipe, taken)
        seconds[recipe.name] = time.perf_counter() - started
    return seconds


def _plan(recipe: Recipe, indexes: tuple[CorpusIndex, ...]) -> None:
    from builders.engine.planning import plan

    first, *others = indexes or (None,)
    plan(recipe, first, others=tuple(other for other in others if other), seed=1)


def _index(name: str, recipe: Recipe, scratch: Path, known: dict[str, CorpusIndex]) -> CorpusIndex:
    from corpora.indexing.build import build_index
    from corpora.indexing.registry import corpus_named

    # Level 2 asks for sounds with an answer; what is synthesised is each recipe's own.
    key = f"{name} of {recipe.name}" if name == "synthesised" or recipe.level == 2 else name
    if key not in known:
        root = _tree(name, recipe, scratch / key.replace(" ", "-"))
        known[key] = build_index(corpus_named(name), root, workers=2)
    return known[key]


def _tree(name: str, recipe: Recipe, folder: Path) -> Path:
    from tests.builders.sagi import spoken_tree, tree_of
    from tests.builders.trees import archive_tree, ljspeech_tree

    folder.mkdir(parents=True)
    if name == "synthesised":
        return spoken_tree(recipe, folder)
    if recipe.name == "pitch-perception":
        return archive_tree(folder, rows=2_000)
    if name == "ljspeech":
        return ljspeech_tree(folder, recipe.construction.source_ids)  # type: ignore[attr-defined]
    return tree_of(name, "full", folder)
