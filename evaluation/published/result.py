"""One metric's result on one task, and what a share of unusable replies makes of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from evaluation.direction import Direction
from evaluation.published.errors import ResultsError

_CHOICE = "LLM-C"  # accuracy by an LLM judge


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """A metric's value on a task.

    Parameters
    ----------
    metric : str
        As the published table names it: `LLM-C`, `WER`, `MSE`.
    direction : Direction
        Which way it is better.
    value : float or None
        Over the replies that could be used, in the metric's own unit: rates and accuracies as shares (WER 0.05,
        accuracy 0.8), BLEU from 0 to 100. None if no reply could be used.
    na_rate : float
        Share of replies that could not be used, from 0 to 1.

    Raises
    ------
    ResultsError
        If a value is not finite, or an accuracy or rate is not within 0 and 1.
    """

    metric: str
    direction: Direction
    value: float | None
    na_rate: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.na_rate <= 1:
            raise _impossible(self.metric, f"an N/A rate of {self.na_rate}", "a share from 0 to 1")
        if self.value is not None and not math.isfinite(self.value):
            raise _impossible(self.metric, str(self.value), "a finite number, or None where no reply could be used")
        if self.metric == _CHOICE and self.value is not None and not 0 <= self.value <= 1:
            raise _impossible(self.metric, str(self.value), "a share from 0 to 1, not a percentage")

    @property
    def scaled(self) -> float | None:
        """The value with the N/A rate in it, as Dynamic-SUPERB Phase-2 has it in section 5.1.

        Times (1 - N/A rate) where higher is better, divided by it where lower is better. None if nothing could be used.
        """
        usable = 1.0 - self.na_rate
        if self.value is None or usable <= 0:
            return None
        return self.value * usable if self.direction is Direction.HIGHER else self.value / usable


# A model's results: by task, one for each metric.
Results: TypeAlias = Mapping[str, Sequence[Result]]


def _impossible(metric: str, found: str, wanted: str) -> ResultsError:
    return ResultsError(where=metric, found=found, wanted=wanted, remedy="correct the result")
