"""`soundprobe phonemes`: text-only rows from sentences through a pronouncing dictionary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand

if TYPE_CHECKING:
    from builders.phonemes.sentences import Sentence

# Those of prompts.py, which this module imports only when it runs.
_LEVELS = ("sequence", "token", "token-one-shot")


@click.command("phonemes", cls=PlainCommand)
@click.option(
    "--sentences",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Your sentences, one a line.  [default: 16 that come with soundprobe]",
)
@click.option("--corpus", metavar="NAME=PATH", help="Take the transcripts of a corpus, such as speechocean762.")
@click.option(
    "--dictionary",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Pronouncing dictionary, as cmudict-0.7b.  [default: the corpus's own, or a small one]",
)
@click.option(
    "--level", type=click.Choice([*_LEVELS, "all"]), default="all", show_default=True, help="How to give the phonemes."
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/phonemes"),
    show_default=True,
    help="Where the dataset goes.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Sentences to take.  [default: all]")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=1,
    show_default=True,
    help="What the ids and the choice of --limit depend on.",
)
def phonemes_command(
    *,
    file: Path | None,
    corpus: str | None,
    dictionary: Path | None,
    level: str,
    out: Path,
    limit: int | None,
    seed: int,
) -> None:
    """Make phoneme probes: rows of text that ask for the sentence behind its phonemes.

    Sentences with words that the dictionary lacks are left out, and the words listed; so are sentences that sound
    alike (the sea, the see).

    \b
    Examples:
      soundprobe phonemes
      soundprobe phonemes --corpus speechocean762=/data/speechocean762
      soundprobe phonemes --sentences mine.txt --dictionary cmudict-0.7b
    """
    from builders.phonemes.dictionary import EMBEDDED, read_dictionary
    from builders.phonemes.planning import plan_rows
    from builders.phonemes.writing import write_dataset

    sentences, lexicon = _sentences(file, corpus)
    if dictionary:  # then it spells everything
        sentences = [replace(sentence, spelling=()) for sentence in sentences]
    spelling = read_dictionary(dictionary or lexicon or EMBEDDED)
    levels = _LEVELS if level == "all" else (level,)
    planned = plan_rows(sentences, spelling, levels=levels, limit=limit, seed=seed)
    if notice := planned.notice():
        click.echo(f"note: {notice}", err=True)
    write_dataset(out, planned)
    click.echo(f"{out}: {len(planned.rows):,} questions on {planned.sentences:,} sentences")


def _sentences(file: Path | None, corpus: str | None) -> tuple[list[Sentence], Path | None]:
    from builders.phonemes.sentences import embedded_sentences, sentences_of_corpus, sentences_of_file

    if file and corpus:
        raise click.UsageError("--sentences and --corpus both say where the sentences come from: give one of them")
    if corpus:
        name, equals, path = corpus.partition("=")
        if not (name and equals and path):
            raise click.BadParameter(
                f"{corpus!r} is not NAME=PATH, such as speechocean762=/data/speechocean762", param_hint="--corpus"
            )
        return sentences_of_corpus(name, Path(path).expanduser())
    return (sentences_of_file(file) if file else embedded_sentences()), None
