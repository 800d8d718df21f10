"""Domain scores as lines of Markdown: the published models', and a new model's beside them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluation.published.aligned import aligned_table
from evaluation.published.domains import DomainScore, domain_scores
from evaluation.published.evidence import evidence
from evaluation.published.judged import BASELINE, Judge
from evaluation.published.reading import read_results
from evaluation.published.relative import relative_scores
from evaluation.published.result import Result, Results
from evaluation.published.taxonomy import domains

_FURTHEST = 10.0  # a task that weighs more than ten times the baseline


def domain_lines(scores: Mapping[str, Mapping[str, DomainScore]]) -> list[str]:
    """Write domain scores by model and domain.

    A cell is the mean and, in brackets, the median; `!` marks a mean with outliers, a dash that no task counts.
    """
    models = list(scores)
    rows = [[domain, *(_cell(scores[model][domain]) for model in models)] for domain in scores[models[0]]]
    return aligned_table(["domain", *models], rows)


def published_domain_lines(judge: Judge) -> list[str]:
    """Write the eight published models' domain scores."""
    found = evidence(judge)
    return domain_lines({model: found.domains[model] for model in found.models})


def outlier_lines(judge: Judge) -> list[str]:
    """List the outliers of ten times the baseline and more by task, furthest first."""
    found = evidence(judge)
    far: dict[tuple[str, str], dict[str, float]] = {}
    for model in found.models:
        for domain, score in found.domains[model].items():
            for task, gain in score.outliers.items():
                if abs(gain) >= _FURTHEST:
                    far.setdefault((domain, task), {})[model] = gain
    ordered = sorted(far.items(), key=lambda entry: -max(map(abs, entry[1].values())))
    rows = [
        [domain, task, ", ".join(f"{model} {gain:+,.1f}" for model, gain in gains.items())]
        for (domain, task), gains in ordered
    ]
    return aligned_table(["domain", "task", "scores"], rows, words=3)


def new_model_lines(path: Path, judge: Judge) -> list[str]:
    """Write a new model's domain scores, from a file of its results, beside the published models' on the same tasks.

    Parameters
    ----------
    path : Path
        What `read_results` reads.
    judge : Judge
        Whose table has the baseline.

    Raises
    ------
    ResultsError
        If the results cannot be read or compared.
    """
    found = evidence(judge)
    baseline = found.table.of(BASELINE)
    mine = read_results(path, baseline=baseline)
    run = {task: domain for task, domain in domains().items() if task in mine}
    results = {path.stem: mine, **{model: _shared(found.table.of(model), mine) for model in found.models}}
    scores = {model: domain_scores(relative_scores(each, baseline), run) for model, each in results.items()}
    counted = sum(len(score.scores) for score in scores[path.stem].values())
    if not counted:
        return [f"{path.stem}: none of its {len(run)} tasks counts."]
    return [f"{path.stem}: {counted} of its {len(run)} tasks count.", "", *domain_lines(scores)]


def _shared(theirs: Results, mine: Results) -> dict[str, tuple[Result, ...]]:
    """Keep of a model's results the tasks and metrics that another has too."""
    metrics = {task: {result.metric for result in results} for task, results in mine.items()}
    return {
        task: tuple(result for result in theirs.get(task, ()) if result.metric in wanted)
        for task, wanted in metrics.items()
        if task in theirs
    }


def _cell(score: DomainScore) -> str:
    mark = "!" if score.outliers else ""
    return "-" if score.mean is None else f"{score.mean:+.2f}{mark} ({score.median:+.2f})"
