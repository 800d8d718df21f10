"""Scores as a table: a row for each task, a column for each model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaluation.reports.published_columns import Published, published_for
from evaluation.reports.score import Score


@dataclass(frozen=True, kw_only=True)
class Task:
    """One set under one measure.

    Parameters
    ----------
    scores : mapping of str to Score
        By model, those that there are; at least one.
    published : Published or None
        What a paper has of it.
    """

    scores: Mapping[str, Score]
    published: Published | None

    @property
    def any_score(self) -> Score:
        """The first model's, for what is the same in all."""
        return next(iter(self.scores.values()))

    @property
    def name(self) -> str:
        """The set and, unless it is strict choice, the measure: no other task has this name."""
        score = self.any_score
        return score.dataset if score.is_choice else f"{score.dataset}, {score.measure}"

    @property
    def title(self) -> str:
        """What people call it."""
        return self.any_score.title

    @property
    def level(self) -> int | None:
        """The suite's level."""
        return self.any_score.level

    @property
    def suite(self) -> str:
        """The suite; empty if it is none of ours."""
        return self.any_score.suite

    @property
    def departures(self) -> tuple[str, ...]:
        """What sets the build of any model's set apart from the paper's."""
        return tuple(dict.fromkeys(each for score in self.scores.values() for each in score.departures))

    @property
    def different_questions(self) -> str:
        """Say how the models' questions differ in number; empty if they do not."""
        counts = {model: score.tally.items for model, score in self.scores.items()}
        if len(set(counts.values())) < 2:
            return ""
        told = ", ".join(f"{count:,} for {model}" for model, count in counts.items())
        return f"not the same questions: {told}"


@dataclass(frozen=True, kw_only=True)
class ScoreTable:
    """All scores of a report.

    Parameters
    ----------
    models : tuple of str
        In the order of the files.
    tasks : tuple of Task
        By suite and level, in the order of the files within one; sets of no level last.
    """

    models: tuple[str, ...]
    tasks: tuple[Task, ...]

    @property
    def published_systems(self) -> tuple[str, ...]:
        """The papers' columns beside these tasks, in the papers' order."""
        return tuple(dict.fromkeys(name for task in self.tasks if task.published for name in task.published.columns))


def score_table(scores: Iterable[Score]) -> ScoreTable:
    """Put scores into a table."""
    by_task: dict[tuple[str, str], dict[str, Score]] = {}
    models: dict[str, None] = {}
    for score in scores:
        by_task.setdefault((score.dataset, score.measure), {})[score.model] = score
        models[score.model] = None
    tasks = [_task({model: found[model] for model in models if model in found}) for found in by_task.values()]
    return ScoreTable(models=tuple(models), tasks=tuple(sorted(tasks, key=_place)))


def _task(scores: Mapping[str, Score]) -> Task:
    first = next(iter(scores.values()))
    return Task(scores=scores, published=published_for(first.suite, first.title, first.measure))


def _place(task: Task) -> tuple[bool, str, int]:
    return (task.level is None, task.suite, task.level or 0)
