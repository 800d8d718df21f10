"""Whether a model prefers options for where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.asked import Question
from evaluation.certainty.flipping import flip_test
from evaluation.certainty.grouping import Values
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.scored import Scored, groups_of, scored
from evaluation.certainty.significance import SMALLEST, STRIKING
from evaluation.certainty.tally import accuracy
from evaluation.verdicts import Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Positions:
    """How a model did by the position of options, counted from 1.

    Parameters
    ----------
    accuracies : mapping of int to Interval
        Share of right answers by the position of the right option.
    chosen : mapping of int to int
        How often each position was chosen.
    expected : mapping of int to float
        How often it would have been by a model that is as often right wherever the right option stands, and whose
        wrong answers are spread evenly.
    chi_squared, p_value : float
        Of chosen against expected, groups held together; see `positions`.
    items : int
        Questions with a choice among at least two options.
    left_out : int
        Questions without: open ones, labels that are no option, replies that choose none.
    """

    accuracies: Mapping[int, Interval]
    chosen: Mapping[int, int]
    expected: Mapping[int, float]
    chi_squared: float
    p_value: float
    items: int
    left_out: int

    @property
    def excess(self) -> dict[int, float]:
        """By position, the share of choices above what was expected (below it, negative)."""
        return {place: (self.chosen[place] - self.expected[place]) / self.items for place in self.chosen}

    @property
    def preferred(self) -> int | None:
        """The position that the model prefers; None if it is not shown to prefer any."""
        if self.p_value >= STRIKING or not self.chosen:
            return None
        excess = self.excess
        most = max(excess, key=lambda place: excess[place])
        return most if excess[most] >= SMALLEST else None

    def to_json(self) -> dict[str, Any]:
        """Give the breakdown as JSON values."""
        values = asdict(self) | {"accuracies": {k: v.to_json() for k, v in self.accuracies.items()}}
        return json_values(values | {"excess": self.excess, "preferred": self.preferred})


def positions(questions: Sequence[Question], verdicts: Iterable[Verdict], *, seed: int = 0) -> Positions:
    """Break accuracy down by the right option's position, and test whether the model prefers one.

    The test compares how often positions were chosen with what is expected given each question's number of options
    and where its right option stands, so that a model that is right is not blamed for a set whose right options are
    not balanced. It is chi-squared with the covariance between groups in place of the multinomial one, and p by
    `flip_test`; that accuracy was estimated from the same answers is allowed for (a score test).

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    rows = scored(questions, verdicts)
    by_place: dict[int, list[Scored]] = {}
    for row in rows:
        if row.right_position is not None:
            by_place.setdefault(row.right_position, []).append(row)
    choices = [row for row in rows if _is_choice(row)]
    places = max((len(row.question.options) for row in choices), default=0)
    chosen, expected, adjusted = _observed_and_expected(choices, places)
    tested = flip_test(adjusted, groups_of(choices), seed=seed)
    return Positions(
        accuracies={place + 1: accuracy(by_place[place], seed=seed) for place in sorted(by_place)},
        chosen={place + 1: int(chosen[place]) for place in range(places)},
        expected={place + 1: float(expected[place]) for place in range(places)},
        chi_squared=tested.statistic,
        p_value=tested.p_value,
        items=len(choices),
        left_out=len(rows) - len(choices),
    )


def _is_choice(row: Scored) -> bool:
    placed = row.right_position is not None and row.chosen_position is not None
    return placed and len(row.question.options) > 1


def _observed_and_expected(rows: Sequence[Scored], places: int) -> tuple[Values, Values, Values]:
    """Give chosen and expected counts, shape (places,), and each question's part of the difference."""
    options = np.array([len(row.question.options) for row in rows], dtype=np.intp)
    right = _one_hot([row.right_position for row in rows], places)
    chosen = _one_hot([row.chosen_position for row in rows], places)
    is_right = (right * chosen).sum(axis=1)
    expected, adjusted = np.zeros(places), np.zeros((len(rows), places))
    for count in np.unique(options):
        these = options == count
        # How the expectation moves with the accuracy: up where the right option stands, down elsewhere.
        exists = np.arange(places) < count
        slope = right[these] - (1 - right[these]) * exists / (count - 1)
        share = is_right[these].mean()
        hoped = share * right[these] + (1 - share) * (1 - right[these]) * exists / (count - 1)
        expected += hoped.sum(axis=0)
        adjusted[these] = chosen[these] - hoped - np.outer(is_right[these] - share, slope.mean(axis=0))
    return chosen.sum(axis=0), expected, adjusted


def _one_hot(numbers: Sequence[int | None], count: int) -> Values:
    places: NDArray[np.intp] = np.array(numbers, dtype=np.intp)
    hot: Values = (places[:, None] == np.arange(count)).astype(np.float64)
    return hot
