"""What came of trying to cheat by one family of features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

SIGNIFICANT = 0.05  # over all families of a set together
NOT_TRIED = "Shortcuts were not tried: "  # begins the note that says why
SMALLEST = 0.02  # above chance: of many pairs a score of 0.51 is no accident, and still nothing to answer by


@dataclass(frozen=True, kw_only=True)
class FamilyScore:
    """How well a classifier answers by one family of features, cross-validated by group.

    Parameters
    ----------
    family : str
        Such as `duration`, `peak`, `source`, `name`.
    features : tuple of str
        What it was given.
    balanced_accuracy, low, high : float
        Mean recall over the labels, 0 to 1, with its 95 % interval (bootstrap by group).
    chance : float
        1 / number of labels.
    accuracy, majority : float
        Share of right answers, and that of always giving the most frequent label.
    p_value : float
        By permutation of the labels.
    p_family : float
        The same, corrected for trying all families (max-T).
    inherent : str
        Why this family is the property itself and does not count; empty if it counts.
    single : mapping of str to float
        Balanced accuracy by each feature alone: which of them leaks.
    items : int
        Rows that were tried.
    note : str
        What limits the test, for people; such as a family that is the same for all rows.
    """

    family: str
    features: tuple[str, ...]
    balanced_accuracy: float
    low: float
    high: float
    chance: float
    accuracy: float
    majority: float
    p_value: float
    p_family: float
    inherent: str = ""
    single: Mapping[str, float] = field(default_factory=dict)
    items: int = 0
    note: str = ""

    @property
    def leaks(self) -> bool:
        """Whether the family answers better than chance although it is not the property."""
        return not self.inherent and self.p_family < SIGNIFICANT and self.low > self.chance + SMALLEST

    @property
    def tells(self) -> bool:
        """Whether there is anything to tell: false if the family is the same for all rows, say."""
        return bool(self.inherent) or not self.note or self.p_value < 1.0

    def to_json(self) -> dict[str, Any]:
        """Give the score as JSON values."""
        return asdict(self)
