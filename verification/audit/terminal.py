"""Say what an audit found, for people at a terminal: the verdict, then what fails and warns in order of harm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from verification.audit.model import AuditReport
from verification.findings import Finding
from verification.lines import rule_lines, wrapped
from verification.shortcuts.score import FamilyScore
from verification.survival.table import sentence

_GUESSED, _BY_FORM = "(guessed)", "(by the form)"  # how notes on the roles of columns end


def audit_lines(report: AuditReport, *, width: int, max_findings: int, list_rules: bool = False) -> Iterator[str]:
    """Write a report.

    Parameters
    ----------
    report : AuditReport
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
    yield from wrapped(_opened(report), width, first="  ", rest="    ")
    for note in report.notes:
        if note.endswith((_GUESSED, _BY_FORM)):
            continue  # it stands in the line before
        yield from wrapped(note, width, first="  note  ", rest=" " * 8)
    for rule, findings in by_rule(report.findings):
        yield from _rule(rule, findings, width, max_findings)
    yield from result_lines(report, width=width)
    if list_rules:
        yield from rule_lines(report.checks, width=width)


def result_lines(report: AuditReport, *, width: int) -> Iterator[str]:
    """Tell the results that are numbers rather than findings: labels, shortcuts, survival."""
    if report.task:
        counts = ", ".join(f"{report.agreement.get(name, 0):,} {said}" for name, said in _AGREEMENT.items())
        yield from wrapped(f"labels by measurement ({report.task_title}): {counts}", width, first="  ", rest="    ")
    if report.shortcuts:
        chance = report.shortcuts[0].chance
        said = f"answering without the property: balanced accuracy (chance {chance:.2f}), its 95 % interval, and p"
        yield from wrapped(f"{said} corrected for the number of tries", width, first="  ", rest="  ")
        telling = [score for score in report.shortcuts if score.tells]
        column = max(map(len, (score.family for score in telling)), default=0)
        for score in telling:
            yield from wrapped(_score(score, column), width, first="    ", rest=" " * (column + 6))
        yield from _silent([score for score in report.shortcuts if not score.tells], width)
    if report.survival:
        yield from wrapped(sentence(report.survival), width, first="  ", rest="    ")


_AGREEMENT = {"holds": "hold", "contradicts": "contradicted", "undecided": "undecided"}


def by_rule(findings: Sequence[Finding]) -> list[tuple[str, list[Finding]]]:
    """Gather findings by rule, in the order in which the first of each stands."""
    gathered: dict[str, list[Finding]] = {}
    for finding in findings:
        gathered.setdefault(f"{finding.severity} {finding.rule}", []).append(finding)
    return [(group[0].rule, group) for group in gathered.values()]


def _verdict(report: AuditReport) -> str:
    rows = f"{report.rows:,} rows, {report.clips:,} clips"
    checks = f"{sum(report.checks.values()):,} checks by {len(report.checks)} rules"
    if not report.findings:
        return f"{report.name}: {rows}, nothing found ({checks})"
    errors = "1 error" if report.errors == 1 else f"{report.errors:,} errors"
    warnings = "1 warning" if report.warnings == 1 else f"{report.warnings:,} warnings"
    return f"{report.name}: {rows}, {errors}, {warnings} ({checks})"


def _opened(report: AuditReport) -> str:
    """Say how the set is laid out and which column was taken for what, with a mark where that is a guess."""
    guessed = {note.partition(":")[0] for note in report.notes if note.endswith(_GUESSED)}
    roles = "; ".join(
        f"{role} = {', '.join(columns)}" + (" (guessed)" if role in guessed else "")
        for role, columns in report.roles.items()
    )
    return f"opened as {report.form}" + (f": {roles}" if roles else "")


def _rule(rule: str, findings: Sequence[Finding], width: int, max_findings: int) -> Iterator[str]:
    first = findings[0]
    colour = "red" if first.severity == "error" else "yellow"
    count = f"{len(findings):,} x " if len(findings) > 1 else ""
    yield f"  {click.style(first.severity, fg=colour)} {count}{rule}"
    shown = findings[:max_findings]
    names = ", ".join(finding.item for finding in shown)
    if len(findings) > len(shown):
        names += f" and {len(findings) - len(shown):,} more"
    yield from wrapped(names, width, first="    in     ", rest=" " * 11)
    yield from wrapped(first.found, width, first="    found  ", rest=" " * 11)
    yield from wrapped(first.wanted, width, first="    wanted ", rest=" " * 11)


def _score(score: FamilyScore, column: int) -> str:
    figures = f"{score.balanced_accuracy:.2f} ({score.low:.2f} to {score.high:.2f})"
    said = f"the property itself: {score.inherent}" if score.inherent else f"p = {score.p_family:.3f}"
    return f"{score.family:<{column}}  {figures}, {said}" + (f" ({score.note})" if score.note else "")


def _silent(scores: Sequence[FamilyScore], width: int) -> Iterator[str]:
    """List the families that cannot tell anything, by what is said of them."""
    said: dict[str, list[str]] = {}
    for score in scores:
        said.setdefault(score.note, []).append(score.family)
    for note, families in said.items():
        yield from wrapped(f"{', '.join(families)}: {note}", width, first="    ", rest="      ")
