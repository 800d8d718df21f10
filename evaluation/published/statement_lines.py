"""The paper's statements and whether they follow, as lines of Markdown."""

from __future__ import annotations

from evaluation.published.evidence import evidence
from evaluation.published.judged import Judge
from evaluation.published.statements.every import STATEMENTS
from evaluation.published.statements.statement import Statement


def statement_lines() -> list[str]:
    """Write every statement with what it is held to, and by both judges' tables whether it follows and the figures."""
    lines = [f"- {_counted(judge)}" for judge in Judge]
    lines += [f"- {line}" for line in _read_otherwise()]
    for section in dict.fromkeys(statement.section for statement in STATEMENTS):
        lines += ["", f"**{section}**", ""]
        for statement in STATEMENTS:
            if statement.section == section:
                lines += _told(statement)
    return lines


def _told(statement: Statement) -> list[str]:
    lines = [f"- {statement.said[0].upper()}{statement.said[1:]}. Held to: {statement.held_to}."]
    for judge in statement.by:
        found = statement.check(evidence(judge))
        verdict = "follows" if found.follows else "**does not follow**"
        table = judge.full_name if len(statement.by) > 1 else "The tables"
        lines.append(f"  - {table}: {verdict}; {found.figures}.")
    return lines


def _counted(judge: Judge) -> str:
    held = [statement.check(evidence(judge)).follows for statement in STATEMENTS if judge in statement.by]
    return f"By {judge.full_name}'s table {sum(held)} of {len(held)} statements follow."


def _read_otherwise() -> list[str]:
    lines = []
    for statement in STATEMENTS:
        for judge in statement.by:
            found, other = (statement.check(evidence(judge, alike=alike)) for alike in (False, True))
            if found.follows is not other.follows:
                verdict = "follows" if other.follows else "does not follow"
                lines.append(
                    f"If a task counts for no model as soon as one has no usable reply, “{statement.said}” {verdict} by"
                    f" {judge.full_name}'s table: {other.figures}."
                )
    return lines
