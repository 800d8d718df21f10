"""`soundprobe release`: build a release, build it again from its record, verify it, compare two."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builders.commands.options import plan_options, source_options, where_options
from builders.commands.plain import NarrowGroup, PlainCommand

if TYPE_CHECKING:
    from publishing.releases.difference import Difference
    from publishing.releases.rebuilding import RebuildReport

_HOLDS, _FAILS = 0, 1
_SHOWN = 20
_RECORDS, _RELEASES = Path("manifests/releases"), Path("build/releases")

_as_json = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
_workers = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all cores]"
)
_path = click.Path(path_type=Path)


@click.group("release", cls=NarrowGroup, context_settings={"help_option_names": ["-h", "--help"]})
def release_command() -> None:
    """Build, rebuild, verify and diff releases.

    A release is a folder of datasets, and a record that says how every clip of it was made.

    \b
    Examples:
      soundprobe release build sagi/level2 --name mine --version 1.0.0
      soundprobe release rebuild manifests/releases/sagi-level2-demo-0.1.0
      soundprobe release verify build/releases/mine-1.0.0
      soundprobe release diff build/releases/mine-1.0.0 build/releases/mine-1.1.0
    """


@release_command.command("build", cls=PlainCommand)
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--name", required=True, metavar="NAME", help="Lower-case words joined by hyphens.")
@click.option("--version", required=True, metavar="VERSION", help="A semantic version, such as 1.0.0.")
@click.option("--date", metavar="YYYY-MM-DD", help="The day of the release.  [default: today]")
@click.option("--out", type=_path, metavar="DIR", default=_RELEASES, show_default=True, help="Where releases go.")
@click.option("--records", type=_path, metavar="DIR", default=_RECORDS, show_default=True, help="Where records go.")
@click.option("--without-check", is_flag=True, help="Release without checking: the record says so.")
@source_options
@plan_options
def build_command(
    *,
    targets: tuple[str, ...],
    name: str,
    version: str,
    date: str | None,
    out: Path,
    records: Path,
    without_check: bool,
    **values: Any,
) -> None:
    """Build, check and record a release. TARGET is a suite, a level or a recipe.

    Every dataset is built and checked; an error that the check finds stops the release. Release folder and record
    appear whole or not at all; what was released under a name and version is never overwritten. A run that was
    stopped goes on where it was.

    \b
    Examples:
      soundprobe release build sagi/level2 --name mine --version 1.0.0
      soundprobe release build sagi --name sagi --version 1.0.0 --corpora /data

    Exit code: 0 when the release stands, 1 when the check found an error, 2 when it could not be done.
    """
    from builders.commands.build import split_options
    from builders.commands.making import chosen_recipes
    from publishing.releases.building import ReleaseRequest, build_release
    from publishing.releases.checking import CheckFailedError
    from publishing.releases.identity import Identity
    from recipes.catalogue.registry import find

    identity = Identity(name=name, version=version, date=date)
    sources, options = split_options(values)
    recipes = {recipe.name: recipe for target in targets for recipe in find(target)}
    request = ReleaseRequest(
        identity=identity,
        recipes=chosen_recipes(list(recipes.values()), options),
        out=out,
        records=records,
        sources=sources,
        options=options,
        with_check=not without_check,
    )
    try:
        result = build_release(request, say=click.echo)
    except CheckFailedError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(_FAILS)
    if result.stood:
        click.echo(f"nothing to do: {identity.title} is there already, with the same content")
    click.echo(f"  -> {request.release}\n  -> {request.record}")


@release_command.command("rebuild", cls=PlainCommand)
@click.argument("record", type=_path, metavar="RECORD")
@where_options
@click.option("--out", type=_path, metavar="DIR", help="Write the rebuilt release below this folder.")
@click.option(
    "--against",
    type=_path,
    metavar="DIR",
    help="A release folder to measure differing clips against.  [default: build/releases/NAME-VERSION]",
)
@click.option(
    "--tolerance",
    type=click.IntRange(0, 65_535),
    metavar="STEPS",
    help="Steps of 16 bits that a sample may differ by.  [default: 0; 1 where packages or machine are others]",
)
@_workers
@_as_json
def rebuild_command(
    *,
    record: Path,
    given: dict[str, Path],
    below: Path | None,
    out: Path | None,
    against: Path | None,
    tolerance: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Render a release again and compare. RECORD is the folder of its record, from which alone it is made.

    Source files are hashed first; then each clip's samples are compared with the hash in the record, and what was
    measured with what was recorded. No recipe is read, but for speech that was synthesised: eSpeak NG says what the
    recipe has it say; speech by another engine must be there (--corpus synthesised=DIR).

    \b
    Examples:
      soundprobe release rebuild manifests/releases/sagi-level2-demo-0.1.0
      soundprobe release rebuild manifests/releases/sagi-1.0.0 --corpora /data --out rebuilt

    Exit code: 0 when all holds, 1 when something differs, 2 when it could not be done.
    """
    from execution.pool import available_cores
    from manifests.release_record.folder import RecordFolder
    from publishing.releases.rebuilding import RebuildRequest, rebuild_release

    request = RebuildRequest(
        record=RecordFolder.at(record),
        given=given,
        base=below,
        out=out,
        against=against,
        tolerance=tolerance,
        workers=workers or available_cores(),
    )
    report = rebuild_release(request)
    if as_json:
        _print_json(report.to_json())
    else:
        _tell_rebuild(report, wanted=out is not None)
    sys.exit(_HOLDS if report.holds else _FAILS)


@release_command.command("verify", cls=PlainCommand)
@click.argument("release", type=_path, metavar="RELEASE")
@click.option("--record", type=_path, metavar="RECORD", help="A record kept elsewhere.  [default: the one inside]")
@_workers
@_as_json
def verify_command(*, release: Path, record: Path | None, workers: int | None, as_json: bool) -> None:
    """Verify a release folder. RELEASE is the folder.

    Every Parquet file, row and sample is held to the record, and every card, ATTRIBUTION.md and croissant.json to its
    hash there; sources and licences of rows, header and ledger must be the same. A rebuilt release has none of these
    papers, and a recipe-only release no clips; that is told, and is no difference.

    \b
    Examples:
      soundprobe release verify build/releases/mine-1.0.0
      soundprobe release verify downloads/sagi-1.0.0 --record manifests/releases/sagi-1.0.0

    Exit code: 0 when all holds, 1 when something differs, 2 when it could not be done.
    """
    from execution.pool import available_cores
    from publishing.releases.verifying import verify_release

    report = verify_release(release, record=record, workers=workers or available_cores())
    if as_json:
        _print_json(report.to_json())
    else:
        _tell(report.differences)
        outcome = "all as recorded" if report.holds else f"{len(report.differences):,} differences"
        if report.bare:
            click.echo(
                "no card, ATTRIBUTION.md or croissant.json is here, as in a rebuilt release, which is for comparison; "
                "what is published is the release as it was built"
            )
        elif not report.record.documents:
            click.echo("cards, ATTRIBUTION.md and croissant.json were not compared: the record has no hashes of them")
        if report.recipe_only:
            click.echo("records and papers alone, no clips: `soundprobe release rebuild` renders them")
        counted = f"{report.items:,} items in {report.shards:,} files, {report.documents:,} documents"
        click.secho(f"{report.record.title}: {counted}, {outcome}", bold=True)
    sys.exit(_HOLDS if report.holds else _FAILS)


@release_command.command("diff", cls=PlainCommand)
@click.argument("before", type=_path, metavar="A")
@click.argument("after", type=_path, metavar="B")
@click.option("--max-items", type=click.IntRange(min=0), default=_SHOWN, show_default=True, help="Ids of each kind.")
@_as_json
def diff_command(*, before: Path, after: Path, max_items: int, as_json: bool) -> None:
    """Tell how two releases differ. A and B are records or release folders; no audio is opened.

    Items added, removed, relabelled, with another sound, with other parameters, asked in other words, repeated or in
    another order; recipes, files, packages and terms that have changed; a record that is not what its header says.
    Name, version and date do not count.

    \b
    Example:
      soundprobe release diff manifests/releases/sagi-1.0.0 manifests/releases/sagi-1.1.0

    Exit code: 0 when nothing differs, 1 when something does, 2 when it could not be done.
    """
    from manifests.release_record.folder import RecordFolder
    from publishing.releases.comparing import compare_releases, lines_of

    diff = compare_releases(RecordFolder.at(before), RecordFolder.at(after))
    if as_json:
        _print_json(diff.to_json())
    else:
        click.echo("\n".join(lines_of(diff, most=max_items)))
    sys.exit(_HOLDS if diff.same else _FAILS)


def _tell_rebuild(report: RebuildReport, *, wanted: bool) -> None:
    _tell(report.failures)
    if report.changes:
        click.echo(f"other than where it was made: {', '.join(map(str, report.changes))}")
    if report.code_changed:
        meant = (
            "" if report.holds else "; a builder that is meant to sound otherwise needs a new operation, such as NAME/2"
        )
        click.echo(f"built by other code than now: {', '.join(report.code_changed)}{meant}")
    if report.tolerated:
        click.echo(
            f"{len(report.tolerated):,} items differ as far as is allowed: samples by {report.furthest} of "
            f"{report.tolerance} steps of 16 bits at most, or only in what was measured or said of them:"
        )
        _tell(report.tolerated)
    if report.failures and report.against is None:
        click.echo("with --against RELEASE_FOLDER it is told how far a clip is from the released one")
    outcome = f"{len(report.failures):,} differences"
    if report.holds:
        outcome = "every clip within the tolerance" if report.tolerated else "every clip as recorded"
    click.secho(
        f"{report.record.title}: {report.items:,} items rendered again from {report.sources:,} source files, {outcome}",
        bold=True,
    )
    if report.written is not None:
        click.echo(f"  -> {report.written}\n  for comparison: it has no cards and papers, and is not what is published")
    elif wanted:
        click.echo("  not written: a release is written only if every byte is as recorded")


def _tell(differences: Sequence[Difference]) -> None:
    for difference in differences[:_SHOWN]:
        click.echo(f"  {difference}")
    if len(differences) > _SHOWN:
        click.echo(f"  and {len(differences) - _SHOWN:,} more (--json lists them all)")


def _print_json(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, indent=2))  # ASCII alone: what a record holds must not steer the terminal
