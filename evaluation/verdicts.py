"""What became of a reply."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How a reply was taken; only `right` scores."""

    RIGHT = "right"
    WRONG = "wrong"
    # Names no option at all: nothing, nonsense, "neither". Told as N/A beside the score. Several options are WRONG.
    UNPARSABLE = "unparsable"
    REFUSED = "refused"
    UNJUDGED = "unjudged"  # a judge was asked, and came to no result or was not reached: nothing is said of the reply
    MISSING = "missing"


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """One reply, scored.

    Parameters
    ----------
    id : str
        Of the question.
    outcome : Outcome
        How it was taken.
    chosen : str
        The option that the reply was taken for, spelt as in the set; empty if none.
    score : float or None
        What it earns, from 0 to 1 (of a closed question 1 or 0), or in the measure's own unit; None if the measure is
        not defined for it, which is counted as N/A.
    reason : str
        Why, in a few words for a reader who doubts it.
    """

    id: str
    outcome: Outcome
    chosen: str = ""
    score: float | None = None
    reason: str = ""

    @property
    def is_right(self) -> bool:
        """Whether it counts as a correct answer."""
        return self.outcome is Outcome.RIGHT
