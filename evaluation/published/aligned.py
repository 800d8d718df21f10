"""A Markdown table whose columns stand below one another in a terminal too."""

from __future__ import annotations

from collections.abc import Sequence


def aligned_table(heading: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> list[str]:
    """Write a table as lines of Markdown.

    Parameters
    ----------
    heading : sequence of str
        The heads of the columns.
    rows : sequence of sequences of str
        As many cells each.
    words : int
        How many columns, from the left, hold words; the others hold numbers and stand to the right.
    """
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (heading, *rows)]
    widths = [max(3, *map(len, column)) for column in zip(*escaped, strict=True)]
    rule = ["-" * width if place < words else "-" * (width - 1) + ":" for place, width in enumerate(widths)]
    return [
        f"| {' | '.join(_padded(cell, widths[place], left=place < words) for place, cell in enumerate(line))} |"
        for line in (escaped[0], rule, *escaped[1:])
    ]


def _padded(cell: str, width: int, *, left: bool) -> str:
    return cell.ljust(width) if left else cell.rjust(width)
