"""`soundprobe fetch`: download corpora, check them, unpack them and put them in their place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import TROUBLE, PlainCommand
from builders.commands.wrapping import print_labelled, wrapped
from manifests.counting import counted
from manifests.errors import CorpusError
from manifests.printable import printable

if TYPE_CHECKING:
    from corpora.fetching.fetching import Fetched
    from corpora.fetching.standing import Standing
    from corpora.indexing.model import Corpus


@click.command("fetch", cls=PlainCommand)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    envvar="SOUNDPROBE_CORPORA",
    default=Path("corpora-data"),
    show_default=True,
    show_envvar=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that corpora lie in; each gets one of its own there.",
)
@click.option("--keep-archives", is_flag=True, help="Keep what was downloaded after it is unpacked.")
def fetch_command(*, names: tuple[str, ...], folder: Path, keep_archives: bool) -> None:
    """Download corpora. NAME is one that `soundprobe corpora` lists.

    Checksums are verified; a corpus appears in DIR whole or not at all; a run that was stopped goes on where it was.
    What is there already is left alone. Exit code 2: a corpus was not brought, also because its owner wants a person to
    ask for it; then it is said how.

    \b
    Examples:
      soundprobe fetch ravdess
      soundprobe fetch vctk coughvid --to /data --keep-archives
      soundprobe build sagi --corpora /data
    """
    from corpora.indexing.registry import corpus_named

    folder = folder.expanduser()
    chosen = [corpus_named(name) for name in dict.fromkeys(names)]
    there = [_fetch_one(corpus, folder, keep_archives=keep_archives) for corpus in chosen]
    if any(there):
        click.echo(wrapped(f"use it: soundprobe build ... --corpora {folder}"))
    if False in there:
        sys.exit(TROUBLE)


def _fetch_one(corpus: Corpus, folder: Path, *, keep_archives: bool) -> bool | None:
    """Bring one corpus and tell of it; False if it is not there in the end, None if it need not be."""
    from corpora.fetching.fetching import fetch
    from corpora.fetching.standing import ABSENT, BROKEN, MADE, PARTIAL, standing_of
    from corpora.indexing.parts import how_to_complete, parts_text

    click.secho(wrapped(f"{corpus.name}: {corpus.title}"), bold=True)
    standing = standing_of(corpus, below=folder)
    if standing.state == MADE:
        print_labelled("nothing", "the build makes it itself")
        return None
    if standing.state == BROKEN and standing.fault is not None:
        return _told(standing.fault)
    if standing.state != ABSENT:
        part = "; to fetch the whole, move it away" if standing.state == PARTIAL else ""
        print_labelled("left alone", f"{_count(standing)} are there already{part}")
        print_labelled("", str(standing.root))
        if complete := how_to_complete(standing.parts):
            print_labelled("the rest", f"{parts_text(standing.parts)}: or {complete}")
        return True
    _print_terms(corpus)
    if not corpus.archives:
        print_labelled("to get it", corpus.obtain or f"see {corpus.homepage}")
        print_labelled("", f"then unpack it to {folder / corpus.name}")
        return False
    try:
        fetched = fetch(corpus, folder, keep_archives=keep_archives)
    except CorpusError as error:
        return _told(error)
    _print_fetched(corpus, fetched)
    return fetched.standing.fault is None


def _print_terms(corpus: Corpus) -> None:
    from corpora.fetching.wording import download_bytes, licence_text, size_text, terms_text

    licence = corpus.licence
    strict = not (licence.redistribution and licence.derivatives and licence.commercial_use)
    print_labelled("licence", licence_text(corpus))
    print_labelled("", terms_text(licence), fg="yellow" if strict else None)
    if licence.url:
        print_labelled("", licence.url)
    if corpus.archives:
        size, files = download_bytes(corpus), len(corpus.archives)
        room = f"; unpacked about {size_text(corpus.size_gb * 1e9)}" if corpus.size_gb else ""
        told = size_text(size) if size else "size not published"
        print_labelled("to download", f"{files} file{'s' * (files > 1)}, {told}{room}")


def _print_fetched(corpus: Corpus, fetched: Fetched) -> None:
    for archive, done in zip(corpus.archives, fetched.downloads, strict=True):
        before = " (by an earlier run)" if done.stood else ""
        verdict = "as published" if archive.checksum else "no sum is published: compare it with what others got"
        print_labelled("downloaded", f"{done.path.name}{before}\n{done.checksum}\n{verdict}")
    standing = fetched.standing
    if fetched.archives is not None:
        print_labelled("archives", str(fetched.archives))
    print_labelled("unpacked", f"{_count(standing)}\n{standing.root}")
    if standing.fault is not None:
        _told(standing.fault)


def _count(standing: Standing) -> str:
    found, expected = standing.found, standing.expected
    if found is None:
        return "recordings"
    if expected is None or found == expected:
        return counted(found, "recording")
    if found < expected:
        return f"{found:,} of {counted(expected, 'recording')}"
    return f"{counted(found, 'recording')} where there should be {expected:,}"


def _told(error: CorpusError) -> bool:
    click.echo(f"error: {printable(str(error), most=8_000, keep=chr(10))}", err=True)
    return False
