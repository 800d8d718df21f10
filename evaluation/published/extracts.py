"""Tables 7 and 8 of Dynamic-SUPERB Phase-2 (HEAR, MARBLE): extracts of Table 5 under other names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.published.cells import parse_cell
from evaluation.published.judged import JudgedTable
from evaluation.published.tables import table_rows

SUITES = ("hear", "marble")


@dataclass(frozen=True, slots=True)
class ExtractCell:
    """A cell of Table 7 or 8 beside its row's in the table of results.

    Parameters
    ----------
    suite, title, metric, model : str
        Which; the title as Table 7 or 8 has it.
    task : str
        The task's name in the table of results.
    printed, result : float or None
        The two values; None for a dash.
    """

    suite: str
    title: str
    metric: str
    model: str
    task: str
    printed: float | None
    result: float | None


def extract_cells(table: JudgedTable) -> Iterator[ExtractCell]:
    """Put every cell of Tables 7 and 8 beside the table's."""
    for suite in SUITES:
        for line in table_rows(f"dynamic-superb-{suite}"):
            task = _task(table.tasks, suite, line["task"])
            rows = [row for row in table.rows if row.task == task]
            for model in table.models:
                printed = parse_cell(line[model], where=f"{suite}: {line['task']}")
                # A task of theirs has one metric, so that a name that differs (MSE for ERR) still finds it.
                cell = rows[0].na_rates[model] if line["metric"] == "NAR" else rows[0].cells[model]
                values = (printed.value if printed else None, cell.value if cell else None)
                yield ExtractCell(suite, line["task"], line["metric"], model, task, *values)


def _task(tasks: tuple[str, ...], suite: str, title: str) -> str:
    name, _, corpus = title.partition(" - ")
    found = [task for task in tasks if task.startswith(f"{suite.upper()} {name} (")]
    # Only Music Tagging stands twice, over two corpora whose names begin differently.
    return next(task for task in found if len(found) == 1 or f"({corpus[:3]}" in task)
