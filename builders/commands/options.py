"""The options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

DEFAULT_SEED = 1
DEFAULT_ENGINE = "espeak-ng"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class SourceOptions:
    """Where corpora are, and what is accepted of them.

    Parameters
    ----------
    given : mapping
        Corpora named one by one.
    below : pathlib.Path or None
        A folder to look for corpora in.
    source : str or None
        A corpus to use in place of the recipe's own.
    allow_damaged, allow_short : bool
        Leave out unreadable files; accept a smaller balanced set.
    without : tuple of str
        Ids of recordings to leave out.
    engine : str or None
        What speaks where speech is synthesised; None if the user named nothing.
    """

    given: dict[str, Path]
    below: Path | None
    source: str | None
    allow_damaged: bool
    allow_short: bool
    without: tuple[str, ...] = ()
    engine: str | None = None


def _pairs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, Path]:
    pairs = {}
    for value in values:
        name, equals, path = value.partition("=")
        if not (name and equals and path):
            raise click.BadParameter(f"{value!r} is not NAME=PATH, such as ljspeech=/data/LJSpeech-1.1")
        pairs[name] = Path(path).expanduser()
    return pairs


def _rejected(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> tuple[str, ...]:
    """Read the ids of a screening list: what follows a space, a tab or a comma, and lines with #, are remarks."""
    if path is None:
        return ()
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} cannot be read as text ({error})") from error
    ids = (re.split(r"[\s,]", line.strip(), maxsplit=1)[0] for line in lines)
    return tuple(name for name in ids if name and not name.startswith("#"))


def _folder(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    if value is not None and not value.strip():
        raise click.BadParameter("an empty name; give a folder, such as build/level2")
    return None if value is None else Path(value).expanduser()


_OUT = click.option("--out", metavar="DIR", callback=_folder, help="Build folder.  [default: build/levelN]")
_WHERE = (
    click.option(
        "--corpus",
        "given",
        metavar="NAME=PATH",
        multiple=True,
        callback=_pairs,
        help="Where a corpus lies.",
    ),
    click.option(
        "--corpora",
        "below",
        metavar="DIR",
        envvar="SOUNDPROBE_CORPORA",
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        help="Look for known corpora below this folder; for some of the others a demo corpus stands in.",
    ),
)
_SOURCES = (
    *_WHERE,
    click.option("--source", metavar="NAME", help="Take clips from this corpus instead of the recipe's own."),
    click.option("--allow-damaged", is_flag=True, help="Leave out recordings that cannot be read."),
    click.option("--without", metavar="ID", multiple=True, help="Leave out this recording. Repeatable."),
    click.option(
        "--screened",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        callback=_rejected,
        metavar="FILE",
        help="Leave out the recordings that this list names: an id a line, then anything.",
    ),
    click.option(
        "--engine",
        metavar="ENGINE",
        help=f"What speaks: espeak-ng, or openai:URL?model=NAME&voice=NAME.  [default: {DEFAULT_ENGINE}]",
    ),
    click.option("--allow-short", is_flag=True, help="Accept a smaller balanced set if the corpus is too small."),
)
_PLAN = (
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        metavar="N",
        default=DEFAULT_SEED,
        show_default=True,
        help="What every random draw depends on.",
    ),
    click.option("--limit", type=click.IntRange(1, 1_000_000), metavar="N", help="Items a label, not the recipe's."),
    click.option("--as-released", is_flag=True, help="Reproduce the published set, defects included."),
    click.option(
        "--variation", type=click.IntRange(min=1), metavar="N", help="Ask in other words: the paper's variation N."
    ),
    click.option(
        "--references",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Sentences and translations for emotion-translation: id, emotion, sentence, translation.",
    ),
    click.option("--spoken", is_flag=True, help="Speak the question before the clip; --engine says by what."),
    click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all cores]"),
)


def where_options(function: F) -> F:
    """Add the options that say where corpora are."""
    return _with(function, _WHERE)


def source_options(function: F) -> F:
    """Add the options that say where corpora are and what is accepted of them."""
    return _with(function, _SOURCES)


def out_option(function: F) -> F:
    """Add the option that says where datasets go."""
    return _OUT(function)


def plan_options(function: F) -> F:
    """Add the options that decide a plan, and how many processes work on it."""
    return _with(function, _PLAN)


def _with(function: F, options: tuple[Callable[[F], F], ...]) -> F:
    for option in reversed(options):
        function = option(function)
    return function
