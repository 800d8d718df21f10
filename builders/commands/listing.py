"""`soundprobe list`: suites, levels, recipes, the corpora they need and whether those are here."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import SourceOptions, where_options
from builders.commands.plain import PlainCommand

if TYPE_CHECKING:
    from builders.commands.sources import Sources
    from builders.engine.recipe import Recipe


@click.command("list", cls=PlainCommand)
@where_options
def list_command(given: dict[str, Path], below: Path | None) -> None:
    """Show suites, levels, recipes, the corpora they need and whether those are here.

    \b
    Example:
      soundprobe list --corpora /data
    """
    from builders.commands.sources import Sources
    from recipes.catalogue.registry import recipes
    from recipes.catalogue.suites import suite_tasks, suites

    options = SourceOptions(given=given, below=below, source=None, allow_damaged=False, allow_short=False)
    sources = Sources(options, workers=1)
    tasks = [task for suite in suites() for task in suite_tasks(suite)]
    everything = recipes().values()
    levels = {(task.suite, task.level) for task in tasks} | {(recipe.suite, recipe.level) for recipe in everything}
    for suite, level in sorted(levels):
        mine = [recipe for recipe in everything if (recipe.suite, recipe.level) == (suite, level)]
        titles = {recipe.title for recipe in mine}
        missing = [t.title for t in tasks if (t.suite, t.level) == (suite, level) and t.title not in titles]
        click.secho(f"{suite}/level{level}", bold=True)
        for recipe in mine:
            _print_recipe(recipe, sources)
        if missing:
            _print_wrapped(f"no recipe yet ({len(missing)}): {', '.join(missing)}")
    click.secho("corpora", bold=True)
    _print_corpora(sources)
    click.echo("terms, sizes and how to get them: soundprobe corpora")


def _print_recipe(recipe: Recipe, sources: Sources) -> None:
    released = "; --as-released" if recipe.as_released else ""
    varied = f"; --variation 1 to {len(recipe.variations)}" if recipe.variations else ""
    size = f"{recipe.per_label:,} of each: {', '.join(recipe.options)}"
    if recipe.is_open:
        size = f"{recipe.per_label:,} items, answered in words ({recipe.measure})"
    click.echo(f"  {recipe.target}")
    _print_wrapped(f"  {size}{released}{varied}")
    _print_wrapped(f"  corpus: {_told_of_corpora(recipe, sources)}")


def _told_of_corpora(recipe: Recipe, sources: Sources) -> str:
    told = []
    for name in recipe.corpora:
        status = sources.status(name)
        missing = f": {recipe.stand_in} stands in" if recipe.stand_in else ": needed"
        told.append(f"{name} ({status}{missing if status == 'not here' else ''})")
    return ", ".join(told) or "none needed"


def _print_wrapped(text: str) -> None:
    room = shutil.get_terminal_size((100, 24)).columns
    click.echo(textwrap.fill(text, room, initial_indent="  ", subsequent_indent="      "))


def _print_corpora(sources: Sources) -> None:
    from corpora.indexing.registry import corpora

    for name, corpus in corpora().items():
        status = sources.status(name)
        where = str(sources.where(name)) if status == "here" else status
        click.echo(f"  {name}: {corpus.title}, {corpus.licence.title}\n    {where}")
