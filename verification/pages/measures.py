"""The shortcut table and the survival matrix, as places on an axis of shares and as words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from verification.pages.wording import p_value, share, title_and_unit, title_of_family
from verification.shortcuts.score import FamilyScore
from verification.survival.matrix import SurvivalRow

_MOST_SINGLE = 4
# Marks of three shapes: the colour says nothing that the shape and the word do not say.
_MARKS = {"answerable": "full", "weakened": "half", "unanswerable": "empty"}


@dataclass(frozen=True)
class Interval:
    """A share with its interval and a line to compare it with, all in per cent."""

    low: float
    value: float
    high: float
    line: float
    alt: str

    @property
    def width(self) -> float:
        """From the lower to the upper end, in per cent."""
        return round(max(self.high - self.low, 0.0), 2)


@dataclass(frozen=True)
class Shortcut:
    """One family: `standing` is `leaks`, `holds` (at chance), `inherent` or `untried`."""

    family: str
    standing: str
    accuracy: str
    interval: Interval
    p: str
    single: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True)
class Survivor:
    """One treatment."""

    title: str
    verdict: str
    mark: str
    share: str
    count: str
    interval: Interval
    note: str


def shortcuts(scores: Sequence[FamilyScore]) -> list[Shortcut]:
    """Give the families, the worst leak first, those that are the property itself last."""
    ranked = sorted(scores, key=lambda score: (bool(score.inherent), not score.leaks, -score.balanced_accuracy))
    return [_shortcut(score) for score in ranked]


def survivors(rows: Sequence[SurvivalRow]) -> list[Survivor]:
    """Give the treatments in the order of the report."""
    return [_survivor(row) for row in rows]


def _shortcut(score: FamilyScore) -> Shortcut:
    standing = "inherent" if score.inherent else "leaks" if score.leaks else "holds"
    single = sorted(score.single.items(), key=lambda pair: -pair[1])[:_MOST_SINGLE]
    words = (
        f"Balanced accuracy {share(score.balanced_accuracy)}, 95 % interval {share(score.low)} to {share(score.high)}, "
        f"chance {share(score.chance)}"
    )
    return Shortcut(
        family=title_of_family(score.family),
        standing=standing,
        accuracy=share(score.balanced_accuracy),
        interval=_interval(score.low, score.balanced_accuracy, score.high, line=score.chance, alt=words),
        p=p_value(score.p_family),
        # One feature alone says nothing that its family does not.
        single=tuple((title_and_unit(name)[0], share(value)) for name, value in single)
        if len(score.single) > 1
        else (),
        note=score.inherent or score.note,
    )


def _survivor(row: SurvivalRow) -> Survivor:
    words = (
        f"{row.verdict}: the label holds for {share(row.share)} of the clips, 95 % interval {share(row.low)} to "
        f"{share(row.high)}; untreated {share(row.untreated)}, chance {share(row.chance)}"
    )
    return Survivor(
        title=row.title,
        verdict=row.verdict,
        mark=_MARKS.get(row.verdict, "empty"),
        share=share(row.share),
        count=f"{row.holds:,} of {row.items:,}",
        interval=_interval(row.low, row.share, row.high, line=row.chance, alt=words),
        note=row.note,
    )


def _interval(low: float, value: float, high: float, *, line: float, alt: str) -> Interval:
    return Interval(_per_cent(low), _per_cent(value), _per_cent(high), _per_cent(line), alt)


def _per_cent(part: float) -> float:
    return round(100 * min(max(part, 0.0), 1.0), 2) if math.isfinite(part) else 0.0
