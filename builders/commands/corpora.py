"""`soundprobe corpora`: every corpus, whether it is here, its terms, which recipes use it and how to get it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from builders.commands.options import where_options
from builders.commands.plain import TROUBLE, PlainCommand
from builders.commands.wrapping import print_labelled, wrapped
from manifests.errors import CorpusError

if TYPE_CHECKING:
    from corpora.fetching.standing import Standing
    from corpora.indexing.model import Corpus

_COLOURS = {"present": "green", "partial": "yellow", "broken": "red"}


@click.command("corpora", cls=PlainCommand)
@where_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def corpora_command(*, given: dict[str, Path], below: Path | None, as_json: bool) -> None:
    """Show every corpus: is it here and whole, its terms, who uses it, how to get it.

    Recordings are counted by their names; no audio is opened. Exit code 2: the metadata of a corpus, or the module that
    declares it, cannot be read.

    \b
    Examples:
      soundprobe corpora --corpora /data
      soundprobe corpora --corpus ljspeech=/data/LJSpeech-1.1 --json
    """
    from corpora.fetching.standing import standing_of
    from corpora.indexing.registry import corpora_or_faults, corpus_named
    from recipes.catalogue.registry import recipes

    known = corpora_or_faults()
    for name in given.keys() - known.keys():
        corpus_named(name)
    users: dict[str, list[str]] = {}
    for recipe in recipes().values():
        for name in dict.fromkeys(filter(None, (recipe.corpus, *recipe.also))):
            users.setdefault(name, []).append(recipe.target)
    standings = [
        _Undeclared(name, corpus)
        if isinstance(corpus, CorpusError)
        else standing_of(corpus, given=given.get(name), below=below)
        for name, corpus in known.items()
    ]
    if as_json:
        click.echo(json.dumps(_document(standings, users), indent=2, ensure_ascii=False))
    else:
        _print_all(standings, users, searched=bool(given) or below is not None)
    if any(standing.fault for standing in standings):
        sys.exit(TROUBLE)


class _Undeclared(NamedTuple):
    """A corpus whose module is broken: its name is all that is known of it."""

    name: str
    fault: CorpusError
    state: str = "broken"


def _print_all(
    standings: Sequence[Standing | _Undeclared], users: Mapping[str, Sequence[str]], *, searched: bool
) -> None:
    for standing in standings:
        name = _name(standing)
        click.secho(name, bold=True, nl=False)
        click.secho(f"  {standing.state}", fg=_COLOURS.get(standing.state))
        for label, text in _lines(standing, users.get(name, ())):
            print_labelled(label, text)
        click.echo()
    states = [standing.state for standing in standings]
    told = [f"{states.count(state)} {state}" for state in dict.fromkeys(sorted(states, key=_rank))]
    click.echo(wrapped(f"{len(states)} corpora: {', '.join(told)}"))
    if not searched:
        click.echo(wrapped("Nothing was searched: --corpora DIR looks below a folder, --corpus NAME=PATH at one."))


def _rank(state: str) -> int:
    return ("present", "partial", "broken", "absent").index(state) if state in {*_COLOURS, "absent"} else 4


def _name(standing: Standing | _Undeclared) -> str:
    return standing.name if isinstance(standing, _Undeclared) else standing.corpus.name


def _lines(standing: Standing | _Undeclared, users: Sequence[str]) -> list[tuple[str, str]]:
    """Give what is said of a corpus, as labels and texts."""
    from corpora.fetching.wording import licence_text, size_text, terms_text

    used_by = ("used by", ", ".join(users) or "no recipe yet")
    if isinstance(standing, _Undeclared):
        return [used_by, *_fault_lines(standing.fault)]
    corpus = standing.corpus
    lines = [("title", corpus.title)]
    if standing.root is not None:
        lines.append(("where", str(standing.root)))
    lines.append(("recordings", _recordings(standing)))
    if corpus.size_gb:
        lines.append(("size", f"about {size_text(corpus.size_gb * 1e9)}"))
    lines += [("licence", licence_text(corpus)), ("", terms_text(corpus.licence))]
    lines.append(used_by)
    if standing.fault is not None:
        lines += _fault_lines(standing.fault)
    elif standing.state in {"absent", "partial"}:
        lines.append(("get it", "\n".join(_how_to_get(corpus))))
    if standing.state == "partial" and corpus.archives:
        lines.append(("", "move this part away first: a fetch leaves what is there alone"))
    return [(label, text) for label, text in lines if text]


def _fault_lines(fault: CorpusError) -> list[tuple[str, str]]:
    return [("error", f"{fault.where}: found {fault.found}"), ("wanted", fault.wanted), ("to do", fault.remedy)]


def _how_to_get(corpus: Corpus) -> list[str]:
    """Say how a corpus is got: by a fetch, or as its owner wants it."""
    from corpora.fetching.wording import download_bytes, size_text

    if corpus.archives:
        size = download_bytes(corpus)
        return [f"soundprobe fetch {corpus.name}" + (f" ({size_text(size)} to download)" if size else "")]
    if corpus.obtain and corpus.homepage not in corpus.obtain:
        return [corpus.obtain, corpus.homepage]
    return [corpus.obtain or f"from {corpus.homepage}"]


def _recordings(standing: Standing) -> str:
    found, expected = standing.found, standing.expected
    if found is None:
        return f"{expected:,} in the whole corpus" if expected is not None else ""
    if expected is None or found == expected:
        return f"{found:,}, all of them" if expected is not None else f"{found:,}"
    return f"{found:,} of {expected:,}" if found < expected else f"{found:,}; {expected:,} were expected"


def _document(standings: Sequence[Standing | _Undeclared], users: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    entries = [_entry(standing, users.get(_name(standing), ())) for standing in standings]
    keys = {key for entry in entries for key in entry}
    return {"corpora": [{**dict.fromkeys(sorted(keys - entry.keys())), **entry} for entry in entries]}


def _entry(standing: Standing | _Undeclared, users: Sequence[str]) -> dict[str, Any]:
    from corpora.fetching.wording import download_bytes

    fault = _fault(standing.fault)
    if isinstance(standing, _Undeclared):
        return {"name": standing.name, "state": standing.state, "recipes": list(users), "error": fault}
    corpus = standing.corpus
    licence = corpus.licence
    return {
        "name": corpus.name,
        "title": corpus.title,
        "state": standing.state,
        "root": None if standing.root is None else os.fspath(standing.root),
        "recordings": standing.found,
        "expected_recordings": standing.expected,
        "size_gb": corpus.size_gb or None,
        "licence": {
            "spdx": licence.spdx,
            "summary": licence.summary,
            "url": licence.url,
            "redistribution": licence.redistribution,
            "commercial_use": licence.commercial_use,
            "share_alike": licence.share_alike,
            "derivatives": licence.derivatives,
            "of_single_recordings": list(corpus.row_licences),
        },
        "recipes": list(users),
        "fetchable": bool(corpus.archives),
        "download_bytes": download_bytes(corpus) or None,
        "homepage": corpus.homepage,
        "obtain": corpus.obtain,
        "error": fault,
    }


def _fault(fault: CorpusError | None) -> dict[str, str] | None:
    if fault is None:
        return None
    return {"where": fault.where, "found": fault.found, "wanted": fault.wanted, "remedy": fault.remedy}
