"""How long the clips are, against the 30 s that many models hear (as Appendix G of Dynamic-SUPERB Phase-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from verification.audit.model import ItemSummary
from verification.pages.scales import Scale, Tick
from verification.pages.wording import amount, number

LIMIT_S = 30.0
# The axis always shows the limit, and ends where a few very long clips would flatten the rest.
_SHORTEST_AXIS_S, _LONGEST_AXIS_S = 36.0, 120.0
_BINS = 60


@dataclass(frozen=True)
class Column:
    """A bar: its left edge, width and height in per cent, and whether it lies beyond the limit."""

    left: float
    width: float
    height: float
    beyond: bool


@dataclass(frozen=True)
class Histogram:
    """The durations: bars, ticks of time, where the limit stands, the highest count, and the figures in words."""

    columns: tuple[Column, ...]
    ticks: tuple[Tick, ...]
    limit: float
    highest: int
    summary: str


def duration_histogram(items: Sequence[ItemSummary]) -> Histogram | None:
    """Count the rows' first clips by duration; None if no clip could be heard."""
    durations_s = np.array([item.duration_s for item in items if item.duration_s is not None], dtype=np.float64)
    durations_s = durations_s[np.isfinite(durations_s)]
    if not durations_s.size:
        return None
    end_s = min(max(float(durations_s.max()) * 1.02, _SHORTEST_AXIS_S), _LONGEST_AXIS_S)
    # A bin must not straddle the limit.
    width_s = LIMIT_S / max(round(_BINS * LIMIT_S / end_s), 1)
    bins = int(np.ceil(end_s / width_s - 1e-9))
    scale = Scale(0.0, bins * width_s)
    counts = np.bincount(_bin_of(durations_s, width_s, bins), minlength=bins)
    columns = tuple(
        Column(
            left=scale.place(index * width_s),
            width=round(100 / bins * 0.86, 3),
            height=round(100 * int(count) / int(counts.max()), 2),
            beyond=index * width_s >= LIMIT_S - 1e-9,
        )
        for index, count in enumerate(counts)
        if count
    )
    ticks = tuple(tick for tick in scale.ticks(6) if abs(tick.place - scale.place(LIMIT_S)) > 0.01)
    return Histogram(columns, ticks, scale.place(LIMIT_S), int(counts.max()), _summary(durations_s, bins * width_s))


def _bin_of(durations_s: np.ndarray[tuple[int], np.dtype[np.float64]], width_s: float, bins: int) -> list[int]:
    """Give each duration its bin, open below: a clip of exactly 30 s is not longer than 30 s."""
    return [min(max(int(np.ceil(value / width_s - 1e-9)) - 1, 0), bins - 1) for value in durations_s]


def _summary(durations_s: np.ndarray[tuple[int], np.dtype[np.float64]], end_s: float) -> str:
    beyond = int(np.count_nonzero(durations_s > LIMIT_S))
    text = (
        f"From {number(float(durations_s.min()))} to {number(float(durations_s.max()))} s, "
        f"{number(float(np.median(durations_s)))} s in the median. "
    )
    if beyond:
        text += f"{amount(beyond, 'clip')} of {len(durations_s):,} ({100 * beyond / len(durations_s):.2f} %) "
        text += "last longer than 30 s: models that hear 30 s miss their ends."
    else:
        text += "None is longer than 30 s."
    past = int(np.count_nonzero(durations_s > end_s))
    return text + (f" The last bar holds all of {number(end_s)} s and more." if past else "")
