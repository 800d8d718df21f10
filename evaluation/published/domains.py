"""The mean of relative scores by domain, what distorts it, and a median that nothing does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from evaluation.published.relative import Exclusion, TaskScore

_FAR_OUT = 3.0  # Tukey, Exploratory Data Analysis (1977): "far out" lies three interquartile ranges beyond a quartile
_FEWEST = 4  # quartiles of fewer tasks bound nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class DomainScore:
    """A model in a domain.

    Parameters
    ----------
    domain : str
        Its name.
    scores : mapping of str to float
        Relative scores of the tasks that have one.
    excluded : mapping of str to Exclusion
        The other tasks, and why.
    """

    domain: str
    scores: Mapping[str, float]
    excluded: Mapping[str, Exclusion]

    @property
    def mean(self) -> float | None:
        """What the paper reports; None if no task has a score."""
        return fmean(self.scores.values()) if self.scores else None

    @property
    def median(self) -> float | None:
        """The middle task: unmoved however far fewer than half of the tasks run away.

        A trimmed or winsorised mean would have to be told how much to cut, and cuts nothing from the domains of one to
        four tasks at any usual share.
        """
        return median(self.scores.values()) if self.scores else None

    @property
    def outliers(self) -> dict[str, float]:
        """Tasks that lie more than three interquartile ranges outside the quartiles, furthest first."""
        if len(self.scores) < _FEWEST:
            return {}
        low, _, high = quantiles(self.scores.values(), n=4, method="inclusive")
        reach = _FAR_OUT * (high - low)
        far = {task: score for task, score in self.scores.items() if not low - reach <= score <= high + reach}
        return dict(sorted(far.items(), key=lambda entry: -abs(entry[1])))

    @property
    def mean_without_outliers(self) -> float | None:
        """The mean of what is left."""
        out = self.outliers
        kept = [score for task, score in self.scores.items() if task not in out]
        return fmean(kept) if kept else None


def domain_scores(
    scores: Mapping[str, TaskScore], domain_of: Mapping[str, str] | None = None
) -> dict[str, DomainScore]:
    """Gather a model's relative scores by domain.

    Parameters
    ----------
    scores : mapping of str to TaskScore
        What `relative_scores` gave.
    domain_of : mapping of str to str, optional
        The domain of each task, others being left out; Table 4's of Dynamic-SUPERB Phase-2 unless given.

    Returns
    -------
    dict of str to DomainScore
        In the order of `domain_of`.
    """
    from evaluation.published.taxonomy import domains

    members: dict[str, list[TaskScore]] = {}
    for task, domain in (domains() if domain_of is None else domain_of).items():
        members.setdefault(domain, []).extend([scores[task]] if task in scores else [])
    return {domain: _domain_score(domain, each) for domain, each in members.items()}


def _domain_score(domain: str, tasks: list[TaskScore]) -> DomainScore:
    counted = {task.task: score for task in tasks if (score := task.score) is not None}
    excluded = {task.task: next(iter(task.excluded.values())) for task in tasks if task.score is None}
    return DomainScore(domain=domain, scores=counted, excluded=excluded)
