"""Tables 3, 10 and 12 of the SAGI paper: people and five models on its tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from evaluation.direction import Direction
from evaluation.published.cells import parse_number
from evaluation.published.names import sagi_title
from evaluation.published.tables import table_rows

_FAILED, _ERRORS, _JUDGED = "×", "∗", "†"
_RATE = "- Hallucination Rate"  # stands below the task that it is of
_HALLUCINATION = "Auto-Lyrics Transcription, hallucination rate"
_SYSTEMS = ("Human", "GPT-4o", "MuLLaMA", "GAMA", "SALMONN", "Qwen2-Audio")


class Measure(StrEnum):
    """What a row of Table 3 counts."""

    ACCURACY = "accuracy"  # a share
    ERROR_RATE = "error rate"  # a share: word error rate or hallucination rate; may be above 1
    POINTS = "points"  # a judge's, from 0 to 4: the table's note says 1 to 4, its cells and the prompts 0 to 4


@dataclass(frozen=True, kw_only=True, slots=True)
class SagiRow:
    """A row of Table 3.

    Parameters
    ----------
    level : int
        From 1 to 5.
    task : str
        Its title in the catalogue of the suite.
    measure : Measure
        What is counted.
    results : mapping of str to float or None
        By model, people being `Human`; None for ×: a model that did not follow the instruction, people that were not
        asked.
    """

    level: int
    task: str
    measure: Measure
    results: Mapping[str, float | None]

    @property
    def direction(self) -> Direction:
        """Which way it is better."""
        return Direction.LOWER if self.measure is Measure.ERROR_RATE else Direction.HIGHER


@dataclass(frozen=True, kw_only=True, slots=True)
class Consistency:
    """A row of Table 12: how often three and four of four people gave the same answer, as shares of `questions`."""

    task: str
    accuracy: float
    questions: int
    same_3: float
    same_4: float


@cache
def sagi_results() -> tuple[SagiRow, ...]:
    """Read Table 3 in its order."""
    # The paper's second line of headings came along as a row without a level.
    return tuple(_row(line) for line in table_rows("sagi-results") if line["level"])


@cache
def sagi_counts() -> Mapping[str, Mapping[str, int]]:
    """Read Table 10: questions by task and label."""
    counts: dict[str, dict[str, int]] = {}
    for line in table_rows("sagi-counts"):
        counts.setdefault(sagi_title(line["task"]), {})[line["label"]] = int(line["count"])
    return MappingProxyType(counts)


@cache
def sagi_consistency() -> tuple[Consistency, ...]:
    """Read Table 12 in its order."""
    return tuple(
        Consistency(
            task=sagi_title(line["task"]),
            accuracy=_number(line["accuracy"], line["task"]),
            questions=int(line["questions"]),
            same_3=_number(line["same_3"], line["task"]),
            same_4=_number(line["same_4"], line["task"]),
        )
        for line in table_rows("sagi-consistency")
    )


def _row(line: Mapping[str, str]) -> SagiRow:
    printed = line["task"]
    cells = {system: line[system] for system in _SYSTEMS}
    if printed.endswith(_JUDGED):
        measure = Measure.POINTS
    elif printed == _RATE or any(cell.endswith(_ERRORS) for cell in cells.values()):
        measure = Measure.ERROR_RATE
    else:
        measure = Measure.ACCURACY
    task = _HALLUCINATION if printed == _RATE else sagi_title(printed.removesuffix(_JUDGED))
    results = {system: None if cell == _FAILED else _number(cell, printed) for system, cell in cells.items()}
    return SagiRow(level=int(line["level"].removeprefix("L")), task=task, measure=measure, results=results)


def _number(cell: str, row: str) -> float:
    # A star stands in the place of the percent sign.
    return parse_number(cell.replace(_ERRORS, "%"), where=f"SAGI, {row}").value
