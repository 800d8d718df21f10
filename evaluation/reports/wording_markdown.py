"""Wordings and spoken questions as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evaluation.published.aligned import aligned_table
from evaluation.reports.report import Report
from evaluation.reports.wording_tables import aloud_row, wording_table
from verification.pages.wording import amount

_LONGEST = 300  # an instruction is told whole


def wording_lines(report: Report, plain: Callable[..., str]) -> Iterator[str]:
    """Write a table for each task that was asked in several wordings; `plain` takes the meaning from Markdown."""
    for number, found in enumerate(map(wording_table, report.wordings)):
        if not number:
            yield "## Wordings"
        yield from ("", f"### {plain(found.title)}", "", plain(f"{found.about}.", longest=_LONGEST), "")
        rows = [[plain(name, longest=_LONGEST), *cells] for name, cells in (*found.rows, *found.sums)]
        yield from aligned_table(["instruction", *map(plain, found.models)], rows)


def aloud_lines(report: Report, plain: Callable[..., str]) -> Iterator[str]:
    """Write a line for each model and task that was asked in writing and aloud."""
    if not report.aloud:
        return
    yield "## Asked aloud"
    yield ""
    yield f"Paired by question; p corrected by Holm for {amount(len(report.aloud), 'comparison')}. Error rates here are"
    yield "means over all transcripts that came, not over the completed ones."
    yield ""
    found = map(aloud_row, report.aloud)
    rows = [
        [plain(row.title), plain(row.model), row.written, row.aloud, row.difference, row.p, row.questions]
        for row in found
    ]
    heading = ["task", "model", "in writing", "aloud", "in writing less aloud", "p", "questions"]
    yield from aligned_table(heading, rows, words=2)
