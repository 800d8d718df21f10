"""How often each answer stands, and which answers have room in a plot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_MOST_BARS = 16
_MOST_STRIPS = 10


@dataclass(frozen=True)
class Bar:
    """An answer, how often it stands, its share of all rows, and its length in per cent of the longest bar."""

    label: str
    count: int
    share: float
    length: float


@dataclass(frozen=True)
class Bars:
    """The most frequent answers; `others` are the number of answers left out, and `other_rows` their rows."""

    bars: tuple[Bar, ...]
    others: int
    other_rows: int


def label_bars(labels: Mapping[str, int]) -> Bars:
    """Give the most frequent answers, the most frequent first."""
    ranked = _ranked(labels)
    total = sum(labels.values()) or 1
    longest = ranked[0][1] if ranked else 1
    shown, left = ranked[:_MOST_BARS], ranked[_MOST_BARS:]
    bars = tuple(Bar(label, count, count / total, round(100 * count / max(longest, 1), 2)) for label, count in shown)
    return Bars(bars, len(left), sum(count for _, count in left))


def is_open(labels: Mapping[str, int], *, has_options: bool) -> bool:
    """Say whether answers are free text: no row offers any, and hardly one answer stands twice."""
    return not has_options and len(labels) > max(0.5 * sum(labels.values()), 1)


def plotted_labels(labels: Mapping[str, int]) -> tuple[str, ...]:
    """Give the answers to compare in plots: none if hardly one stands twice, as in a set of transcripts."""
    ranked = _ranked(labels)
    if len(ranked) > 0.5 * sum(labels.values()) and len(ranked) > _MOST_STRIPS:
        return ()
    return tuple(sorted(label for label, _ in ranked[:_MOST_STRIPS]))


def labels_drawn(labels: Mapping[str, int]) -> str:
    """Say which answers the plots leave out; empty if they leave out none."""
    drawn = len(plotted_labels(labels))
    if not drawn and len(labels) > 1:
        return f"All rows are drawn as one: hardly one of {len(labels):,} answers stands twice."
    if drawn < len(labels):
        return f"Only the {drawn} most frequent of {len(labels):,} answers are drawn."
    return ""


def _ranked(labels: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(labels.items(), key=lambda entry: (-entry[1], entry[0]))
