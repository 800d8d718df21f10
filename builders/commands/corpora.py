"""`soundprobe corpora`: every corpus, whether it is here, its terms, which recipes use it and how to get it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from builders.commands.corpora_known import Known
from builders.commands.options import where_options
from builders.commands.plain import TROUBLE, PlainCommand
from builders.commands.wrapping import wrapped
from manifests.counting import counted

_ORDER = ("present", "partial", "broken", "absent")


@click.command("corpora", cls=PlainCommand)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@where_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def corpora_command(*, names: tuple[str, ...], given: dict[str, Path], below: Path | None, as_json: bool) -> None:
    """Show every corpus in a line; of those that are named, all: where, terms, who uses it, how to get it.

    Recordings are counted by their names; no audio is opened. Exit code 2: the metadata of a corpus, or the module that
    declares it, cannot be read.

    \b
    Examples:
      soundprobe corpora --corpora /data
      soundprobe corpora ravdess vctk --corpora /data
      soundprobe corpora --corpus ljspeech=/data/LJSpeech-1.1 --json
    """
    from builders.commands.corpora_json import corpora_document
    from builders.commands.corpora_known import known_corpora
    from builders.commands.corpora_lines import print_block, print_table

    known = known_corpora(given=given, below=below, only=names)
    if as_json:
        click.echo(json.dumps(corpora_document(known), indent=2, ensure_ascii=False))
    elif names:
        for each in known:
            print_block(each)
        _print_unsearched(given, below)
    else:
        print_table(known)
        click.echo()
        _print_sum(known)
        _print_unsearched(given, below)
    if any(each.standing.fault for each in known):
        sys.exit(TROUBLE)


def _print_sum(known: list[Known]) -> None:
    states = [each.standing.state for each in known]
    told = [f"{states.count(state)} {state}" for state in dict.fromkeys(sorted(states, key=_rank))]
    click.echo(wrapped(f"{counted(len(states), 'corpus', several='corpora')}: {', '.join(told)}"))
    click.echo(wrapped("terms, tasks, places and how to get them: soundprobe corpora NAME..."))


def _print_unsearched(given: dict[str, Path], below: Path | None) -> None:
    if not given and below is None:
        click.echo(wrapped("Nothing was searched: --corpora DIR looks below a folder, --corpus NAME=PATH at one."))


def _rank(state: str) -> int:
    return _ORDER.index(state) if state in _ORDER else len(_ORDER)
