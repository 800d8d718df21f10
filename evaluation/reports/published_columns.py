"""The papers' columns that belong beside a task, people first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from evaluation.published.judged import Judge, read_judged
from evaluation.published.sagi import Measure, SagiRow, sagi_counts, sagi_results
from evaluation.scoring.measures import CHOICE, RATING, SAGI_CER, SAGI_TERMS, SAGI_WER

AS_RELEASED = ", as released"  # how a recipe's variant ends its title
SAGI, DYNAMIC_SUPERB = "sagi", "dynamic-superb"
# What Table 5 prints in per cent throughout. Of the others the scale is not certain: an F1 of 1.4, an accuracy of 204.
_IN_PERCENT = frozenset({"LLM-C", "WER", "CER", "PER", "MER", "DER"})
_SUITE_SOURCES = {SAGI: "SAGI paper, Table 3", DYNAMIC_SUPERB: "Dynamic-SUPERB Phase-2, Table 5"}


@dataclass(frozen=True, kw_only=True)
class Published:
    """A row of a published table.

    Parameters
    ----------
    source : str
        The paper and its table.
    measure : str
        What the paper counts.
    direction : str
        `higher` or `lower` is better.
    unit : str
        `share` or `points` (0 to 4).
    columns : mapping of str to float or None
        By system; None where the paper has no result.
    """

    source: str
    measure: str
    direction: str
    unit: str
    columns: Mapping[str, float | None]


def published_for(suite: str, title: str, measure: str) -> Published | None:
    """Give what a paper has of a task by the same measure; None if it has nothing, or another measure."""
    if suite == SAGI:
        row = sagi_row(title)
        return _of_sagi(row) if row and _same_measure(row, measure) else None
    if suite == DYNAMIC_SUPERB:
        return _of_dynamic_superb(title, "LLM-C" if measure == CHOICE else measure)
    return None


def sagi_row(title: str) -> SagiRow | None:
    """Give the row of SAGI's Table 3 with a title, or with a recipe's name made of it (`volume-perception`).

    A set that is built as released is the paper's task.
    """
    return _sagi_rows().get(_plain(title.removesuffix(AS_RELEASED)))


def sagi_tasks(level: int) -> tuple[SagiRow, ...]:
    """Give the tasks of a level of SAGI: rows of Table 3 but for the one that counts a task a second time."""
    return tuple(row for row in sagi_results() if row.level == level and row.task in sagi_counts())


def sagi_chance(row: SagiRow) -> float:
    """Give what an option drawn at random scores: one over the labels of Table 10; 0 of open questions."""
    labels = sagi_counts().get(row.task, {})
    return 1 / len(labels) if row.measure is Measure.ACCURACY and len(labels) > 1 else 0.0


@cache
def _sagi_rows() -> Mapping[str, SagiRow]:
    return {_plain(row.task): row for row in sagi_results()}


def _plain(title: str) -> str:
    letters = title.casefold().replace("’", "").replace("'", "")
    return " ".join(re.findall(r"\w+", letters))


def _same_measure(row: SagiRow, measure: str) -> bool:
    # A mean of completed transcripts is no corpus WER: only the paper's own rule is put beside the paper's number.
    if row.measure is Measure.POINTS:
        return measure.startswith(RATING)
    return measure in ((CHOICE, "ACC", *SAGI_TERMS) if row.measure is Measure.ACCURACY else (SAGI_WER, SAGI_CER))


def _of_sagi(row: SagiRow) -> Published:
    return Published(
        source=_SUITE_SOURCES[SAGI],
        measure=row.measure.value,
        direction=row.direction.value,
        unit="points" if row.measure is Measure.POINTS else "share",
        columns=row.results,
    )


def _of_dynamic_superb(title: str, metric: str) -> Published | None:
    if metric not in _IN_PERCENT:
        return None
    table = read_judged(Judge.GPT_4O)
    found = [row for row in table.rows if row.metric == metric and _plain(row.task) == _plain(title)]
    if not found:
        return None
    cells = found[0].cells
    return Published(
        source=_SUITE_SOURCES[DYNAMIC_SUPERB],
        measure=metric,
        direction=found[0].direction.value,
        unit="share",
        columns={model: cell.value if cell else None for model, cell in cells.items()},
    )
