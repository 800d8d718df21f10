"""Single tables as lines of Markdown: core tasks, judges, SAGI."""

from __future__ import annotations

from evaluation.published.aligned import aligned_table
from evaluation.published.core import COLUMNS, core_cells, printed_core
from evaluation.published.evidence import evidence
from evaluation.published.judged import Judge, read_judged
from evaluation.published.judges import human_agreements, judged_pairs, same_side
from evaluation.published.sagi import Measure, sagi_results


def core_lines(judge: Judge) -> list[str]:
    """Write Table 2 as a judge's table gives it, in percent; in brackets what is printed where rounding is not why."""
    cells = {(cell.model, cell.column): cell for cell in core_cells(read_judged(judge))}
    rows = []
    for model in printed_core():
        told = []
        for column in COLUMNS:
            cell = cells[model, column]
            printed = _percent(cell.printed.value if cell.printed else None)
            told.append(_percent(cell.derived) + ("" if cell.agrees else f" ({printed})"))
        rows.append([model, *told])
    return aligned_table(["model", *COLUMNS], rows)


def judge_lines() -> list[str]:
    """Write how far the two judges' tables agree, and how judges did against people."""
    first, second = (evidence(judge) for judge in Judge)
    same, means = same_side(first, second)
    pairs = sorted(judged_pairs(first.table, second.table), key=lambda pair: pair.apart)
    ahead = sum(pair.second - pair.first for pair in pairs) / len(pairs)
    middle, furthest = pairs[len(pairs) // 2].apart, pairs[-1]
    told = (
        f"Domain means on the same side of the baseline by both judges: {same} of {means}.",
        f"Over {len(pairs):,} pairs of task and model, accuracy by {second.judge.full_name} is {100 * ahead:+.1f} "
        f"points from {first.judge.full_name}'s on average; half of the pairs are within {100 * middle:.1f} points.",
        f"Furthest apart: {furthest.task}, {furthest.model}: "
        f"{_percent(furthest.first)} % and {_percent(furthest.second)} %.",
    )
    rows = [
        [row.kind, row.judge, f"{100 * row.printed:.2f} %", f"{row.correct}/{row.asked}"] for row in human_agreements()
    ]
    table = aligned_table(["replies", "judge", "agrees with people", "count"], rows, words=2)
    return [*(f"- {line}" for line in told), "", *table]


def sagi_lines() -> list[str]:
    """Write SAGI's Table 3."""
    rows = []
    for row in sagi_results():
        points = row.measure is Measure.POINTS
        scale, unit = (1.0, "0 to 4") if points else (100.0, "%")
        cells = ["×" if value is None else f"{scale * value:.2f}" for value in row.results.values()]
        rows.append([f"L{row.level}", row.task, f"{row.measure}, {unit}", *cells])
    return aligned_table(["level", "task", "measure", *sagi_results()[0].results], rows, words=3)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:,.1f}"
