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
from builders.commands.wrapping import wrapped
from execution.pool import available_cores
from manifests.counting import counted
from manifests.errors import AbsentCorpusError, PlanError, RecipeError, SoundprobeError
from manifests.layout import DatasetPaths

if TYPE_CHECKING:
    from builders.engine.build import BuildResult
    from builders.engine.planning import Plan
    from builders.engine.recipe import Recipe
    from corpora.indexing.table import CorpusIndex


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    """What decides a plan beside the recipe and the corpora."""

    seed: int
    limit: int | None
    as_released: bool
    workers: int | None
    variation: int | None = None
    spoken: bool = False
    references: Path | None = None

    def processes(self) -> int:
        """Give the number of processes to use."""
        return self.workers or available_cores()


def chosen_recipes(recipes: Sequence[Recipe], options: PlanOptions) -> list[Recipe]:
    """Apply `--references`, `--as-released`, `--variation` and `--spoken`: of several recipes, to those that can.

    Raises
    ------
    RecipeError
        If there is one recipe and it has no such variant, or none of several has.
    """
    chosen = list(recipes)
    if options.references is not None:
        chosen = _referring(chosen, options.references)
    if options.as_released:
        able = [recipe for recipe in chosen if recipe.as_released is not None]
        chosen = [recipe.released() for recipe in able or chosen[:1]]
    if options.variation is not None:
        able = [recipe for recipe in chosen if len(recipe.variations) >= options.variation]
        chosen = [recipe.varied(options.variation) for recipe in able or chosen[:1]]
    return [recipe.aloud() for recipe in chosen] if options.spoken else chosen


def _referring(recipes: Sequence[Recipe], path: Path) -> list[Recipe]:
    from builders.translation import referring

    chosen = [referring(recipe, path) for recipe in recipes]
    if chosen == list(recipes):
        raise RecipeError(
            where=f"--references {path}",
            found="no recipe here that reads references, or the same ones",
            wanted="a recipe of the builder translation, as sagi/emotion-translation",
            remedy="leave it out, or build that recipe",
        )
    return chosen


def out_folder(recipe: Recipe, out: Path | None) -> Path:
    """Give the build folder of a recipe: `build/levelN` if the user named none."""
    return out or Path("build") / f"level{recipe.level}"


def dataset_paths(recipes: Sequence[Recipe], out: Path | None) -> list[DatasetPaths]:
    """Say where the datasets of the recipes lie or will lie."""
    return [DatasetPaths(out_folder(recipe, out), recipe.name) for recipe in recipes]


def make_plan(recipe: Recipe, sources: Sources, options: PlanOptions, *, alone: bool = False) -> Plan:
    """Plan one recipe from the corpora at hand.

    Parameters
    ----------
    recipe : Recipe
        What to plan.
    sources : Sources
        The corpora at hand.
    options : PlanOptions
        What else decides.
    alone : bool
        Whether no other recipe is asked for: then ids to leave out must be of its corpora.

    Raises
    ------
    PlanError
        If it cannot be planned, or none of the ids to leave out is in a corpus of a recipe that stands alone.
    """
    from builders.engine.planning import plan

    indexes = sources.for_recipe(recipe)
    if alone:
        _require_known_ids(recipe, indexes, sources.options.without)
    index, *others = indexes or (None,)
    return plan(
        recipe,
        index,
        others=tuple(others),
        seed=options.seed,
        per_label=options.limit,
        allow_short=sources.may_fall_short((index, *others) if index else ()),
        without=frozenset(sources.options.without),
        workers=options.processes(),
    )


def _require_known_ids(recipe: Recipe, indexes: Sequence[CorpusIndex], without: Sequence[str]) -> None:
    from builders.engine.planning import ids_of

    known = ids_of(indexes) | recipe.construction.own_ids()
    if without and known.isdisjoint(without):
        named = ", ".join(without[:5]) + (", ..." if len(without) > 5 else "")
        raise PlanError(
            where=f"recipe {recipe.target}: --without, --screened",
            found=f"{counted(len(without), 'id')}, none of which is in {_titles(indexes)}: {named}",
            wanted=f"ids of its recordings, as {min(known)}" if known else "no ids: no recordings are used",
            remedy="correct the ids, or leave them out",
        )


def _titles(indexes: Sequence[CorpusIndex]) -> str:
    return " or ".join(index.corpus.title for index in indexes) or "any corpus, as none is used"


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
    skipped: list[AbsentCorpusError] = []
    for recipe in recipes:
        started = time.monotonic()
        try:
            planned = make_plan(recipe, sources, options, alone=len(recipes) == 1)
            result = build_dataset(
                planned,
                out=out_folder(recipe, out),
                workers=options.processes(),
                card=partial(built_card, recipe, DatasetPaths(out_folder(recipe, out), recipe.name)),
            )
        except AbsentCorpusError as error:
            if len(recipes) == 1:
                raise
            skipped.append(error)
            continue
        except SoundprobeError as error:
            if len(recipes) == 1:
                raise
            click.echo(f"error: {error}\n", err=True)  # the other recipes may well be buildable
            troubles.append(error)
            continue
        _report(result, time.monotonic() - started)
        results.append(result)
    report_skipped(skipped)
    if troubles or not results:
        click.echo(f"{len(results)} of {counted(len(recipes), 'dataset')} were built", err=True)
        sys.exit(TROUBLE)
    return results


def report_skipped(skipped: Sequence[AbsentCorpusError]) -> None:
    """Say which tasks want a corpus that is not here, and how to get it."""
    if not skipped:
        return
    click.secho(f"skipped, for want of what they are made from: {len(skipped)}", bold=True)
    alike: dict[tuple[str, str], list[str]] = {}
    for error in skipped:
        alike.setdefault((error.wanted, error.remedy), []).append(error.where.removeprefix("recipe "))
    for (wanted, remedy), names in alike.items():
        click.echo(wrapped(", ".join(names), first="  ", rest="  "))
        click.echo(wrapped(f"wanted: {wanted}", first="    ", rest=" " * 12))
        click.echo(wrapped(f"to do:  {remedy}", first="    ", rest=" " * 12))


def _report(result: BuildResult, seconds: float) -> None:
    record = result.record
    counts = ", ".join(f"{count:,} {label}" for label, count in record.counts.items() if record.options)
    total = sum(record.counts.values())
    click.secho(
        f"  {counted(total, 'item')}{f': {counts}' if counts else ', each with an answer of its own'}", bold=True
    )
    for note in record.notes:
        click.echo(f"  note: {note}")
    kept = f", kept {result.reused:,} from a run that was stopped" if result.reused else ""
    done = "nothing to render: unchanged" if result.stood else f"rendered {result.rendered:,}{kept}"
    click.echo(f"  {done} ({seconds:.1f} s)")
    click.echo(f"  -> {result.paths.folder}\n")
