"""The survival table, for a card and a terminal, and in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verification.survival.matrix import SurvivalRow, Verdict
from verification.survival.verdict import NOT_EVEN_UNTREATED

WORDS: dict[Verdict, str] = {
    "answerable": "answerable",
    "weakened": "weakened",
    "unanswerable": "not answerable",
}


def markdown_rows(rows: Sequence[SurvivalRow]) -> tuple[str, ...]:
    """Write the table as lines of Markdown, heading included; no lines if there are no rows."""
    if not rows:
        return ()
    lines = [_line(("After", "The task is", "Labels that still hold", "95 % interval", "What was done"))]
    lines.append("|---|---|---:|---:|---|")
    first = rows[0]
    untreated = f"{round(first.untreated * first.items)} of {first.items} ({percent(first.untreated)})"
    lines.append(_line(("nothing", "", untreated, "", f"guessing among the labels: {percent(first.chance)}")))
    lines += [_line((row.title, WORDS[row.verdict], _counted(row), _interval(row), row.note)) for row in rows]
    return tuple(lines)


def terminal_rows(rows: Sequence[SurvivalRow]) -> tuple[str, ...]:
    """Write the table as aligned lines of text, without the notes; no lines if there are no rows."""
    if not rows:
        return ()
    cells = [(row.title, WORDS[row.verdict], _counted(row), f"95 %: {_interval(row)}") for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return tuple(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells
    )


def sentence(rows: Sequence[SurvivalRow]) -> str:
    """Say it in one sentence: answerable after A and B; not answerable after averaging to mono."""
    if not rows:
        return "No treatment was tried."
    first = rows[0]
    if NOT_EVEN_UNTREATED in first.note:
        return (
            f"The labels cannot be measured on these clips even untreated ({percent(first.untreated)} hold), "
            "so nothing can be said about treatments."
        )
    parts = []
    for which, words in WORDS.items():
        titles = [_with_share(row) for row in rows if row.verdict == which]
        if titles:
            parts.append(f"{words} after {_listed(titles)}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def percent(share: float) -> str:
    """Write a share as a whole percentage, never rounding up to all or down to none."""
    whole = round(share * 100)
    if whole == 100 and share < 1:
        return "> 99 %"
    return "< 1 %" if whole == 0 and share > 0 else f"{whole} %"


def _with_share(row: SurvivalRow) -> str:
    return f"{row.title} ({percent(row.share)} of the labels hold)" if row.verdict == "weakened" else row.title


def _counted(row: SurvivalRow) -> str:
    return f"{row.holds} of {row.items} ({percent(row.share)})"


def _interval(row: SurvivalRow) -> str:
    return f"{100 * row.low:.0f} to {100 * row.high:.0f} %"


def _listed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
