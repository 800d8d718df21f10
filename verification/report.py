"""Say what a check found, for people at a terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections import defaultdict
from collections.abc import Iterator

import click

from verification.check import CheckReport
from verification.findings import Finding

_WIDEST, _NARROWEST = 100, 40


def terminal_width() -> int:
    """Give the width to write in: the terminal's, within reason."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST), _WIDEST)


def report_lines(report: CheckReport, *, width: int, max_findings: int) -> Iterator[str]:
    """Write a report.

    Parameters
    ----------
    report : CheckReport
        What was found.
    width : int
        Longest line. Ids and file names are never broken.
    max_findings : int
        How many findings to print; the rest is counted.

    Yields
    ------
    str
        One line each, some with colour.
    """
    shards = "1 shard" if report.shards == 1 else f"{report.shards:,} shards"
    head = f"{report.dataset} ({report.operation}): {report.clips:,} clips of {report.items:,} items in {shards}"
    yield from _wrapped(head, width, first="", rest="  ")
    families = _families(report)
    column = max(map(len, families), default=0)
    for family, rules in families.items():
        yield from _wrapped(rules, width, first=f"  {family:<{column}}  ", rest=" " * (column + 4))
    for line in report.summary:
        yield from _wrapped(line, width, first="  ", rest="    ")
    for finding in report.findings[:max_findings]:
        yield from _finding_lines(finding, width)
    hidden = len(report.findings) - max_findings
    if hidden > 0:
        yield f"  and {hidden:,} more (--max-findings prints more, --json all)"
    yield from _wrapped(_verdict(report), width, first="  ", rest="  ")


def _families(report: CheckReport) -> dict[str, str]:
    """List the rules that were applied, by family, with the number of times."""
    by_count: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for rule, count in sorted(report.checks.items()):
        family, _, name = rule.partition(".")
        by_count[family][count].append(name)
    return {
        family: "; ".join(f"{', '.join(names)} ({count:,})" for count, names in sorted(counts.items(), reverse=True))
        for family, counts in sorted(by_count.items())
    }


def _finding_lines(finding: Finding, width: int) -> Iterator[str]:
    colour = "red" if finding.severity == "error" else "yellow"
    yield f"  {click.style(finding.severity, fg=colour)} {finding.item} {finding.rule}"
    yield from _wrapped(finding.found, width, first="    found  ", rest=" " * 11)
    yield from _wrapped(finding.wanted, width, first="    wanted ", rest=" " * 11)


def _verdict(report: CheckReport) -> str:
    checks = f"{sum(report.checks.values()):,} checks by {len(report.checks)} rules"
    if not report.findings:
        return f"all hold: {checks}"
    errors = "1 error" if report.errors == 1 else f"{report.errors:,} errors"
    warnings = "1 warning" if report.warnings == 1 else f"{report.warnings:,} warnings"
    return f"{errors}, {warnings} in {checks}"


def _wrapped(text: str, width: int, *, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
