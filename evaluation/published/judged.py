"""Tables 5 and 6 of Dynamic-SUPERB Phase-2: nine models on 180 tasks, as GPT-4o and as LLaMA-3.1-8B judged them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from evaluation.direction import Direction
from evaluation.published.cells import Printed, parse_cell
from evaluation.published.names import task_name
from evaluation.published.result import Result
from evaluation.published.tables import table_rows

BASELINE = "Whisper-LLaMA"  # the cascade that everything is relative to
_NA_RATE = "NAR"


class Judge(StrEnum):
    """Who judged: the paper's main judge, and the one that anybody can run."""

    GPT_4O = "gpt4o"
    LLAMA = "llama"

    @property
    def full_name(self) -> str:
        """As the paper calls it."""
        return {Judge.GPT_4O: "GPT-4o", Judge.LLAMA: "LLaMA-3.1-8B-Instruct"}[self]


@dataclass(frozen=True, kw_only=True, slots=True)
class MetricRow:
    """A row of the table.

    Parameters
    ----------
    task, metric : str
        What was measured.
    direction : Direction
        Which way it is better.
    cells : mapping of str to Printed or None
        By model, as printed; None where the paper has a dash.
    na_rates : mapping of str to Printed
        By model, where the task has an N/A row; else empty.
    """

    task: str
    metric: str
    direction: Direction
    cells: Mapping[str, Printed | None]
    na_rates: Mapping[str, Printed]

    def result(self, model: str) -> Result:
        """Give a model's result."""
        cell = self.cells[model]
        na_rate = self.na_rates[model].value if self.na_rates else 0.0
        return Result(metric=self.metric, direction=self.direction, value=cell.value if cell else None, na_rate=na_rate)


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """A whole table: `rows` in the paper's order, N/A rates folded into the rows that they belong to."""

    judge: Judge
    models: tuple[str, ...]
    rows: tuple[MetricRow, ...]

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks in the paper's order."""
        return tuple(dict.fromkeys(row.task for row in self.rows))

    def row(self, task: str, metric: str) -> MetricRow:
        """Give the row of a task and metric."""
        return next(row for row in self.rows if (row.task, row.metric) == (task, metric))

    def of(self, model: str) -> dict[str, tuple[Result, ...]]:
        """Give a model's results by task."""
        return {task: tuple(row.result(model) for row in self.rows if row.task == task) for task in self.tasks}


@cache
def read_judged(judge: Judge) -> JudgedTable:
    """Read Table 5 (GPT-4o) or 6 (LLaMA-3.1-8B-Instruct)."""
    name = f"dynamic-superb-results-{judge}"
    printed = table_rows(name)
    models = tuple(column for column in printed[0] if column not in {"task", "metric", "direction"})
    na_rates: dict[str, Mapping[str, Printed]] = {}
    rows = []
    for line in printed:
        task, metric = task_name(line["task"]), line["metric"]
        cells = {model: parse_cell(line[model], where=f"{name}: {task}, {metric}") for model in models}
        if metric == _NA_RATE:
            na_rates[task] = {model: cell for model, cell in cells.items() if cell}
            continue
        direction, rates = Direction(line["direction"]), na_rates.get(task, {})
        rows.append(MetricRow(task=task, metric=metric, direction=direction, cells=cells, na_rates=rates))
    return JudgedTable(judge, models, tuple(rows))
