"""The published tables and what follows from them, as lines of Markdown: docs/published-results.md is made of these."""

from __future__ import annotations

from enum import StrEnum

from evaluation.published.domain_lines import outlier_lines, published_domain_lines
from evaluation.published.judged import Judge
from evaluation.published.statement_lines import statement_lines
from evaluation.published.table_lines import core_lines, judge_lines, sagi_lines


class Section(StrEnum):
    """What there is to show."""

    DOMAINS = "domains"
    OUTLIERS = "outliers"
    STATEMENTS = "statements"
    CORE = "core"
    JUDGES = "judges"
    SAGI = "sagi"


def published_lines(section: Section, judge: Judge = Judge.GPT_4O) -> list[str]:
    """Write a section as lines of Markdown.

    Parameters
    ----------
    section : Section
        Which.
    judge : Judge
        Whose table it is drawn from, where it is drawn from one (`domains`, `outliers`, `core`).
    """
    match section:
        case Section.DOMAINS:
            return published_domain_lines(judge)
        case Section.OUTLIERS:
            return outlier_lines(judge)
        case Section.STATEMENTS:
            return statement_lines()
        case Section.CORE:
            return core_lines(judge)
        case Section.JUDGES:
            return judge_lines()
        case Section.SAGI:
            return sagi_lines()
