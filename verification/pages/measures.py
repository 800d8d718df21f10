"""The shortcut table and the survival matrix, as places on an axis of shares and as words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from verification.pages.wording import p_value, share, title_and_unit, title_of_family
from verification.shortcuts.score import SIGNIFICANT, SMALLEST, FamilyScore
from verification.survival.matrix import SurvivalRow
from verification.survival.table import WORDS

_MOST_SINGLE = 4
P_SAID = (
    "p is the share of random shufflings of the answers that are guessed as well as the true ones, corrected for "
    f"trying all families; a family leaks if p < {SIGNIFICANT} and its interval stays {100 * SMALLEST:.0f} points "
    "above chance."
)
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
    """One family: `standing` is `leaks`, `holds` (at chance) or `inherent`; `p` is empty for what is inherent.

    `more` are families that share its row, with their accuracy: they are the property for the same reason.
    """

    family: str
    standing: str
    accuracy: str
    interval: Interval
    p: str
    single: tuple[tuple[str, str], ...]
    note: str
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Untried:
    """Families that could not be tried, for one reason."""

    families: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Survivor:
    """One treatment: `verdict` as the matrix has it, and in words."""

    title: str
    verdict: str
    said: str
    mark: str
    share: str
    count: str
    interval: Interval
    note: str


def shortcuts(scores: Sequence[FamilyScore]) -> list[Shortcut]:
    """Give the families that were tried, the worst leak first, those that are the property itself last.

    Of families that are the property for one reason (a recipe names single features), the strongest stands for all.
    """
    tried = [score for score in scores if not is_untried(score)]
    ranked = sorted(tried, key=lambda score: (bool(score.inherent), not score.leaks, -score.balanced_accuracy))
    by_reason: dict[str, list[FamilyScore]] = {}
    for place, score in enumerate(ranked):
        by_reason.setdefault(score.inherent or str(place), []).append(score)
    return [_shortcut(first, others) for first, *others in by_reason.values()]


def untried(scores: Sequence[FamilyScore]) -> list[Untried]:
    """Give the families that could not be tried, gathered by reason."""
    by_reason: dict[str, list[str]] = {}
    for score in scores:
        if is_untried(score):
            by_reason.setdefault(score.note, []).append(title_of_family(score.family))
    return [Untried(tuple(families), reason) for reason, families in by_reason.items()]


def is_untried(score: FamilyScore) -> bool:
    """Say whether a score is only the chance that stands for a family that had nothing to be tried by.

    A note alone does not say so (it may limit a true trial), nor does p = 1 (a guess may be worse than chance).
    """
    return bool(score.note) and score.p_value >= 1.0 and score.low - 1e-9 <= score.chance <= score.high + 1e-9


def survivors(rows: Sequence[SurvivalRow]) -> list[Survivor]:
    """Give the treatments in the order of the report."""
    return [_survivor(row) for row in rows]


def _shortcut(score: FamilyScore, others: Sequence[FamilyScore]) -> Shortcut:
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
        p="" if score.inherent else p_value(score.p_family),
        # One feature alone says nothing that its family does not.
        single=tuple((title_and_unit(name)[0], share(value)) for name, value in single)
        if len(score.single) > 1
        else (),
        note=score.inherent or score.note,
        more=tuple((title_of_family(each.family), share(each.balanced_accuracy)) for each in others),
    )


def _survivor(row: SurvivalRow) -> Survivor:
    words = (
        f"{WORDS[row.verdict]}: the label holds for {share(row.share)} of the clips, 95 % interval {share(row.low)} to "
        f"{share(row.high)}; untreated {share(row.untreated)}, chance {share(row.chance)}"
    )
    return Survivor(
        title=row.title,
        verdict=row.verdict,
        said=WORDS[row.verdict],
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
