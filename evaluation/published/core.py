"""Table 2 of Dynamic-SUPERB Phase-2 (the SUPERB tasks), and the same from the rows of Table 5 or 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from evaluation.published.cells import Printed, parse_cell
from evaluation.published.judged import JudgedTable
from evaluation.published.names import model_name
from evaluation.published.result import Result
from evaluation.published.tables import table_rows

# Table 2's columns, and the row that each comes from; it prints percentages without their sign.
COLUMNS: Mapping[str, tuple[str, str]] = {
    "PR PER": ("SUPERB Phoneme Recognition (LibriSpeech-TestClean)", "PER"),
    "KS Acc": ("SUPERB Keyword Spotting (Speech Commands V1-Test)", "LLM-C"),
    "IC Acc": ("SUPERB Intent Classification (SLURP)", "LLM-C"),
    "ER Acc": ("SUPERB Emotion Recognition (RAVDESS)", "LLM-C"),
    "ASR WER": ("SUPERB ASR (LibriSpeech-TestClean)", "WER"),
    "QbE Acc": ("SUPERB Query by Example (Quesst14-Eval)", "LLM-C"),
    "SF F1∗": ("SUPERB Slot Filling (AudioSnips-Test)", "Slot Type F1"),
    "SF CER∗": ("SUPERB Slot Filling (AudioSnips-Test)", "Slot Value CER"),
    "SV Acc": ("SUPERB Speaker Verification (SUPERB Hidden Set)", "LLM-C"),
    "SD DER∗": ("SUPERB Speaker Diarization (Libri2Mix-Test)", "DER"),
}


@dataclass(frozen=True, slots=True)
class CoreCell:
    """A cell of Table 2.

    Parameters
    ----------
    model, column : str
        Which.
    printed : Printed or None
        What Table 2 has, as a share; None for a dash.
    derived : float or None
        What the row gives after scaling, as a share; None if no reply could be used.
    slack : float
        How far the row's own rounding may move `derived`.
    """

    model: str
    column: str
    printed: Printed | None
    derived: float | None
    slack: float

    @property
    def agrees(self) -> bool:
        """Whether the row gives what is printed, as far as both are rounded; N/A rates are taken to be exact."""
        if self.printed is None or self.derived is None:
            return self.printed is None and self.derived is None
        return abs(self.printed.value - self.derived) <= self.printed.half_step + self.slack + 1e-9


@cache
def printed_core() -> Mapping[str, Mapping[str, Printed | None]]:
    """Read Table 2: cells by model (named as in Table 5) and column, as shares."""
    return {
        model_name(line["model"]): {
            column: parse_cell(line[column], where=f"Table 2: {line['model']}, {column}", scale=-2)
            for column in COLUMNS
        }
        for line in table_rows("dynamic-superb-core")
    }


def core_values(table: JudgedTable) -> dict[str, dict[str, float | None]]:
    """Give the core tasks' scaled values by column and model, as shares."""
    return {
        column: {model: table.row(*row).result(model).scaled for model in table.models}
        for column, row in COLUMNS.items()
    }


def core_cells(table: JudgedTable) -> list[CoreCell]:
    """Put every cell of Table 2 beside what a table of results gives."""
    values = core_values(table)
    return [
        CoreCell(model, column, printed, values[column][model], _slack(table, model, column))
        for model, line in printed_core().items()
        for column, printed in line.items()
    ]


def _slack(table: JudgedTable, model: str, column: str) -> float:
    row = table.row(*COLUMNS[column])
    cell, result = row.cells[model], row.result(model)
    if cell is None:
        return 0.0
    step = Result(metric="", direction=row.direction, value=cell.half_step, na_rate=result.na_rate).scaled
    return step or 0.0
