"""Say what an audit found, for people at a terminal: the verdict, what fails, what warns, and then the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.audit.cheats import cheat_lines
from verification.audit.model import AuditReport
from verification.grouped import finding_lines
from verification.lines import counted, rule_lines, wrapped
from verification.questions.wording import OPTION_INSIDE
from verification.shortcuts.score import NOT_TRIED
from verification.survival.table import sentence

# Notes that say which column was taken for what: how is told where it says how the set was opened.
_TAKEN = re.compile(r"(\w+): columns? .+ \((given|guessed|by the form)\)", re.DOTALL)


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
    yield from finding_lines(report.findings, name=report.name, width=width, max_items=max_findings)
    yield from result_lines(report, width=width)
    yield from note_lines(other_notes(report.notes), width=width)
    if list_rules:
        yield from rule_lines(report.checks, width=width)


def how_taken(notes: Sequence[str]) -> dict[str, str]:
    """Say for each role that a column has how it came by it: `given`, `guessed` or `by the form`."""
    return {found[1]: found[2] for found in map(_TAKEN.fullmatch, notes) if found}


def other_notes(notes: Sequence[str]) -> list[str]:
    """Give the notes that tell of anything but columns and their roles."""
    return [note for note in notes if not _TAKEN.fullmatch(note)]


def own_notes(notes: Sequence[str]) -> list[str]:
    """Give the notes that matter of a set of ours, which is opened as its record says: what limits what was found."""
    return [note for note in notes if note.startswith((NOT_TRIED, OPTION_INSIDE))]


def note_lines(notes: Sequence[str], *, width: int) -> Iterator[str]:
    """Write notes."""
    for note in notes:
        yield from wrapped(note, width, first="  note   ", rest=" " * 9)


def result_lines(report: AuditReport, *, width: int) -> Iterator[str]:
    """Tell the results that are numbers rather than findings: labels, shortcuts, survival."""
    if report.task:
        counts = ", ".join(f"{report.agreement.get(name, 0):,} {said}" for name, said in _AGREEMENT.items())
        yield from wrapped(f"labels by measurement ({report.task_title}): {counts}", width, first="  ", rest="    ")
    rules = {finding.rule for finding in report.findings}
    leaking = {each.family for each in report.shortcuts if f"shortcut.{each.family.replace(' ', '_')}" in rules}
    yield from cheat_lines(report.shortcuts, width=width, leaking=leaking)
    if report.survival:
        told = sentence(report.survival)
        yield from wrapped(f"front ends: {told[0].lower()}{told[1:]}", width, first="  ", rest="    ")


_AGREEMENT = {"holds": "hold", "contradicts": "contradicted", "undecided": "undecided"}


def _verdict(report: AuditReport) -> str:
    size = f"{report.name}: {counted(report.rows, 'row')}, {counted(report.clips, 'clip')}"
    checks = f"{counted(sum(report.checks.values()), 'check')} by {counted(len(report.checks), 'rule')}"
    if not report.findings:
        return f"{size}, nothing found ({checks})"
    return f"{size}, {counted(report.errors, 'error')}, {counted(report.warnings, 'warning')} ({checks})"


def _opened(report: AuditReport) -> str:
    """Say how the set is laid out, which column was taken for what, and which of that is a guess."""
    how = how_taken(report.notes)
    taken: dict[bool, list[str]] = {False: [], True: []}
    for role, columns in report.roles.items():
        taken[how.get(role) == "guessed"].append(role if columns == (role,) else f"{role} = {' + '.join(columns)}")
    said = [f"opened as {report.form}"]
    said += [f"columns: {', '.join(taken[False])}"] if taken[False] else []
    said += [f"columns by guess: {', '.join(taken[True])}"] if taken[True] else []
    return "; ".join(said)
