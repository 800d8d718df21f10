"""`soundprobe plan`: the table of a recipe's items, before any audio is rendered."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builders.commands.build import split_options
from builders.commands.making import chosen_recipes, make_plan, report_skipped
from builders.commands.options import plan_options, source_options
from builders.commands.plain import TROUBLE, PlainCommand
from builders.commands.table import item_lines
from builders.commands.wrapping import wrapped
from manifests.counting import counted
from manifests.errors import AbsentCorpusError, SoundprobeError
from manifests.printable import printable

if TYPE_CHECKING:
    from builders.engine.planning import Plan
    from manifests.rows import PlanItem


@click.command("plan", cls=PlainCommand)
@click.argument("target")
@source_options
@plan_options
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="Items to print of each recipe.",
)
@click.option("--all", "everything", is_flag=True, help="Print every item.")
@click.option("--jsonl", type=click.Path(path_type=Path, dir_okay=False), help="Also write all items to this file.")
def plan_command(target: str, rows: int, *, everything: bool, jsonl: Path | None, **values: Any) -> None:
    """Print the items of a recipe before any audio is rendered.

    \b
    Examples:
      soundprobe plan sagi/volume-perception
      soundprobe plan binaural-effect-perception --all
      soundprobe plan sagi/level2 --jsonl plan.jsonl

    Of a level or a suite, recipes whose corpus is not here, and that nothing can stand in for, are skipped and named.
    """
    from builders.commands.sources import Sources
    from manifests.atomic import write_text_atomically
    from recipes.catalogue.registry import find

    source, options = split_options(values)
    sources = Sources(source, options.processes())
    recipes = chosen_recipes(find(target), options)
    lines: list[str] = []
    skipped: list[AbsentCorpusError] = []
    troubles = 0
    for recipe in recipes:
        try:
            planned = make_plan(recipe, sources, options, alone=len(recipes) == 1)
        except SoundprobeError as error:
            if len(recipes) == 1:
                raise
            if isinstance(error, AbsentCorpusError):
                skipped.append(error)
            else:
                click.echo(f"error: {error}\n", err=True)
                troubles += 1
            continue
        _print_plan(planned, planned.items if everything else planned.items[:rows])
        lines += [json.dumps(item.to_json(), ensure_ascii=False) + "\n" for item in planned.items]
    report_skipped(skipped)
    if jsonl is not None and lines:
        write_text_atomically(jsonl, "".join(lines))
        click.echo(f"{counted(len(lines), 'item')} -> {jsonl}")
    if troubles or len(skipped) == len(recipes):
        made = len(recipes) - len(skipped) - troubles
        click.echo(f"{made:,} of {counted(len(recipes), 'recipe')} were planned", err=True)
        sys.exit(TROUBLE)


def _print_plan(planned: Plan, shown: Sequence[PlanItem]) -> None:
    recipe = planned.recipe
    counts = ", ".join(f"{count:,} {label}" for label, count in planned.counts().items())
    told = "each with an answer of its own" if recipe.is_open else counts
    click.secho(wrapped(f"{recipe.target}: {counted(len(planned.items), 'item')} ({told})", rest="  "), bold=True)
    for note in planned.notes:
        click.echo(wrapped(f"note: {printable(note, most=4_000)}", rest="      "))
    for line in item_lines(shown):
        click.echo(line)
    if len(shown) < len(planned.items):
        click.echo(f"... and {len(planned.items) - len(shown):,} more (--all prints every item)")
    click.echo()
