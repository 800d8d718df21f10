"""How models and the papers' systems do by level."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from evaluation.certainty.averaging import mean_of_intervals
from evaluation.published.sagi import sagi_results
from evaluation.reports.published_columns import AS_RELEASED, SAGI, sagi_row, sagi_tasks
from evaluation.reports.rescaling import rescaled, rescaled_row
from evaluation.reports.tasks import ScoreTable, Task
from verification.pages.wording import amount


@dataclass(frozen=True, kw_only=True)
class LevelMean:
    """The mean over a level's tasks on the scale of `rescaling`.

    Parameters
    ----------
    value : float or None
        None if no task has a result; below 0 where a system is worse than chance.
    tasks : int
        Those that it is a mean of.
    of : int
        Those that could have been.
    missing : tuple of str
        Titles of the others.
    low, high : float or None
        The 95 % interval, each task's groups being drawn by themselves; None of published systems, whose questions are
        not known.
    """

    value: float | None
    tasks: int
    of: int
    missing: tuple[str, ...]
    low: float | None = None
    high: float | None = None

    @property
    def is_whole(self) -> bool:
        """Whether no task is missing."""
        return self.value is not None and not self.missing


@dataclass(frozen=True, kw_only=True)
class Column:
    """A model or a published system: its mean by level."""

    name: str
    is_published: bool
    means: dict[int, LevelMean]


@dataclass(frozen=True, kw_only=True)
class Levels:
    """The profile of a suite.

    Parameters
    ----------
    levels : tuple of int
        All levels of the suite.
    scored : mapping of int to tuple of str
        By level the tasks that models here were scored on; published systems are averaged over the same. A level
        without any is empty, and published systems are averaged over all of the paper's tasks.
    columns : tuple of Column
        Models first, then published systems, people first among them.
    left_out : dict of str to str
        Tasks of the suite that are in no mean, and why.
    departing : frozenset of int
        Levels with a task whose set was made from a stand-in corpus, or has fewer items than the recipe asks for.
    """

    levels: tuple[int, ...]
    scored: dict[int, tuple[str, ...]]
    columns: tuple[Column, ...]
    left_out: dict[str, str]
    departing: frozenset[int] = frozenset()

    def told(self, level: int) -> str:
        """Say how many of the paper's tasks of a level were scored here."""
        count, of = len(self.scored[level]), len(sagi_tasks(level))
        return f"{count} of {amount(of, 'task')}" if count else "none scored"

    @property
    def left_out_by_reason(self) -> dict[str, list[str]]:
        """The same, by reason."""
        found: dict[str, list[str]] = {}
        for title, reason in self.left_out.items():
            found.setdefault(reason, []).append(title)
        return found


def sagi_levels(table: ScoreTable) -> Levels | None:
    """Give the profile over SAGI's levels; None if no task is SAGI's."""
    ours = [task for task in table.tasks if task.suite == SAGI and task.level is not None]
    if not ours:
        return None
    titles = {task.title for task in ours}
    left_out = {task.title: reason for task in ours if (reason := _left_out(task, titles))}
    kept = [task for task in ours if not _left_out(task, titles)]
    levels = tuple(sorted({row.level for row in sagi_results()}))
    by_level = {level: [task for task in kept if task.level == level] for level in levels}
    models = [
        Column(name=name, is_published=False, means={level: _model_mean(by_level[level], name) for level in levels})
        for name in table.models
    ]
    systems = [
        Column(name=name, is_published=True, means={level: _mean_of(level, by_level[level], name) for level in levels})
        for name in sagi_results()[0].results
    ]
    return Levels(
        levels=levels,
        scored={level: tuple(task.title for task in by_level[level]) for level in levels},
        columns=(*models, *systems),
        left_out=left_out,
        departing=frozenset(level for level in levels if any(task.departures for task in by_level[level])),
    )


def _left_out(task: Task, titles: Container[str]) -> str:
    score, row = task.any_score, sagi_row(task.title)
    if score.variant and score.is_reworded:
        return f"the clips of {score.variant.base}, asked otherwise"
    if task.title.removesuffix(AS_RELEASED) != task.title and task.title.removesuffix(AS_RELEASED) in titles:
        return "its clean set counts"
    if row is None or row.level != task.level:
        return "not a task of the paper"
    if task.published is None:
        return f"scored by {score.measure}, in the paper by {row.measure}"
    return ""


def _model_mean(tasks: Sequence[Task], model: str) -> LevelMean:
    found = [(task.title, rescaled(task.scores[model]) if model in task.scores else None) for task in tasks]
    plain = _level_mean([(title, each.value if each else None) for title, each in found])
    mean = mean_of_intervals([each for _, each in found if each])
    return replace(plain, low=mean.low, high=mean.high) if mean.is_known else plain


def _mean_of(level: int, tasks: Sequence[Task], system: str) -> LevelMean:
    if not tasks:
        return _level_mean([(row.task, rescaled_row(row, system)) for row in sagi_tasks(level)])
    return _level_mean([(task.title, _published(task, system)) for task in tasks])


def _published(task: Task, system: str) -> float | None:
    row = sagi_row(task.title)
    return rescaled_row(row, system) if row else None


def _level_mean(found: Sequence[tuple[str, float | None]]) -> LevelMean:
    known = [value for _, value in found if value is not None]
    return LevelMean(
        value=sum(known) / len(known) if known else None,
        tasks=len(known),
        of=len(found),
        missing=tuple(title for title, value in found if value is None),
    )
