"""What can be scored on a set without listening."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.interval import json_values


@dataclass(frozen=True, kw_only=True, slots=True)
class Chance:
    """Accuracies of those who do not listen, 0 to 1; NaN where there are no closed questions.

    Parameters
    ----------
    items : int
        Closed questions: those with options.
    guessing : float
        Mean of 1 / options: what an option drawn at random scores on average.
    majority : float
        Of always giving the most frequent label.
    majority_label : str
        That label.
    first : float
        Of always giving the first option.
    open_questions : int
        Questions without options, which are not counted here.
    """

    items: int
    guessing: float
    majority: float
    majority_label: str
    first: float
    open_questions: int = 0

    @property
    def best(self) -> float:
        """The best of the three: what a score must beat."""
        return max(self.guessing, self.majority, self.first)

    def to_json(self) -> dict[str, Any]:
        """Give the rates as JSON values."""
        return json_values(asdict(self))


def chance(questions: Iterable[Question]) -> Chance:
    """Give the chance level of a set."""
    asked = list(questions)
    closed = [question for question in asked if question.options]
    left = len(asked) - len(closed)
    if not closed:
        nan = math.nan
        return Chance(items=0, guessing=nan, majority=nan, majority_label="", first=nan, open_questions=left)
    label, most = Counter(question.label for question in closed).most_common(1)[0]
    return Chance(
        items=len(closed),
        guessing=math.fsum(1 / len(question.options) for question in closed) / len(closed),
        majority=most / len(closed),
        majority_label=label,
        first=sum(question.options[0] == question.label for question in closed) / len(closed),
        open_questions=left,
    )
