"""All that the paper's statements are held against: one judge's table, scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from evaluation.published.core import core_values
from evaluation.published.domains import DomainScore, domain_scores
from evaluation.published.judged import BASELINE, Judge, JudgedTable, read_judged
from evaluation.published.relative import TaskScore, relative_scores
from evaluation.published.taxonomy import domains


@dataclass(frozen=True)
class Evidence:
    """A judge's table with its relative scores.

    Parameters
    ----------
    judge : Judge
        Whose.
    alike : bool
        Whether a task on which any model has an N/A rate of 100 % is left out for all, so that every model is averaged
        over the same tasks; otherwise it is left out for that model. The caption of Figure 3 can be read either way.
    """

    judge: Judge
    alike: bool = False

    @property
    def table(self) -> JudgedTable:
        """The table as printed."""
        return read_judged(self.judge)

    @property
    def models(self) -> tuple[str, ...]:
        """The eight models that are compared with the baseline."""
        return tuple(model for model in self.table.models if model != BASELINE)

    @cached_property
    def tasks(self) -> Mapping[str, Mapping[str, TaskScore]]:
        """Relative scores by model and task."""
        results = {model: self.table.of(model) for model in self.table.models}
        if self.alike:
            unusable = {
                task
                for each in results.values()
                for task, metrics in each.items()
                if any(metric.scaled is None for metric in metrics)
            }
            results = {
                model: {task: metrics for task, metrics in each.items() if task not in unusable}
                for model, each in results.items()
            }
        return {model: relative_scores(each, results[BASELINE]) for model, each in results.items()}

    @cached_property
    def domains(self) -> Mapping[str, Mapping[str, DomainScore]]:
        """Domain scores by model and domain."""
        places = domains()
        return {model: domain_scores(scores, places) for model, scores in self.tasks.items()}

    @cached_property
    def core(self) -> Mapping[str, Mapping[str, float | None]]:
        """Core tasks by column of Table 2 and model, as shares; None where no reply could be used."""
        return core_values(self.table)

    def means(self, domain: str) -> dict[str, float]:
        """Give the domain means of the eight models, those that have one."""
        found = {model: self.domains[model][domain].mean for model in self.models}
        return {model: mean for model, mean in found.items() if mean is not None}


@cache
def evidence(judge: Judge, *, alike: bool = False) -> Evidence:
    """Give a judge's evidence, made once."""
    return Evidence(judge, alike)
