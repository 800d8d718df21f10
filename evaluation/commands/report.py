"""`soundprobe evaluate report`: score files as a table, as JSON and as a page."""

from __future__ import annotations

from pathlib import Path

import click

from builders.commands.plain import PlainCommand

_FILE = click.Path(path_type=Path)


@click.command("report", cls=PlainCommand)
@click.argument("scores", nargs=-1, required=True, metavar="SCORES...", type=_FILE)
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page: radar, bars with intervals, controls.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Write Markdown tables.")
@click.option("--json", "json_file", type=_FILE, metavar="FILE", help="Write all numbers as one JSON value.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the intervals.")
def report_command(
    *, scores: tuple[Path, ...], html: Path | None, markdown: Path | None, json_file: Path | None, seed: int
) -> None:
    """Put scores of one or more models on one or more sets side by side, with the papers' published columns.

    SCORES are files of `soundprobe evaluate score SET REPLIES --out FILE`, one for each model and set. Models are
    compared with the model of the first file. Without --html, --markdown or --json the Markdown is printed.

    \b
    Examples:
      soundprobe evaluate report scores/*.json
      soundprobe evaluate report one.json two.json --html report.html --markdown report.md

    Exit code: 0 when the report was made, whatever the scores are, 2 when it could not be.
    """
    import json

    from evaluation.reports.markdown import markdown as markdown_of
    from evaluation.reports.page import write_page
    from evaluation.reports.reading import read_scores, without_runs
    from evaluation.reports.report import make_report
    from evaluation.reports.summary import summary
    from manifests.atomic import write_text_atomically
    from verification.lines import printable

    files, runs = without_runs(scores)
    if runs:
        click.echo(f"left out, as facts of runs and no scores: {', '.join(map(str, runs))}", err=True)
    made = make_report(read_scores(files), seed=seed)
    text = printable(markdown_of(made))
    if html is not None:
        write_page(made, html)
    if markdown is not None:
        write_text_atomically(markdown, text)
    if json_file is not None:
        write_text_atomically(json_file, json.dumps(summary(made), indent=2) + "\n")
    written = [path for path in (html, markdown, json_file) if path is not None]
    click.echo("\n".join(f"-> {path}" for path in written) if written else text.rstrip("\n"))
