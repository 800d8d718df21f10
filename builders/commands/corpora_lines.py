"""What is said of a corpus: in one line among the others, or in a block of its own."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from builders.commands.corpora_known import Known, Undeclared
from builders.commands.wrapping import print_labelled, wrapped
from manifests.errors import CorpusError
from manifests.printable import printable

if TYPE_CHECKING:
    from corpora.fetching.standing import Standing
    from corpora.indexing.model import Corpus

_COLOURS = {"present": "green", "partial": "yellow", "broken": "red"}
_HEAD = ("corpus", "state", "recordings", "licence", "get it", "tasks")
_LONGEST_LICENCE = 18


def print_table(known: Sequence[Known]) -> None:
    """Print a line for each corpus, and below it what is lacking or wrong; a narrow terminal has fewer columns."""
    rows = [_HEAD, *(_cells(each) for each in known)]
    room = shutil.get_terminal_size((100, 24)).columns
    columns = len(_HEAD)
    widths = [max(len(row[column]) for row in rows) for column in range(columns)]
    while sum(widths[:columns]) + 2 * (columns - 1) > room and columns > 2:
        columns -= 1
    for row, each in zip(rows, (None, *known), strict=True):
        padded = [cell.ljust(width) for cell, width in zip(row[:columns], widths, strict=False)]
        if each is None:
            click.secho("  ".join(padded).rstrip(), bold=True)
            continue
        padded[1] = click.style(padded[1], fg=_COLOURS.get(each.standing.state))
        click.echo("  ".join(padded).rstrip())
        for line in _remarks(each.standing):
            click.echo(wrapped(printable(line, most=2_000), first="    ", rest="    "))


def print_block(known: Known) -> None:
    """Print all that is known of a corpus."""
    standing = known.standing
    click.secho(known.name, bold=True, nl=False)
    click.secho(f"  {standing.state}", fg=_COLOURS.get(standing.state))
    for label, text in _lines(known):
        print_labelled(label, text)
    click.echo()


def _cells(known: Known) -> tuple[str, ...]:
    from corpora.fetching.standing import ABSENT, MADE

    standing = known.standing
    tasks = str(len(known.used_by) + len(known.stands_in_for))
    if isinstance(standing, Undeclared):
        return known.name, standing.state, "", "", "", tasks
    corpus = standing.corpus
    found = _counts(standing)
    licence = corpus.licence.title
    if len(licence) > _LONGEST_LICENCE:
        licence = f"{licence[: _LONGEST_LICENCE - 1]}…"
    how = "" if standing.state not in {ABSENT, "partial"} else "fetch" if corpus.archives else "by hand"
    return known.name, "made here" if standing.state == MADE else standing.state, found, licence, how, tasks


def _counts(standing: Standing) -> str:
    if standing.found is None:
        return f"of {standing.expected:,}" if standing.expected is not None else ""
    return f"{standing.found:,} of {standing.expected:,}" if standing.expected else f"{standing.found:,}"


def _remarks(standing: Standing | Undeclared) -> list[str]:
    """Say what is wrong with a corpus, or which parts of it are lacking."""
    from corpora.indexing.parts import parts_text

    if standing.fault is not None:
        return [f"error: {standing.fault.where}: found {standing.fault.found}"]
    parts = () if isinstance(standing, Undeclared) else standing.parts
    return [parts_text(parts)] if any(each.lacks for each in parts) else []


def _lines(known: Known) -> list[tuple[str, str]]:
    """Give what is said of a corpus, as labels and texts."""
    from corpora.fetching.wording import licence_text, size_text, terms_text
    from corpora.indexing.parts import how_to_complete, parts_text

    standing = known.standing
    users = [("used by", ", ".join(known.used_by)), ("stands in", ", ".join(known.stands_in_for))]
    if not known.used_by and not known.stands_in_for:
        users = [("used by", "no recipe yet")]
    if isinstance(standing, Undeclared):
        return [*filter(_is_said, users), *_fault_lines(standing.fault)]
    corpus = standing.corpus
    lines = [("title", corpus.title)]
    if standing.root is not None:
        lines.append(("where", str(standing.root)))
    lines += [("recordings", _recordings(standing)), ("", parts_text(standing.parts))]
    if corpus.size_gb:
        lines.append(("size", f"about {size_text(corpus.size_gb * 1e9)}"))
    lines += [("licence", licence_text(corpus)), ("", terms_text(corpus.licence)), *users]
    complete = how_to_complete(standing.parts)
    if standing.fault is not None:
        lines += _fault_lines(standing.fault)
    elif standing.state in {"absent", "partial"}:
        lines += [("the rest", complete), ("get it", "\n".join(_how_to_get(corpus)))]
    if standing.state == "partial" and corpus.archives:
        lines.append(("", "move this part away first: a fetch leaves what is there alone"))
    return [*filter(_is_said, lines)]


def _is_said(line: tuple[str, str]) -> bool:
    return bool(line[1])


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
