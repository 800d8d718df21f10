"""How well people do on a set, and how far they agree (the SAGI paper's Appendix C.1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from evaluation.asked import Question
from evaluation.certainty.bootstrap import ratio_interval
from evaluation.certainty.interval import Interval, json_values
from evaluation.humans.agreement import agreeing_shares, alpha_interval, vote_counts
from evaluation.humans.sorting import Sorted, sort_votes
from evaluation.humans.votes import Vote


@dataclass(frozen=True, kw_only=True, slots=True)
class RaterScore:
    """How well one listener did: right votes of those cast."""

    rater: str
    votes: int
    right: int

    @property
    def accuracy(self) -> float:
        """Share of right votes; NaN if none was cast."""
        return self.right / self.votes if self.votes else math.nan


@dataclass(frozen=True, kw_only=True, slots=True)
class HumanBaseline:
    """What listeners scored.

    Parameters
    ----------
    raters : tuple of RaterScore
        In the order of the file.
    pooled : Interval
        Share of right votes among all votes cast, groups of questions resampled, the listeners being these.
    mean : float
        Mean of the listeners' accuracies; the same as pooled if each answered all questions.
    agreeing : mapping of int to float
        By number of listeners, the share of questions in which at least so many chose the same option.
    alpha : Interval
        Krippendorff's, nominal.
    votes : Sorted
        The votes, and what does not fit.
    unasked : int
        Closed questions of the set on which nobody voted: they do not count.
    """

    raters: tuple[RaterScore, ...]
    pooled: Interval
    mean: float
    agreeing: Mapping[int, float]
    alpha: Interval
    votes: Sorted
    unasked: int

    @property
    def items(self) -> int:
        """Questions that were voted on."""
        return len(self.votes.questions)

    @property
    def cast(self) -> int:
        """Votes counted. The SAGI paper's Table 12 has this number under "Num of Questions"."""
        return len(self.votes.options)

    def to_json(self) -> dict[str, Any]:
        """Give the baseline as JSON values."""
        return json_values(
            {
                "raters": [
                    {"rater": each.rater, "votes": each.votes, "right": each.right, "accuracy": each.accuracy}
                    for each in self.raters
                ],
                "items": self.items,
                "votes": self.cast,
                "unasked": self.unasked,
                "accuracy_pooled": self.pooled.to_json(),
                "accuracy_mean": self.mean,
                "agreeing": self.agreeing,
                "alpha": self.alpha.to_json(),
                "unfit": self.votes.to_json(),
            }
        )


def human_baseline(questions: Sequence[Question], votes: Iterable[Vote], *, seed: int = 0) -> HumanBaseline:
    """Score listeners' votes on a set.

    Parameters
    ----------
    questions : sequence of Question
        The set, or the part of it that listeners heard.
    votes : iterable of Vote
        See `read_votes`.
    seed : int
        Of resampling.

    Raises
    ------
    MissingLibraryError
        If krippendorff is not installed.
    """
    found = sort_votes(questions, votes)
    labels = {question.id: question.label for question in found.questions}
    right = {key: option == labels[key[0]] for key, option in found.options.items()}
    raters = tuple(_rater_score(rater, right) for rater in found.raters)
    by_item = {question.id: [0, 0] for question in found.questions}
    for (name, _), hit in right.items():
        by_item[name][0] += hit
        by_item[name][1] += 1
    groups = [question.group for question in found.questions]
    counts = vote_counts(found)
    accuracies = [each.accuracy for each in raters if each.votes]
    return HumanBaseline(
        raters=raters,
        pooled=ratio_interval(
            [hits for hits, _ in by_item.values()], [cast for _, cast in by_item.values()], groups, seed=seed
        ),
        mean=fmean(accuracies) if accuracies else math.nan,
        agreeing=agreeing_shares(counts, raters=len(raters)),
        alpha=alpha_interval(counts, groups, seed=seed),
        votes=found,
        unasked=sum(bool(question.options) for question in questions) - len(found.questions),
    )


def _rater_score(rater: str, right: Mapping[tuple[str, str], bool]) -> RaterScore:
    own = [hit for (_, name), hit in right.items() if name == rater]
    return RaterScore(rater=rater, votes=len(own), right=sum(own))
