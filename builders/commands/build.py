"""`soundprobe build`: plan, render and write the datasets of a suite, a level or a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from builders.commands.making import PlanOptions, build_recipes, chosen_recipes
from builders.commands.options import SourceOptions, out_option, plan_options, source_options
from builders.commands.plain import PlainCommand

_WITH_PLAN = ("seed", "limit", "as_released", "workers", "variation", "spoken", "references")
_WITH_SOURCES = ("given", "below", "source", "engine", "allow_damaged", "allow_short", "without")


def split_options(values: dict[str, Any]) -> tuple[SourceOptions, PlanOptions]:
    """Sort the values of the shared options into their two objects."""
    values["without"] = (*values["without"], *values.pop("screened"))
    return (
        SourceOptions(**{name: values[name] for name in _WITH_SOURCES}),
        PlanOptions(**{name: values[name] for name in _WITH_PLAN}),
    )


@click.command("build", cls=PlainCommand)
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@source_options
@plan_options
@out_option
def build_command(targets: tuple[str, ...], out: Path | None, **values: Any) -> None:
    """Build datasets. TARGET is a suite, a level or a recipe.

    \b
    Examples:
      soundprobe build sagi/level2
      soundprobe build volume-perception --corpus ljspeech=/data/LJSpeech-1.1
      soundprobe build sagi/pitch-perception --corpora /data --as-released

    A build that was stopped goes on where it was; an unchanged one renders nothing. Of a level or a suite, tasks whose
    corpus is not here, and that nothing can stand in for, are skipped and named.
    """
    from recipes.catalogue.registry import find

    sources, options = split_options(values)
    recipes = list({recipe.name: recipe for target in targets for recipe in find(target)}.values())
    build_recipes(chosen_recipes(recipes, options), out=out, source_options=sources, options=options)
