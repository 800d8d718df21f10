"""Say what a check found, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from verification.check import CheckReport
from verification.grouped import finding_lines
from verification.lines import counted, rule_lines, wrapped

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
        How many items to name for each rule; the rest is counted.
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
    yield from finding_lines(report.findings, name=report.dataset, width=width, max_items=max_findings, hints=_HINTS)
    if list_rules:
        yield from rule_lines(report.checks, width=width)


def _verdict(report: CheckReport) -> str:
    clips = counted(report.clips, "clip")
    if report.clips != report.items:
        clips += f" of {counted(report.items, 'item')}"
    checks = f"{counted(sum(report.checks.values()), 'check')} by {counted(len(report.checks), 'rule')}"
    said = (
        f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')} in {checks}"
        if report.findings
        else f"all hold ({checks})"
    )
    return f"{report.dataset} ({report.operation}): {clips}, {said}"
