"""Nuisance features, one small plot each, one strip an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verification.audit.model import AuditReport, ItemSummary
from verification.pages.answers import plotted_labels
from verification.pages.measures import is_untried
from verification.pages.scales import Scale, Tick
from verification.pages.wording import amount, number, share, title_and_unit

# What listeners could cheat by, in the order in which one looks for it.
PLOTTED = (
    "duration_s",
    "rms_dbfs",
    "peak_dbfs",
    "noise_floor_dbfs",
    "bandwidth_hz",
    "centroid_hz",
    "leading_silence_s",
    "trailing_silence_s",
    "bytes_per_s",
)
WIDTH, TALL = 1000, 26
# More dots than this hide one another.
_MOST_DOTS = 90
_MOST_CHARACTERS = 20


@dataclass(frozen=True)
class Strip:
    """One answer: its dots as a path, its quartiles in per cent of the width, and all in words."""

    label: str
    dots: str
    low_quartile: float
    median: float
    high_quartile: float
    alt: str

    @property
    def box(self) -> float:
        """The width of the box between the quartiles; wide enough to be seen."""
        return max(round(self.high_quartile - self.low_quartile, 2), 0.4)


@dataclass(frozen=True)
class Plot:
    """One feature: `alone` says how well it answers by itself, where that was tried."""

    title: str
    unit: str
    strips: tuple[Strip, ...]
    ticks: tuple[Tick, ...]
    alone: str
    leaks: bool
    constant: str


def feature_plots(report: AuditReport) -> list[Plot]:
    """Plot each feature that was measured, over the rows in the report."""
    labels = plotted_labels(report.labels)
    plots = (_plot(feature, report, labels) for feature in PLOTTED)
    return [plot for plot in plots if plot is not None]


def _plot(feature: str, report: AuditReport, labels: Sequence[str]) -> Plot | None:
    by_label = {label: _values(feature, (item for item in report.items if item.label == label)) for label in labels}
    if not labels:
        by_label = {"all rows": _values(feature, report.items)}
    by_label = {label: values for label, values in by_label.items() if values.size}
    if not by_label:
        return None
    title, unit = title_and_unit(feature)
    every = np.concatenate(list(by_label.values()))
    low, high = float(every.min()), float(every.max())
    alone, leaks = _alone(feature, report)
    if low == high:
        return Plot(title, unit, (), (), alone, leaks, f"{number(low)} {unit}".strip())
    scale = Scale.over(low, high)
    strips = tuple(_strip(label, values, scale, unit) for label, values in by_label.items())
    return Plot(title, unit, strips, _ticks(scale), alone, leaks, "")


def _ticks(scale: Scale) -> tuple[Tick, ...]:
    """Give so many ticks that their texts stand apart: plots are narrow."""
    ticks = scale.ticks()
    if sum(len(tick.text) for tick in ticks) > _MOST_CHARACTERS:
        ticks = scale.ticks(2)
    return tuple(ticks)


def _values(feature: str, items: Iterable[ItemSummary]) -> NDArray[np.float64]:
    values = np.array([item.features.get(feature, _own(item, feature)) for item in items], dtype=np.float64)
    return values[np.isfinite(values)]


def _own(item: ItemSummary, feature: str) -> float:
    """Give a feature that an item carries in a field of its own; NaN if it has none."""
    value = getattr(item, feature, None)
    return float(value) if isinstance(value, int | float) else float("nan")


def _strip(label: str, values: NDArray[np.float64], scale: Scale, unit: str) -> Strip:
    quartiles = [float(value) for value in np.quantile(values, (0.25, 0.5, 0.75))]
    ordered = np.sort(values)
    # Evenly by rank: the same distribution with fewer dots, its extremes among them.
    ranks = np.unique(np.linspace(0, len(ordered) - 1, min(len(ordered), _MOST_DOTS)).round().astype(int))
    # The golden ratio scatters neighbours evenly over the strip's height, the same way each time.
    heights = 4 + (np.arange(len(ranks)) * 0.618034 % 1.0) * (TALL - 8)
    places = [scale.place(float(value)) * WIDTH / 100 for value in ordered[ranks]]
    dots = "".join(f"M{x:.0f} {y:.1f}h0" for x, y in zip(places, heights, strict=True))
    low, median, high = (number(value) for value in quartiles)
    alt = f"{amount(len(values), 'clip')}: median {median} {unit}, half of them from {low} to {high} {unit}"
    at_low, at_median, at_high = (scale.place(value) for value in quartiles)
    return Strip(label, dots, at_low, at_median, at_high, alt)


def _alone(feature: str, report: AuditReport) -> tuple[str, bool]:
    for score in report.shortcuts:
        if feature in score.single and not is_untried(score):
            accuracy = score.single[feature]
            by_itself = share(accuracy)
            leaks = score.leaks
            return f"answers {by_itself} by itself (chance {share(score.chance)})", leaks
    return "", False
