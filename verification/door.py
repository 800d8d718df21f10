"""`soundprobe check` and `python -m verification`: verify built datasets from the audio that ships."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from manifests.errors import RecordError, SoundprobeError
from manifests.layout import DatasetPaths, built_datasets

if TYPE_CHECKING:
    from verification.check import CheckReport

MAX_FINDINGS = 20
HOLDS, FAILS, TROUBLE = 0, 1, 2


@click.command("check", cls=PlainCommand)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--max-findings",
    type=click.IntRange(min=0),
    metavar="N",
    default=MAX_FINDINGS,
    show_default=True,
    help="Findings to print for each dataset.",
)
def check_command(*, paths: tuple[Path, ...], workers: int | None, as_json: bool, max_findings: int) -> None:
    """Verify built datasets from the audio that ships.

    PATH is a dataset folder, a build folder or a folder above it; `build` if none is given. Every clip is decoded
    and its property measured anew, by other means than the builder's; files and rows are compared with the record.

    \b
    Examples:
      soundprobe check
      soundprobe check build/level2/volume-perception
      soundprobe check build/level2 --json > findings.json

    Exit code: 0 when all holds (warnings may remain), 1 when an error was found, 2 when it could not be checked.
    """
    from execution.pool import available_cores

    chosen = paths or (Path("build"),)
    sys.exit(run_check(chosen, workers=workers or available_cores(), as_json=as_json, max_findings=max_findings))


def run_check(paths: Sequence[Path], *, workers: int, as_json: bool, max_findings: int) -> int:
    """Check the datasets at some paths and print what was found.

    Parameters
    ----------
    paths : sequence of pathlib.Path
        Dataset folders, build folders or folders above build folders.
    workers : int
        Processes to use.
    as_json : bool
        Print one JSON document instead of text.
    max_findings : int
        How many findings to print for each dataset, as text.

    Returns
    -------
    int
        The exit code: 0, 1 if there is an error, 2 if something could not be checked (whatever else was found).
    """
    from verification.check import check_dataset

    reports: list[CheckReport] = []
    troubles: list[SoundprobeError] = []
    for dataset in _datasets(paths, troubles):
        try:
            report = check_dataset(dataset, workers=workers)
        except SoundprobeError as error:
            troubles.append(error)
            click.echo(f"error: {error}", err=True)
            continue
        reports.append(report)
        if not as_json:
            _print(report, max_findings)
    if as_json:
        _print_json(reports, troubles)
    if troubles:
        return TROUBLE
    return FAILS if any(report.errors for report in reports) else HOLDS


def _datasets(paths: Sequence[Path], troubles: list[SoundprobeError]) -> list[DatasetPaths]:
    """Find the datasets, each once; a path without any is trouble."""
    found: dict[Path, DatasetPaths] = {}
    for path in paths:
        here = built_datasets(path.absolute())
        if not here:
            error = RecordError(
                where=str(path),
                found="no built dataset" if path.exists() else "no such folder",
                wanted="a dataset folder with its record in manifests/ beside it, or a folder above",
                remedy="build it first, or name the build folder",
            )
            troubles.append(error)
            click.echo(f"error: {error}", err=True)
        found.update((dataset.record.resolve(), dataset) for dataset in here)
    return list(found.values())


def _print(report: CheckReport, max_findings: int) -> None:
    from verification.report import report_lines, terminal_width

    for line in report_lines(report, width=terminal_width(), max_findings=max_findings):
        click.echo(line)


def _print_json(reports: Sequence[CheckReport], troubles: Sequence[SoundprobeError]) -> None:
    document = {
        "datasets": [report.to_json() for report in reports],
        "troubles": [
            {"where": error.where, "found": error.found, "wanted": error.wanted, "remedy": error.remedy}
            for error in troubles
        ],
    }
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))
