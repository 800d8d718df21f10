"""A report as Markdown: tables for a README, a model card or a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evaluation.published.aligned import aligned_table
from evaluation.reports.levels import LevelMean, Levels
from evaluation.reports.report import Report
from evaluation.reports.tasks import Task
from evaluation.reports.wording import (
    difference_text,
    hearing_text,
    mean_ends_text,
    mean_text,
    measure_text,
    p_text,
    position_text,
    rate_text,
    score_text,
    value_text,
    wording_text,
)
from evaluation.reports.wording_markdown import aloud_lines, wording_lines
from evaluation.scoring.terminal import DAGGER
from verification.pages.wording import amount, shortened

_LONGEST, _SENTENCE = 120, 600
_ACTIVE = re.compile(r"([\\`*_\[\]<>#~])")


def markdown(report: Report) -> str:
    """Write a report."""
    blocks = [
        [f"# {plain(report.title)}"],
        [f"- **{plain(model)}**: {report.headline(model)}" for model in report.table.models],
        list(_scores(report)),
        list(_level_lines(report.levels)) if report.levels else [],
        list(_replies(report)),
        list(wording_lines(report, plain)),
        list(aloud_lines(report, plain)),
        list(_comparison(report)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def plain(text: str, *, longest: int = _LONGEST) -> str:
    """Give a text as one line that Markdown does not act on."""
    return _ACTIVE.sub(r"\\\1", shortened(" ".join(text.split()), longest))


def _scores(report: Report) -> Iterator[str]:
    table = report.table
    systems = table.published_systems
    yield "## Scores"
    yield ""
    yield "With 95 % intervals by group. Chance: guessing / always the most frequent answer."
    if systems:
        yield f"Columns in italics are published: {', '.join(_sources(report))}; × is no result there."
    yield ""
    heading = ["task", "measure", "chance", *map(plain, table.models), *(f"*{plain(each)}*" for each in systems)]
    rows = []
    for task in table.tasks:
        scores = [score_text(task.scores[model]) if model in task.scores else "–" for model in table.models]
        published = [_published(task, system) for system in systems]
        rows.append([_title(task), measure_text(task), _chance(task), *scores, *published])
    yield from aligned_table(heading, rows, words=2)
    for task in table.tasks:
        if task.departures:
            yield from ("", f"{_title(task)}: not comparable with the paper: {_sentence('; '.join(task.departures))}.")


def _level_lines(levels: Levels) -> Iterator[str]:
    yield "## Levels"
    yield ""
    yield "Mean over tasks, 0 at chance and 1 at best, with its 95 % interval over other clips for the same tasks. The"
    yield "heading says how many of the paper's tasks are scored here; square brackets, where a result is missing, of"
    yield "how many of these there is one. Published systems are averaged over the tasks scored here, and over all of"
    yield "the paper's where none is."
    yield ""
    heading = ["", *(_level_title(levels, level) for level in levels.levels)]
    rows = [
        [
            f"*{plain(column.name)}*" if column.is_published else plain(column.name),
            *(_mean(column.means[level], none="×" if column.is_published else "–") for level in levels.levels),
        ]
        for column in levels.columns
    ]
    yield from aligned_table(heading, rows)
    if levels.departing:
        yield from ("", f"{DAGGER} With a task that is marked so above: not comparable with published means.")
    for reason, titles in levels.left_out_by_reason.items():
        yield from ("", f"In no mean: {'; '.join(map(plain, titles))}: {reason}.")


def _level_title(levels: Levels, level: int) -> str:
    return f"level {level}{f' {DAGGER}' if level in levels.departing else ''} ({levels.told(level)})"


def _replies(report: Report) -> Iterator[str]:
    yield "## Replies"
    yield ""
    heading = ["task", "model", "N/A", "refused", "no reply", "prefers position", "wording matters", "hears it"]
    rows = []
    for task in report.table.tasks:
        for model, score in task.scores.items():
            rates = map(rate_text, (score.na_rate, score.tally.refusal_rate, score.tally.missing_rate))
            place = position_text(score.breakdown.positions) if score.breakdown else "–"
            rows.append([_title(task), plain(model), *rates, place, wording_text(score), hearing_text(score.hearing)])
    yield from aligned_table(heading, rows, words=2)
    for task in report.table.tasks:
        for model, score in task.scores.items():
            for each in score.hearing:
                told = _sentence(each.explanation)
                yield from ("", f"{_title(task)}, {plain(model)}, {plain(each.control)}: {told}.")


def _comparison(report: Report) -> Iterator[str]:
    if not (report.pairs or report.uncompared):
        return
    yield "## Comparison"
    yield ""
    yield f"Paired by question; p corrected by Holm for {amount(len(report.pairs), 'comparison')}."
    yield ""
    rows = []
    for pair in report.pairs:
        made = pair.made
        rows.append(
            [
                plain(pair.task),
                f"{plain(pair.first)} less {plain(pair.second)}",
                difference_text(made.difference, is_share=pair.is_share),
                p_text(pair.p_holm),
                plain(pair.better) or "not shown to differ",
                f"{made.items:,}" + (f", {made.left_out:,} left out" if made.left_out else ""),
            ]
        )
    if rows:
        yield from aligned_table(["task", "models", "difference", "p", "better", "questions"], rows, words=2)
    for each in report.uncompared:
        yield from ("", f"Not compared on {plain(each.task)}: {plain(each.second)}, {plain(each.reason)}.")
    if not all(pair.grouped for pair in report.pairs):
        yield from ("", "The files name no groups: questions count as independent, and p is too small if they are not.")


def _title(task: Task) -> str:
    level, mark = f" (L{task.level})" if task.level else "", f" {DAGGER}" if task.departures else ""
    return f"{plain(task.title)}{level}{mark}"


def _sentence(text: str) -> str:
    return plain(text, longest=_SENTENCE)


def _chance(task: Task) -> str:
    score = task.any_score
    if not score.is_choice:
        return "–"
    chance = score.tally.chance
    return f"{value_text(chance.guessing, 'share')} / {value_text(chance.majority, 'share')}"


def _published(task: Task, system: str) -> str:
    published = task.published
    if published is None or system not in published.columns:
        return "–"
    return value_text(published.columns[system], published.unit)


def _mean(mean: LevelMean, *, none: str) -> str:
    if mean.value is None:
        return none
    ends = mean_ends_text(mean.low, mean.high)
    told = mean_text(mean.value) + (f" ({ends})" if ends else "")
    return told + (f" [{mean.tasks} of {mean.of}]" if mean.missing else "")


def _sources(report: Report) -> list[str]:
    return list(dict.fromkeys(task.published.source for task in report.table.tasks if task.published))
