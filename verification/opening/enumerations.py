"""Options that stand in a text: as an enumeration, `(A) left (B) right`, or as a list, `left, right or both`."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

_MARK = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[,;:?.]))(?P<open>\()?(?P<key>[A-Za-z]|\d{1,2})(?P<close>[).:])(?=\s|$)\s*")
_JOINS = re.compile(r"(?:\s*[,;])?(?:\s+(?:or|and))?\s*$")
# What instructions go on with after the last option.
_GOES_ON = re.compile(
    r"(?:(?<=[.?!;:])\s+(?:please|choose|select|pick|respond|reply|answer|your|give|output|only)\b"
    r"|\s+the\s+(?:correct|right|best)?\s*(?:answer|option|choice)\s*(?:is\b|:)).*",
    re.IGNORECASE | re.DOTALL,
)


def enumerated(text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Find an enumeration of at least two options from `A`, `a` or `1` on.

    Returns
    -------
    tuple of (texts, keys), or None
        Keys in capitals.
    """
    marks = list(_MARK.finditer(text))
    for style in ("(", ")", ".", ":"):
        for alphabet in (string.ascii_uppercase, string.ascii_lowercase, [str(n) for n in range(1, 27)]):
            run = _run([mark for mark in marks if _style(mark) == style], alphabet)
            if len(run) > 1:
                texts = _between(text, run)
                if all(texts):
                    return tuple(texts), tuple(mark["key"].upper() for mark in run)
    return None


def split_list(text: str, *, by_and: bool = False) -> list[str]:
    """Split at commas, semicolons and `or` that stand outside brackets."""
    words = "or|and" if by_and or (re.search("[,;]", text) and not re.search(r"\bor\b", text)) else "or"
    pattern = re.compile(rf"\s*[,;]\s*(?:(?:{words})\s+)?|\s+(?:{words})\s+")
    depth, start, place, pieces = 0, 0, 0, []
    while place < len(text):
        depth += (text[place] in "([") - (text[place] in ")]")
        match = pattern.match(text, place) if depth == 0 else None
        if match:
            pieces.append(text[start:place])
            start = place = match.end()
        else:
            place += 1
    return [*pieces, text[start:]]


def _style(mark: re.Match[str]) -> str:
    return "(" if mark["open"] and mark["close"] == ")" else mark["close"]


def _run(marks: Sequence[re.Match[str]], alphabet: Sequence[str]) -> list[re.Match[str]]:
    """Keep the marks that follow each other from the first letter on; the last such run counts."""
    run: list[re.Match[str]] = []
    for mark in marks:
        if len(run) < len(alphabet) and mark["key"] == alphabet[len(run)]:
            run.append(mark)
        elif mark["key"] == alphabet[0] and len(run) < 2:
            run = [mark]
    return run


def _between(text: str, run: Sequence[re.Match[str]]) -> list[str]:
    ends = [*(mark.start() for mark in run[1:]), len(text)]
    pieces = [text[mark.end() : end] for mark, end in zip(run, ends, strict=True)]
    # What follows the last option on a new line, or as an instruction, is no longer part of it.
    pieces = [*pieces[:-1], _GOES_ON.sub("", pieces[-1].split("\n")[0])]
    pieces = [_JOINS.sub("", piece.rstrip()) for piece in pieces]
    last = pieces[-1]
    if last and last[-1] in ".?" and not all(piece.endswith(last[-1]) for piece in pieces):
        pieces[-1] = last[:-1]
    return pieces
