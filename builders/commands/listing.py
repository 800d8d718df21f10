"""`soundprobe list`: suites, levels, recipes, the corpora they need and whether those are here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.options import SourceOptions, where_options
from builders.commands.plain import PlainCommand
from builders.commands.wrapping import wrapped
from manifests.counting import counted

if TYPE_CHECKING:
    from builders.commands.sources import Sources
    from builders.engine.recipe import Recipe

_LANGUAGES = {
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "zh": "Mandarin",
}


@click.command("list", cls=PlainCommand)
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@where_options
def list_command(targets: tuple[str, ...], given: dict[str, Path], below: Path | None) -> None:
    """Show suites, levels, recipes, the corpora they need and whether those are here.

    TARGET is a suite, a level or a recipe; of a recipe that is named, the question is shown too.

    \b
    Examples:
      soundprobe list --corpora /data
      soundprobe list sagi/level3
      soundprobe list speaker-gender
    """
    from builders.commands.sources import Sources
    from recipes.catalogue.registry import find, recipes
    from recipes.catalogue.suites import suite_tasks, suites

    options = SourceOptions(given=given, below=below, source=None, allow_damaged=False, allow_short=False)
    sources = Sources(options, workers=1)
    tasks = [task for suite in suites() for task in suite_tasks(suite)]
    titles = {recipe.title for recipe in recipes().values()}
    chosen = {recipe.target: recipe for target in targets for recipe in find(target)} or recipes()
    levels = {(recipe.suite, recipe.level) for recipe in chosen.values()}
    if not targets:
        levels |= {(task.suite, task.level) for task in tasks}
    for suite, level in sorted(levels):
        click.secho(f"{suite}/level{level}", bold=True)
        for recipe in chosen.values():
            if (recipe.suite, recipe.level) == (suite, level):
                _print_recipe(recipe, sources, asks=not {recipe.target, recipe.name}.isdisjoint(targets))
        missing = [task.title for task in tasks if (task.suite, task.level) == (suite, level)]
        missing = [title for title in missing if title not in titles and not targets]
        if missing:
            _print_wrapped(f"no recipe yet ({len(missing):,}): {', '.join(missing)}")
    click.echo(wrapped("corpora, their terms and sizes, and how to get them: soundprobe corpora"))


def _print_recipe(recipe: Recipe, sources: Sources, *, asks: bool) -> None:
    released = "; --as-released" if recipe.as_released else ""
    varied = f"; --variation 1 to {len(recipe.variations)}" if recipe.variations else ""
    size = f"{recipe.per_label:,} of each: {', '.join(recipe.options)}"
    if recipe.is_open:
        size = f"{counted(recipe.per_label, 'item')}, free answers, scored by {_scorer(recipe.measure)}"
    click.echo(f"  {recipe.target}")
    if asks:
        _print_wrapped(f"  asks: {recipe.question.format(*recipe.options)}")
    _print_wrapped(f"  {size}{released}{varied}")
    if recipe.languages:
        answers = f"; answers in {_language(recipe.answer_language)}" if recipe.answer_language else ""
        _print_wrapped(f"  speech: {', '.join(map(_language, recipe.languages))}{answers}")
    _print_wrapped(f"  corpus: {_told_of_corpora(recipe, sources)}")


def _scorer(measure: str) -> str:
    return "a judge" if measure.startswith("rating:") else measure


def _language(tag: str) -> str:
    return _LANGUAGES.get(tag, tag)


def _told_of_corpora(recipe: Recipe, sources: Sources) -> str:
    told = []
    for name in recipe.corpora:
        status = sources.status(name)
        missing = f": {recipe.stand_in} stands in" if recipe.stand_in else ": needed"
        told.append(f"{name} ({status}{missing if status == 'not here' else ''})")
    return ", ".join(told) or "none needed"


def _print_wrapped(text: str) -> None:
    click.echo(wrapped(text, first="  ", rest="      "))
