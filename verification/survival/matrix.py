"""Whether a task can still be answered after each treatment."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["answerable", "weakened", "unanswerable"]


@dataclass(frozen=True, kw_only=True)
class SurvivalRow:
    """One treatment.

    Parameters
    ----------
    treatment, title : str
        Its name, and in words.
    items : int
        Clips that were treated.
    holds : int
        For how many the label still holds by measurement.
    share, low, high : float
        Of `holds` in `items`, with its 95 % interval.
    untreated : float
        The share without any treatment.
    chance : float
        1 / number of labels.
    verdict : str
        `answerable`, `weakened` or `unanswerable`.
    note : str
        What was really done, such as the bit rate that came out.
    """

    treatment: str
    title: str
    items: int
    holds: int
    share: float
    low: float
    high: float
    untreated: float
    chance: float
    verdict: Verdict
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the row as JSON values."""
        return asdict(self)
