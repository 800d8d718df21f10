"""How a model did on a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.bootstrap import mean_interval
from evaluation.certainty.chance import Chance, chance
from evaluation.certainty.interval import Interval
from evaluation.certainty.scored import Scored, groups_of, hits, scored
from evaluation.verdicts import Outcome, Verdict

_ANSWERED = (Outcome.RIGHT, Outcome.WRONG)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """What became of the replies to a set.

    Parameters
    ----------
    outcomes : mapping of Outcome to int
        How many replies came to what; together as many as there are questions.
    undefined : int
        Of those right or wrong, how many have no score because the measure is not defined for them.
    accuracy : Interval
        Share of right answers among all questions: refused, unparsable and missing replies are not right.
    accuracy_of_answered : Interval
        The same among the replies that were taken for an answer, right or wrong.
    chance : Chance
        What is scored without listening.
    """

    outcomes: Mapping[Outcome, int]
    undefined: int
    accuracy: Interval
    accuracy_of_answered: Interval
    chance: Chance

    @property
    def items(self) -> int:
        """Questions asked."""
        return sum(self.outcomes.values())

    @property
    def not_applicable_rate(self) -> float:
        """Share of replies that say nothing to be scored: unparsable, not judged, or the measure is not defined."""
        unsaid = self.outcomes[Outcome.UNPARSABLE] + self.outcomes[Outcome.UNJUDGED]
        return self._share(unsaid + self.undefined)

    @property
    def refusal_rate(self) -> float:
        """Share of refusals."""
        return self._share(self.outcomes[Outcome.REFUSED])

    @property
    def missing_rate(self) -> float:
        """Share of questions without a reply."""
        return self._share(self.outcomes[Outcome.MISSING])

    @property
    def beats_chance(self) -> bool:
        """Whether the whole interval lies above what is scored without listening."""
        return self.accuracy.low > self.chance.best

    def to_json(self) -> dict[str, Any]:
        """Give the tally as JSON values."""
        return {
            "items": self.items,
            "outcomes": {outcome.value: count for outcome, count in self.outcomes.items()},
            "undefined": self.undefined,
            "accuracy": self.accuracy.to_json(),
            "accuracy_of_answered": self.accuracy_of_answered.to_json(),
            "not_applicable_rate": self.not_applicable_rate,
            "refusal_rate": self.refusal_rate,
            "missing_rate": self.missing_rate,
            "chance": self.chance.to_json(),
        }

    def _share(self, count: int) -> float:
        return count / self.items if self.items else 0.0


def tally(questions: Sequence[Question], verdicts: Iterable[Verdict], *, seed: int = 0) -> Tally:
    """Count what became of the replies, with intervals by group.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    rows = scored(questions, verdicts)
    answered = [row for row in rows if row.verdict.outcome in _ANSWERED]
    counts = Counter(row.verdict.outcome for row in rows)
    return Tally(
        outcomes={outcome: counts[outcome] for outcome in Outcome},
        undefined=sum(row.verdict.score is None for row in answered),
        accuracy=accuracy(rows, seed=seed),
        accuracy_of_answered=accuracy(answered, seed=seed),
        chance=chance(questions),
    )


def accuracy(rows: Sequence[Scored], *, seed: int = 0) -> Interval:
    """Give the share of right answers with its interval by group."""
    return mean_interval(hits(rows), groups_of(rows), seed=seed)


def mean_score(rows: Sequence[Scored], *, bounds: tuple[float, float] = (0.0, 1.0), seed: int = 0) -> Interval:
    """Give the mean of the scores that there are, with its interval by group; see `Tally.undefined` for the others."""
    having = [(row, row.verdict.score) for row in rows if row.verdict.score is not None]
    return mean_interval([score for _, score in having], groups_of(row for row, _ in having), bounds=bounds, seed=seed)
