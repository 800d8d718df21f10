"""`python -m evaluation published`: the papers' tables, what follows from them, and a new model beside them."""

from __future__ import annotations

from pathlib import Path

import click

from builders.commands.plain import PlainCommand

_SECTIONS = ("domains", "outliers", "statements", "core", "judges", "sagi")
_JUDGES = ("gpt4o", "llama")


@click.command("published", cls=PlainCommand)
@click.argument("sections", metavar="[SECTION]...", nargs=-1, type=click.Choice(_SECTIONS))
@click.option(
    "--judge",
    type=click.Choice(_JUDGES),
    default=_JUDGES[0],
    show_default=True,
    help="Whose table: GPT-4o's (Table 5) or LLaMA-3.1-8B-Instruct's (Table 6).",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='Put a new model beside them: JSON, {"TASK": {"METRIC": VALUE}}, rates as shares; docs/published-results.md.',
)
def published_command(*, sections: tuple[str, ...], judge: str, results: Path | None) -> None:
    """Show the tables of Dynamic-SUPERB Phase-2 and SAGI, and what follows from them, as Markdown.

    \b
    SECTION
      domains     relative scores by domain: mean (median)
      outliers    tasks that weigh most in a mean
      statements  what the paper says, and if it follows
      core        Table 2 from the rows of Table 5 or 6
      judges      how far the two judges agree
      sagi        SAGI's Table 3

    Without SECTION: domains.

    \b
    Examples:
      soundprobe evaluate published statements
      soundprobe evaluate published domains --judge llama
      soundprobe evaluate published --results mine.json

    Exit code: 0, or 2 if the results of the new model cannot be read.
    """
    from evaluation.published.domain_lines import new_model_lines
    from evaluation.published.judged import Judge
    from evaluation.published.lines import Section, published_lines

    who = Judge(judge)
    if results is not None:
        click.echo("\n".join(new_model_lines(results, who)))
    for section in sections or (() if results else ("domains",)):
        click.echo("\n".join(published_lines(Section(section), who)))
