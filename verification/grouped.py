"""Findings for people at a terminal, gathered by rule: what one rule finds in a thousand rows is one thing to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

from verification.findings import Finding
from verification.lines import printable, wrapped

ITEMS_NAMED = 5


def by_rule(findings: Sequence[Finding]) -> list[tuple[str, list[Finding]]]:
    """Gather findings by rule, in the order in which the first of each stands."""
    gathered: dict[str, list[Finding]] = {}
    for finding in findings:
        gathered.setdefault(f"{finding.severity} {finding.rule}", []).append(finding)
    return [(group[0].rule, group) for group in gathered.values()]


def finding_lines(
    findings: Sequence[Finding], *, name: str, width: int, max_items: int, hints: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Write findings: for each rule the items, what was found in the first of them, and what was wanted.

    Parameters
    ----------
    findings : sequence of Finding
        The most harmful first.
    name : str
        Of the set: of the whole of it need not be said where.
    width : int
        Longest line. Ids and file names are never broken.
    max_items : int
        How many items to name for each rule; the rest is counted.
    hints : mapping of str to str, optional
        What to do, by rule or family of rules. One is given once.

    Yields
    ------
    str
        One line each, some with colour.
    """
    hints = hints or {}
    hinted: set[str] = set()
    for rule, found in by_rule(findings):
        yield from _rule(rule, found, name, width, max_items)
        hint = hints.get(rule) or hints.get(rule.partition(".")[0])
        if hint and hint not in hinted:
            hinted.add(hint)
            yield from wrapped(hint, width, first="    to do  ", rest=" " * 11)


def _rule(rule: str, findings: Sequence[Finding], name: str, width: int, max_items: int) -> Iterator[str]:
    first = findings[0]
    colour = "red" if first.severity == "error" else "yellow"
    times = f" ({len(findings):,} times)" if len(findings) > 1 else ""
    yield printable(f"  {click.style(first.severity, fg=colour)} {rule}{times}")
    shown = [finding.item for finding in findings[:max_items]]
    if shown and shown != [name]:  # of the set as a whole it need not be said
        hidden = len(findings) - len(shown)
        names = ", ".join(shown) + (f" and {hidden:,} more" if hidden else "")
        yield from wrapped(names, width, first="    in     ", rest=" " * 11)
    # Items differ in what was found: then it is one item's.
    differ = any(finding.found != first.found for finding in findings)
    yield from wrapped(
        f"{first.item}: {first.found}" if differ else first.found, width, first="    found  ", rest=" " * 11
    )
    yield from wrapped(first.wanted, width, first="    wanted ", rest=" " * 11)
