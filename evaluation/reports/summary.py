"""A report as one JSON value."""

from __future__ import annotations

from typing import Any

from evaluation.certainty.interval import json_values
from evaluation.reports.levels import Levels
from evaluation.reports.report import Report
from evaluation.reports.rescaling import rescaled
from evaluation.reports.score import Score
from evaluation.reports.tasks import Task
from evaluation.reports.wording import beats_chance


def summary(report: Report) -> dict[str, Any]:
    """Give all numbers of a report as JSON values: models, tasks, levels and comparisons."""
    return json_values(
        {
            "models": list(report.table.models),
            "tasks": [_task(task) for task in report.table.tasks],
            "levels": _levels(report.levels) if report.levels else None,
            "comparisons": [
                {
                    "task": pair.task,
                    "first": pair.first,
                    "second": pair.second,
                    "p_holm": pair.p_holm,
                    "better": pair.better or None,
                    "grouped": pair.grouped,
                    "comparison": pair.made.to_json(),
                }
                for pair in report.pairs
            ],
            "wordings": [
                {
                    "task": found.title,
                    "instructions": {row.dataset: row.instruction for row in found.rows},
                    "models": {model: each.to_json() for model, each in found.models.items()},
                    "not_in_all": found.partly,
                }
                for found in report.wordings
            ],
            "aloud": [
                {
                    "task": each.title,
                    "model": each.model,
                    "spoken": each.pair.task,
                    "p_holm": each.pair.p_holm,
                    "comparison": each.pair.made.to_json(),
                }
                for each in report.aloud
            ],
            "not_compared": [vars(each) for each in report.uncompared],
        }
    )


def _task(task: Task) -> dict[str, Any]:
    score, published = task.any_score, task.published
    return {
        "name": task.name,
        "title": task.title,
        "dataset": score.dataset,
        "suite": task.suite,
        "level": task.level,
        "departures": list(task.departures),
        "measure": score.measure,
        "unit": score.unit,
        "direction": score.direction,
        "scores": {model: _score(each) for model, each in task.scores.items()},
        "published": {"source": published.source, "measure": published.measure, "results": published.columns}
        if published
        else None,
    }


def _score(score: Score) -> dict[str, Any]:
    positions = score.breakdown.positions if score.breakdown else None
    return {
        "value": score.value.to_json(),
        "rescaled": on_scale.value if (on_scale := rescaled(score)) else None,
        "beats_chance": beats_chance(score),
        "chance": score.tally.chance.to_json(),
        "na_rate": score.na_rate,
        "refusal_rate": score.tally.refusal_rate,
        "missing_rate": score.tally.missing_rate,
        "preferred_position": positions.preferred if positions else None,
        "is_sensitive_to_wording": score.breakdown.instructions.is_sensitive if score.breakdown else None,
        "hearing": {each.control: each.reading for each in score.hearing},
    }


def _levels(levels: Levels) -> dict[str, Any]:
    return {
        "scored": levels.scored,
        "columns": {
            column.name if not column.is_published else f"published: {column.name}": {
                level: vars(mean) for level, mean in column.means.items()
            }
            for column in levels.columns
        },
        "left_out": levels.left_out,
    }
