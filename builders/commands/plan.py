"""`soundprobe plan`: the table of a recipe's items, before any audio is rendered."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builders.commands.build import split_options
from builders.commands.making import chosen_recipes, make_plan
from builders.commands.options import plan_options, source_options
from builders.commands.plain import PlainCommand

if TYPE_CHECKING:
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
    """
    from builders.commands.sources import Sources
    from manifests.atomic import write_text_atomically
    from recipes.catalogue.registry import find

    source, options = split_options(values)
    sources = Sources(source, options.processes())
    lines = []
    for recipe in chosen_recipes(find(target), options):
        planned = make_plan(recipe, sources, options)
        counts = ", ".join(f"{count} {label}" for label, count in planned.counts().items())
        told = "each with an answer of its own" if recipe.is_open else counts
        click.secho(f"{recipe.target}: {len(planned.items):,} items ({told})", bold=True)
        for note in planned.notes:
            click.echo(f"note: {note}")
        shown = planned.items if everything else planned.items[:rows]
        _print_table(shown)
        if len(shown) < len(planned.items):
            click.echo(f"... and {len(planned.items) - len(shown):,} more (--all prints every item)")
        click.echo()
        lines += [json.dumps(item.to_json(), ensure_ascii=False) + "\n" for item in planned.items]
    if jsonl is not None:
        write_text_atomically(jsonl, "".join(lines))
        click.echo(f"{len(lines):,} items -> {jsonl}")


def _print_table(items: tuple[PlanItem, ...]) -> None:
    head = ("id", "label", "options", "source", "parameters")
    body = [
        (
            item.id,
            item.label,
            " | ".join(item.options),
            ", ".join(ref.item for ref in item.sources) or "-",
            ", ".join(f"{name} {value}" for name, value in item.parameters.items() if value is not None),
        )
        for item in items
    ]
    widths = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
    room = shutil.get_terminal_size((100, 24)).columns
    for row in [head, *body]:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(line if len(line) <= room else line[: room - 1] + "…")
