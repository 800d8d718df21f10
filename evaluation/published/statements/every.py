"""Every statement, in the paper's order."""

from __future__ import annotations

from evaluation.published.statements import appendices, by_domain, core_tasks, of_outliers
from evaluation.published.statements.statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    *by_domain.STATEMENTS,
    *of_outliers.STATEMENTS,
    *core_tasks.STATEMENTS,
    *appendices.STATEMENTS,
)
