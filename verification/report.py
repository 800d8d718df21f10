"""Say what a check found, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from verification.check import CheckReport
from verification.findings import Finding
from verification.lines import rule_lines, wrapped

_AGAIN = "get the files again from where they were published, or build the dataset again"
# What to do, by rule or family of rules, where it does not depend on how the mistake was made.
_HINTS = {
    "shard": _AGAIN,
    "audio.decodes": _AGAIN,
    "record.pcm_sha256": _AGAIN,
    "record.missing": _AGAIN,
    "record.extra": _AGAIN,
    "card": "build the dataset again: that writes the card anew and renders nothing",
    "card.other_files": "move these files out of the dataset folder",
    "shard.unexpected": "move these files out of the data folder",
    "record.rules": "write the rules; CONTRIBUTING.md says how",
    "recipe.known": "check it with the release that built it, or build it again with this one",
}


def report_lines(report: CheckReport, *, width: int, max_findings: int, list_rules: bool = False) -> Iterator[str]:
    """Write a report: the verdict first, then what was measured, then the findings.

    Parameters
    ----------
    report : CheckReport
        What was found.
    width : int
        Longest line. Ids and file names are never broken.
    max_findings : int
        How many findings to print; the rest is counted.
    list_rules : bool
        Whether to list the rules that were applied.

    Yields
    ------
    str
        One line each, some with colour.
    """
    yield from wrapped(_verdict(report), width, first="", rest="  ")
    for line in report.summary:
        yield from wrapped(line, width, first="  ", rest="    ")
    hinted: set[str] = set()
    for finding in report.findings[:max_findings]:
        yield from _finding_lines(finding, width)
        hint = _HINTS.get(finding.rule) or _HINTS.get(finding.rule.partition(".")[0])
        if hint and hint not in hinted:  # once is enough
            hinted.add(hint)
            yield from wrapped(hint, width, first="    to do  ", rest=" " * 11)
    hidden = len(report.findings) - max_findings
    if hidden > 0:
        yield f"  and {hidden:,} more (--max-findings prints more, --json all)"
    if list_rules:
        yield from rule_lines(report.checks, width=width)


def _finding_lines(finding: Finding, width: int) -> Iterator[str]:
    colour = "red" if finding.severity == "error" else "yellow"
    yield f"  {click.style(finding.severity, fg=colour)} {finding.item} {finding.rule}"
    yield from wrapped(finding.found, width, first="    found  ", rest=" " * 11)
    yield from wrapped(finding.wanted, width, first="    wanted ", rest=" " * 11)


def _verdict(report: CheckReport) -> str:
    clips = f"{report.clips:,} clips"
    if report.clips != report.items:
        clips += f" of {report.items:,} items"
    checks = f"{sum(report.checks.values()):,} checks by {len(report.checks)} rules"
    errors = "1 error" if report.errors == 1 else f"{report.errors:,} errors"
    warnings = "1 warning" if report.warnings == 1 else f"{report.warnings:,} warnings"
    said = f"{errors}, {warnings} in {checks}" if report.findings else f"all hold ({checks})"
    return f"{report.dataset} ({report.operation}): {clips}, {said}"
