"""`soundprobe check`: verify built datasets from the audio that ships."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from manifests.errors import OutputError, RecordError, SoundprobeError
from manifests.layout import DatasetPaths, built_datasets, unrecorded_datasets
from verification.grouped import ITEMS_NAMED

if TYPE_CHECKING:
    from verification.check import CheckReport

HOLDS, FAILS, TROUBLE = 0, 1, 2


@click.command("check", cls=PlainCommand)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--max-findings",
    type=click.IntRange(min=0),
    metavar="N",
    default=ITEMS_NAMED,
    show_default=True,
    help="Items to name for each rule.",
)
@click.option("--quick", is_flag=True, help="Only hold it against its record and recipe: no audit, nothing stored.")
@click.option("--survival/--no-survival", default=True, help="Try what a model's front end leaves of the property.")
@click.option("--rules", "list_rules", is_flag=True, help="List the rules that were applied, and how often.")
def check_command(
    *,
    paths: tuple[Path, ...],
    workers: int | None,
    as_json: bool,
    max_findings: int,
    quick: bool,
    survival: bool,
    list_rules: bool,
) -> None:
    """Verify built datasets from the audio that ships.

    PATH is a dataset folder, a build folder or a folder above it; `build` if none is given. Every clip is decoded
    and its property measured anew, by other means than the builder's; files, rows and card are compared with the
    record and the recipe. Then the dataset is audited as anybody's: classifiers try to answer without the property,
    and a sample goes through what models do to audio first. What came out is stored beside the record, and on the card,
    unless the dataset is part of a release.

    \b
    Examples:
      soundprobe check
      soundprobe check build/level2/volume-perception
      soundprobe check build/level2 --quick
      soundprobe check build/level2 --json > findings.json

    Exit code: 0 when all holds (warnings may remain), 1 when an error was found, 2 when it could not be checked.
    """
    from execution.pool import available_cores

    chosen = paths or (Path("build"),)
    sys.exit(
        run_check(
            chosen,
            workers=workers or available_cores(),
            as_json=as_json,
            max_findings=max_findings,
            list_rules=list_rules,
            audited=not quick,
            survival=survival,
        )
    )


def run_check(
    paths: Sequence[Path],
    *,
    workers: int,
    as_json: bool,
    max_findings: int,
    list_rules: bool = False,
    audited: bool = True,
    survival: bool = True,
) -> int:
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
        How many items to name for each rule, as text.
    list_rules : bool
        Whether to list the rules that were applied.
    audited, survival : bool
        Whether to audit the datasets too, and to try front ends; the results are then stored.

    Returns
    -------
    int
        The exit code: 0, 1 if there is an error, 2 if something could not be checked (whatever else was found).
    """
    from verification.check import check_dataset

    reports: list[CheckReport] = []
    folders: list[Path] = []
    troubles: list[SoundprobeError] = []
    datasets = _datasets(paths, troubles)
    named = Counter(dataset.name for dataset in datasets)
    for dataset in datasets:
        try:
            report = check_dataset(dataset, workers=workers, audited=audited, survival=survival)
            if audited and not _released(dataset):
                _store(dataset, report)
            if audited and report.audit is None:
                click.echo(f"note: {dataset.folder} was not audited: its files cannot be opened", err=True)
        except SoundprobeError as error:
            _trouble(error, troubles)
            continue
        reports.append(report)
        folders.append(dataset.folder)
        if not as_json:
            if named[dataset.name] > 1:  # two builds of one recipe: the name does not say which this is
                click.secho(f"{dataset.folder}:", bold=True)
            _print(report, max_findings, list_rules)
    if as_json:
        _print_json(reports, folders, troubles)
    elif len(reports) + len(troubles) > 1:
        _print_closing(reports, len(troubles))
    if troubles:
        return TROUBLE
    return FAILS if any(report.errors for report in reports) else HOLDS


def _datasets(paths: Sequence[Path], troubles: list[SoundprobeError]) -> list[DatasetPaths]:
    """Find the datasets, each once; a path without any is trouble, and so is a dataset without a record."""
    found: dict[Path, DatasetPaths] = {}
    unrecorded: set[Path] = set()
    for path in paths:
        here = built_datasets(path.absolute())
        without = [folder.resolve() for folder in unrecorded_datasets(path.absolute())]
        if not here and not without:
            _trouble(_nothing_at(path), troubles)
        found.update((dataset.record.resolve(), dataset) for dataset in here)
        unrecorded.update(without)
    for folder in sorted(unrecorded):
        _trouble(_without_record(folder), troubles)
    return list(found.values())


def _released(dataset: DatasetPaths) -> bool:
    """Whether a dataset is part of a release, of which nothing is ever changed."""
    return (dataset.out / "release.json").is_file()


def _store(dataset: DatasetPaths, report: CheckReport) -> None:
    """Keep the results beside the record, and sum them up on the card."""
    from importlib.metadata import version

    from publishing.results import store_results

    try:
        store_results(dataset, {**report.to_json(), "version": version("soundprobe")})
    except OutputError as error:  # a release on a read-only disk can be checked all the same
        click.echo(f"note: the results were not stored: {error.where}: {error.found}", err=True)


def _trouble(error: SoundprobeError, troubles: list[SoundprobeError]) -> None:
    troubles.append(error)
    click.echo(f"error: {error}", err=True)


def _nothing_at(path: Path) -> RecordError:
    try:
        exists = path.exists()
    except OSError:  # a name that is too long for the file system
        exists = False
    return RecordError(
        where=str(path),
        found="no built dataset" if exists else "no such folder",
        wanted="a dataset folder with its record in manifests/ beside it, or a folder above",
        remedy="build it first, or name the build folder",
    )


def _without_record(folder: Path) -> RecordError:
    return RecordError(
        where=str(folder),
        found="a dataset without a record: nothing of it was checked",
        wanted=f"{DatasetPaths(folder.parent, folder.name).record}",
        remedy="get the record from where the dataset is from, build it again, or move the folder away",
    )


def _print(report: CheckReport, max_findings: int, list_rules: bool) -> None:
    from verification.lines import terminal_width
    from verification.report import report_lines

    width = terminal_width()
    for line in report_lines(report, width=width, max_findings=max_findings, list_rules=list_rules):
        click.echo(line)
    if report.audit is not None:
        from verification.audit.terminal import note_lines, own_notes, result_lines

        for line in (
            *result_lines(report.audit, width=width),
            *note_lines(own_notes(report.audit.notes), width=width),
        ):
            click.echo(line)


def _print_closing(reports: Sequence[CheckReport], troubles: int) -> None:
    failing = sum(report.errors > 0 for report in reports)
    counts = {"hold": len(reports) - failing, "with errors": failing, "in trouble (not checked)": troubles}
    said = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    click.echo(f"{len(reports) + troubles:,} in all: {said}")


def _print_json(reports: Sequence[CheckReport], folders: Sequence[Path], troubles: Sequence[SoundprobeError]) -> None:
    document = {
        "datasets": [
            {**report.to_json(), "folder": str(folder)} for report, folder in zip(reports, folders, strict=True)
        ],
        "troubles": [
            {"where": error.where, "found": error.found, "wanted": error.wanted, "remedy": error.remedy}
            for error in troubles
        ],
    }
    click.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))
