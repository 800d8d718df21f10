"""Plan and build recipes one after another, and say what came out."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import SourceOptions
from builders.commands.plain import TROUBLE
from builders.commands.sources import Sources
from execution.pool import available_cores
from manifests.errors import SoundprobeError
from manifests.layout import DatasetPaths

if TYPE_CHECKING:
    from builders.engine.build import BuildResult
    from builders.engine.planning import Plan
    from builders.engine.recipe import Recipe


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    """What decides a plan beside the recipe and the corpora."""

    seed: int
    limit: int | None
    as_released: bool
    workers: int | None

    def processes(self) -> int:
        """Give the number of processes to use."""
        return self.workers or available_cores()


def chosen_recipes(recipes: Sequence[Recipe], options: PlanOptions) -> list[Recipe]:
    """Apply `--as-released`: of several recipes, those that have such a mode.

    Raises
    ------
    RecipeError
        If there is one recipe and it has no such mode, or none of several has.
    """
    if not options.as_released:
        return list(recipes)
    able = [recipe for recipe in recipes if recipe.as_released is not None]
    return [recipe.released() for recipe in able or recipes[:1]]


def out_folder(recipe: Recipe, out: Path | None) -> Path:
    """Give the build folder of a recipe: `build/levelN` if the user named none."""
    return out or Path("build") / f"level{recipe.level}"


def dataset_paths(recipes: Sequence[Recipe], out: Path | None) -> list[DatasetPaths]:
    """Say where the datasets of the recipes lie or will lie."""
    return [DatasetPaths(out_folder(recipe, out), recipe.name) for recipe in recipes]


def make_plan(recipe: Recipe, sources: Sources, options: PlanOptions) -> Plan:
    """Plan one recipe from the corpora at hand."""
    from builders.engine.planning import plan

    index = sources.for_recipe(recipe)
    return plan(
        recipe,
        index,
        seed=options.seed,
        per_label=options.limit,
        allow_short=sources.may_fall_short(index),
        without=frozenset(sources.options.without),
        workers=options.processes(),
    )


def build_recipes(
    recipes: Sequence[Recipe], *, out: Path | None, source_options: SourceOptions, options: PlanOptions
) -> list[BuildResult]:
    """Plan and build each recipe."""
    from builders.engine.build import build_dataset
    from publishing.cards.writing import built_card

    sources = Sources(source_options, options.processes())
    sources.require_use(recipes)
    results: list[BuildResult] = []
    troubles: list[SoundprobeError] = []
    for recipe in recipes:
        started = time.monotonic()
        try:
            planned = make_plan(recipe, sources, options)
            result = build_dataset(
                planned,
                out=out_folder(recipe, out),
                workers=options.processes(),
                card=partial(built_card, recipe, planned.index, DatasetPaths(out_folder(recipe, out), recipe.name)),
            )
        except SoundprobeError as error:
            if len(recipes) == 1:
                raise
            click.echo(f"error: {error}\n", err=True)  # the other recipes may well be buildable
            troubles.append(error)
            continue
        _report(result, time.monotonic() - started)
        results.append(result)
    if troubles:
        click.echo(f"{len(results)} of {len(recipes)} datasets were built", err=True)
        sys.exit(TROUBLE)
    return results


def _report(result: BuildResult, seconds: float) -> None:
    record = result.record
    counts = ", ".join(f"{count} {label}" for label, count in record.counts.items())
    total = sum(record.counts.values())
    click.secho(f"  {total:,} items: {counts}", bold=True)
    for note in record.notes:
        click.echo(f"  note: {note}")
    kept = f", kept {result.reused:,} from a run that was stopped" if result.reused else ""
    done = "nothing to render: unchanged" if result.stood else f"rendered {result.rendered:,}{kept}"
    click.echo(f"  {done} ({seconds:.1f} s)")
    click.echo(f"  -> {result.paths.folder}\n")
