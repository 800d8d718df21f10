"""Section 5.1 on outliers, and the caption of Figure 3 on what is left out."""

from __future__ import annotations

from statistics import quantiles

from evaluation.published.evidence import Evidence
from evaluation.published.judged import BASELINE
from evaluation.published.relative import Exclusion, relative_scores
from evaluation.published.statements.statement import Finding, Statement, listed, lowest

_PHONETICS = "Speech / Phonetics, Phonology, Prosody"
_COUNTING = ("Phoneme Segment Counting (Librispeech-words)", "Phone Segment Counting (VoxAngeles)")
_COUNTERS = ("WavLLM", "LTU-AS")
_BOUNDED = {"LLM-C", "ACC", "IoU", "F1", "Event-based F1", "Slot Type F1", "KTAU", "LCC", "SRCC", "PCC"}
_FAR_OUT = 3.0  # as for tasks: three interquartile ranges


def _excluded(evidence: Evidence) -> Finding:
    baseline = evidence.table.of(BASELINE)
    scores = [
        score for model in evidence.models for score in relative_scores(evidence.table.of(model), baseline).values()
    ]

    def count(reason: Exclusion) -> int:
        return len({score.task for score in scores if reason in score.excluded.values()})

    zero, none, some = map(count, (Exclusion.BASELINE_ZERO, Exclusion.BASELINE_ALL_NA, Exclusion.ALL_NA))
    figures = (
        f"tasks with the baseline at zero {zero}, without a usable reply of it {none}, of another model {some} more"
    )
    return Finding(zero > 0 and none + some > 0, figures)


def _far_means(evidence: Evidence) -> list[tuple[float, str, str]]:
    """List the domain means that stand far out among all: mean, model, domain."""
    names = evidence.domains[BASELINE]
    means = [(mean, model, domain) for domain in names for model, mean in evidence.means(domain).items()]
    low, _, high = quantiles([mean for mean, _, _ in means], n=4, method="inclusive")
    reach = _FAR_OUT * (high - low)
    return [entry for entry in means if not low - reach <= entry[0] <= high + reach]


def _outliers(evidence: Evidence) -> Finding:
    far = _far_means(evidence)
    told = ", ".join(f"{model} {mean:+.1f} in {domain.split(' / ')[1]}" for mean, model, domain in _ends(far))
    return Finding(bool(far), f"{len(far)} of 136 means lie far out, from {told}")


def _ends(far: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    return [min(far), max(far)] if far else []


def _unbounded(evidence: Evidence) -> Finding:
    far = _far_means(evidence)
    low: list[bool] = []
    high: list[bool] = []
    near_zero = [0.0]
    for mean, model, domain in far:
        task, metric = _behind(evidence, model, domain)
        (low if mean < 0 else high).append(metric not in _BOUNDED)
        if metric in _BOUNDED:
            near_zero.append(abs(evidence.table.row(task, metric).result(BASELINE).scaled or 0.0))
    figures = (
        f"{sum(low)} of {len(low)} low and {sum(high)} of {len(high)} high ones; "
        f"the others have a bounded metric and a baseline near zero, of {max(near_zero):.3f} at most"
    )
    return Finding(sum(low) + sum(high) > len(far) / 2, figures)


def _behind(evidence: Evidence, model: str, domain: str) -> tuple[str, str]:
    """Give the task that lies furthest, and its metric that does."""
    scores = evidence.domains[model][domain].scores
    furthest = max(scores, key=lambda task: abs(scores[task]))
    gains = evidence.tasks[model][furthest].improvements
    return furthest, max(gains, key=lambda metric: abs(gains[metric]))


def _poor_in_phonetics(evidence: Evidence) -> Finding:
    means = evidence.means(_PHONETICS)
    poor = {model: means.pop(model) for model in _COUNTERS}
    return Finding(max(poor.values()) < min(means.values()), f"{listed(poor)}; next {lowest(means)}")


def _due_to_counting(evidence: Evidence) -> Finding:
    others = evidence.means(_PHONETICS)
    floor = min(mean for model, mean in others.items() if model not in _COUNTERS)
    without = {}
    for model in _COUNTERS:
        kept = [score for task, score in evidence.domains[model][_PHONETICS].scores.items() if task not in _COUNTING]
        without[model] = sum(kept) / len(kept)
    follows = min(without.values()) >= floor
    return Finding(follows, f"without the two counting tasks: {listed(without)}; lowest of the others {floor:+.2f}")


def _thousands(evidence: Evidence) -> Finding:
    errors = {
        model: [cell.value for task in _COUNTING if (cell := evidence.table.row(task, "Abs Diff").cells[model])]
        for model in _COUNTERS
    }
    told = "; ".join(f"{model} {' and '.join(f'{value:,.1f}' for value in each)}" for model, each in errors.items())
    return Finding(all(max(each) >= 1000 for each in errors.values()), f"mean absolute error: {told}")


def _squared(evidence: Evidence) -> Finding:
    metrics = sorted({row.metric for row in evidence.table.rows if row.task in _COUNTING})
    return Finding("MSE" in metrics, f"the tables give {' and '.join(metrics)} for these tasks")


def _distorted(evidence: Evidence) -> Finding:
    scores = [evidence.domains[model][domain] for model in evidence.models for domain in evidence.domains[model]]
    turned = [score for score in scores if (score.mean or 0.0) * (score.mean_without_outliers or 0.0) < 0]
    return Finding(bool(turned), f"without far-out tasks {len(turned)} of {len(scores)} means change sides")


STATEMENTS = (
    Statement(
        id="exclusions",
        section="Figure 3",
        said="we exclude tasks where the models have a 100% NA rate or where Whisper-LLaMA scores zero",
        held_to="there are tasks of both kinds",
        check=_excluded,
    ),
    Statement(
        id="outliers",
        section="5.1",
        said="there are some outliers with significantly higher or lower values in the figure",
        held_to="domain means more than three interquartile ranges outside the quartiles of all",
        check=_outliers,
    ),
    Statement(
        id="unbounded-metrics",
        section="5.1",
        said="outliers typically result from unbounded evaluation metrics",
        held_to="behind most of them, the furthest task's metric has no upper bound",
        check=_unbounded,
    ),
    Statement(
        id="phonetics-poor",
        section="5.1",
        said="in the phonetics and prosody domain, WavLLM and LTU-AS exhibit poor scores",
        held_to="the two lowest of the eight",
        check=_poor_in_phonetics,
    ),
    Statement(
        id="phonetics-counting",
        section="5.1",
        said="they do so due to erroneous outputs in phone/phoneme segment counting tasks",
        held_to="without the two counting tasks both means are no lower than the lowest of the others",
        check=_due_to_counting,
    ),
    Statement(
        id="phonetics-thousands",
        section="5.1",
        said="they predict thousands of segments in utterances lasting only seconds",
        held_to="both models have a mean absolute error of 1,000 segments or more in a counting task",
        check=_thousands,
    ),
    Statement(
        id="phonetics-squared",
        section="5.1",
        said="this results in an excessively high mean square error",
        held_to="the tables have a mean square error for a counting task",
        check=_squared,
    ),
    Statement(
        id="distorted",
        section="5.1",
        said="domain-level scores can be distorted by specific tasks within a domain",
        held_to="leaving out far-out tasks moves a domain mean to the other side of 0",
        check=_distorted,
    ),
)
