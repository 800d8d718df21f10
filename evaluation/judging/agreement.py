"""How far two judges agree: on what is right, or in scores; with intervals by group (cf. App. E of Dynamic-SUPERB)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from evaluation.certainty.bootstrap import mean_interval, of_places, statistic_interval
from evaluation.certainty.grouping import Values
from evaluation.certainty.interval import Interval, json_values
from evaluation.errors import JudgeError
from evaluation.verdicts import Outcome, Verdict

_TINY = 1e-12  # chance that agrees on everything, but for rounding


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """A reply that two judges took otherwise."""

    id: str
    first: float
    second: float
    first_reason: str = ""
    second_reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreement:
    """How far two judges agree.

    Parameters
    ----------
    compared : int
        Replies that both judged.
    left_out : tuple of str
        Ids that are not compared: only one judge has them, or one came to nothing.
    same : Interval
        The share, from 0 to 1, on which they agree: the same verdict, or the same score.
    kappa : Interval or None
        Cohen's, for verdicts; NaN where chance alone agrees on everything, because a judge gave one verdict only and
        so did the other.
    pearson, spearman : Interval or None
        For scores; NaN where a judge gave one score only.
    mean_difference : float or None
        First less second, in the unit of the scores; None for verdicts.
    differences : tuple of Difference
        The largest first.
    """

    compared: int
    left_out: tuple[str, ...]
    same: Interval
    kappa: Interval | None = None
    pearson: Interval | None = None
    spearman: Interval | None = None
    mean_difference: float | None = None
    differences: tuple[Difference, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the comparison as JSON values, NaN as None."""
        return json_values(asdict(self))


def agree_on_verdicts(
    first: Iterable[Verdict], second: Iterable[Verdict], *, groups: Mapping[str, str] | None = None, seed: int = 0
) -> Agreement:
    """Compare two judges on which replies are right.

    Parameters
    ----------
    first, second : iterable of Verdict
        On replies to the same questions, in any order. What is not right is one thing, also a reply that names no
        option; missing replies, and those on which a judge came to no result, are not compared.
    groups : mapping of str to str
        Ids to groups, which resampling keeps together; an id without one stands alone.
    seed : int
        Of the resampling.

    Raises
    ------
    JudgeError
        If a judge has two verdicts on one question, or no question is judged by both.
    """
    both = _Both.of(first, second, groups, counts=_is_decided)
    taken = np.array([[one.is_right, other.is_right] for one, other in both.pairs], dtype=np.float64)
    return Agreement(
        compared=len(taken),
        left_out=both.left_out,
        same=mean_interval(taken[:, 0] == taken[:, 1], both.groups, seed=seed),
        kappa=statistic_interval(_kappas(taken), both.groups, seed=seed),
        differences=both.differences(taken),
    )


def agree_on_scores(
    first: Iterable[Verdict], second: Iterable[Verdict], *, groups: Mapping[str, str] | None = None, seed: int = 0
) -> Agreement:
    """Compare two judges on scores, such as those from 0 to 4.

    Parameters
    ----------
    first, second : iterable of Verdict
        On replies to the same questions, in any order. Those without a score are not compared.
    groups, seed
        As for `agree_on_verdicts`.

    Raises
    ------
    JudgeError
        If a judge has two verdicts on one question, or no question is judged by both.
    """
    both = _Both.of(first, second, groups, counts=_has_score)
    scores = np.array([[one.score, other.score] for one, other in both.pairs], dtype=np.float64)
    return Agreement(
        compared=len(scores),
        left_out=both.left_out,
        same=mean_interval(scores[:, 0] == scores[:, 1], both.groups, seed=seed),
        pearson=statistic_interval(_drawn(_pearson, scores), both.groups, seed=seed),
        spearman=statistic_interval(_drawn(_spearman, scores), both.groups, seed=seed),
        mean_difference=float((scores[:, 0] - scores[:, 1]).mean()),
        differences=both.differences(scores),
    )


@dataclass(frozen=True, slots=True)
class _Both:
    """What both judged, in the order of the first, and what was left out."""

    pairs: tuple[tuple[Verdict, Verdict], ...]
    groups: Sequence[str]
    left_out: tuple[str, ...]

    @classmethod
    def of(
        cls,
        first: Iterable[Verdict],
        second: Iterable[Verdict],
        groups: Mapping[str, str] | None,
        *,
        counts: Callable[[Verdict], bool],
    ) -> _Both:
        one, other = _by_id(first, "first"), _by_id(second, "second")
        names = [*one, *(name for name in other if name not in one)]
        judged = [name for name in names if name in one and name in other and counts(one[name]) and counts(other[name])]
        if not judged:
            raise JudgeError(
                where="agreement of two judges",
                found=f"{len(one):,} and {len(other):,} verdicts, of which none are on the same reply",
                wanted="replies that both judged",
                remedy="let both judge the same file of replies",
            )
        known = set(judged)
        return cls(
            pairs=tuple((one[name], other[name]) for name in judged),
            groups=[(groups or {}).get(name, "") for name in judged],
            left_out=tuple(name for name in names if name not in known),
        )

    def differences(self, values: Values) -> tuple[Difference, ...]:
        found = [
            Difference(id=one.id, first=float(a), second=float(b), first_reason=one.reason, second_reason=other.reason)
            for (one, other), (a, b) in zip(self.pairs, values, strict=True)
            if a != b
        ]
        return tuple(sorted(found, key=lambda each: -abs(each.first - each.second)))


def _by_id(verdicts: Iterable[Verdict], which: str) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for verdict in verdicts:
        if found.setdefault(verdict.id, verdict) is not verdict:
            raise JudgeError(
                where=f"question {verdict.id}",
                found=f"two verdicts of the {which} judge",
                wanted="one",
                remedy="compare the verdicts of one run with those of another",
            )
    return found


def _has_score(verdict: Verdict) -> bool:
    return verdict.score is not None


def _is_decided(verdict: Verdict) -> bool:
    return verdict.outcome not in (Outcome.MISSING, Outcome.UNJUDGED)


def _drawn(statistic: Callable[[Values, Values], float], values: Values) -> Callable[[Values], Values]:
    return of_places(lambda places: statistic(values[places, 0], values[places, 1]))


def _kappas(taken: Values) -> Callable[[Values], Values]:
    """Cohen's kappa (1960) of many draws at once: two judges, right or not, make a table of four cells."""
    one, other = taken.T
    indicators = np.stack([one, other, one == other], axis=1)

    def draws(counts: Values) -> Values:
        first, second, same = ((counts @ indicators) / counts.sum(axis=1, keepdims=True)).T
        by_chance = first * second + (1 - first) * (1 - second)
        apart = 1 - by_chance
        kappas: Values = np.divide(same - by_chance, apart, out=np.full(len(counts), np.nan), where=apart > _TINY)
        return kappas

    return draws


def _pearson(one: Values, other: Values) -> float:
    from scipy.stats import pearsonr

    return _correlation(lambda: pearsonr(one, other).statistic, one, other)


def _spearman(one: Values, other: Values) -> float:
    from scipy.stats import spearmanr

    return _correlation(lambda: spearmanr(one, other).statistic, one, other)


def _correlation(statistic: Callable[[], float], one: Values, other: Values) -> float:
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nearly constant draws of the bootstrap
        return float(statistic())
