"""Print labelled text that fits the terminal, wide or narrow."""

from __future__ import annotations

import shutil
import textwrap
from typing import Any

import click

from manifests.printable import printable

_WIDEST = 110  # longer lines are hard to follow
_LABEL = 14


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """Break a text into lines for the terminal; a path or an address is never broken, as it could not be copied."""
    width = min(shutil.get_terminal_size((100, 24)).columns, _WIDEST)
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def print_labelled(label: str, text: str, **style: Any) -> None:
    """Print a text, of one line or several, beside its label."""
    first, rest = f"  {label:<{_LABEL - 2}}", " " * _LABEL
    # Texts may hold what others wrote: a path, a line of their metadata.
    for number, piece in enumerate(printable(text, most=4_000, keep="\n").split("\n")):
        click.secho(wrapped(piece.strip(), first=first if number == 0 else rest, rest=rest), **style)
