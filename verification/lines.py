"""Lines for a terminal, wrapped to its width."""

from __future__ import annotations

import shutil
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping

_WIDEST, _NARROWEST = 100, 40


def terminal_width() -> int:
    """Give the width to write in: the terminal's, within reason."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST), _WIDEST)


def wrapped(text: str, width: int, *, first: str, rest: str) -> list[str]:
    """Break a text into lines that can be printed, never inside an id or a file name."""
    lines = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [printable(line) for line in lines]


def printable(text: str) -> str:
    """Replace what no terminal takes: the halves of characters in a file name that is no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def counted(number: int, what: str) -> str:
    """Give a number of things: 1 row, 2 rows."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def rule_lines(checks: Mapping[str, int], *, width: int) -> Iterator[str]:
    """List the rules that were applied, by family, with the number of times."""
    families = _families(checks)
    column = max(map(len, families), default=0)
    for family, rules in families.items():
        yield from wrapped(rules, width, first=f"  {family:<{column}}  ", rest=" " * (column + 4))


def _families(checks: Mapping[str, int]) -> dict[str, str]:
    by_count: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for rule, count in sorted(checks.items()):
        family, _, name = rule.partition(".")
        by_count[family][count].append(name)
    return {
        family: "; ".join(f"{', '.join(names)} ({count:,})" for count, names in sorted(counts.items(), reverse=True))
        for family, counts in sorted(by_count.items())
    }
