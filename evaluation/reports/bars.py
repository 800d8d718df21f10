"""A task's scores as bars: places on an axis in per cent of its width, and the words beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from evaluation.reports.score import Score
from evaluation.reports.tasks import ScoreTable, Task
from evaluation.reports.wording import HEARS, ends_text, measure_text, value_text
from evaluation.scoring.terminal import departures_text
from verification.pages.scales import Scale, Tick

NO_RESULT = "no result in the paper"
_SAME = 0.0005  # no two lines where the words would show one number


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One model's or system's score.

    Parameters
    ----------
    name : str
        Of the model.
    place : int
        The model's number in the report, from 1; 0 for a published system.
    start, length : float
        Where the bar begins and how long it is, in per cent; without a value both are 0.
    low, width : float or None
        The interval, in per cent; None where there is none.
    value, ends : str
        In words; `value` is empty where there is none.
    note : str
        Why there is no value, or what limits it.
    alt : str
        The whole in words.
    flags : tuple of str
        Readings of controls that warn.
    """

    name: str
    place: int
    start: float = 0.0
    length: float = 0.0
    low: float | None = None
    width: float | None = None
    value: str = ""
    ends: str = ""
    note: str = ""
    alt: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Line:
    """A level that can be had without listening: where it stands in per cent, of which kind, and its words."""

    place: float
    kind: str
    text: str


@dataclass(frozen=True, kw_only=True)
class TaskBars:
    """A task's figure."""

    title: str
    name: str
    level: int | None
    measure: str
    models: tuple[Bar, ...]
    systems: tuple[Bar, ...]
    lines: tuple[Line, ...]
    ticks: list[Tick]
    source: str
    notes: tuple[str, ...]
    departs: bool


def task_bars(task: Task, table: ScoreTable) -> TaskBars:
    """Draw a task."""
    scale, published = axis_of(task), task.published
    systems = published.columns if published else {}
    return TaskBars(
        title=task.title,
        name=task.name,
        level=task.level,
        measure=measure_text(task),
        models=tuple(
            _model_bar(scale, model, place, task.scores.get(model)) for place, model in enumerate(table.models, start=1)
        ),
        systems=tuple(
            _bar(scale, name, 0, value, unit=published.unit if published else "", note=NO_RESULT)
            for name, value in systems.items()
        ),
        lines=_lines(scale, task),
        ticks=_ticks(scale, percent=task.any_score.is_share),
        source=published.source if published else "",
        notes=tuple(filter(None, (task.different_questions, *_departures(task)))),
        departs=bool(task.departures),
    )


def _departures(task: Task) -> tuple[str, ...]:
    return (f"{departures_text(task.departures)}.",) if task.departures else ()


def axis_of(task: Task) -> Scale:
    """Give an axis that holds 0 and every score with its interval; of shares at least 0 to 1, of points 0 to 4."""
    numbers = [0.0]
    for score in task.scores.values():
        numbers += [score.value.low, score.value.value, score.value.high]
    numbers += [value for value in (task.published.columns if task.published else {}).values() if value is not None]
    finite = [number for number in numbers if math.isfinite(number)]
    score = task.any_score
    least = {"share": 1.0, "points": 4.0}.get(score.unit, 0.0)
    low, high = min(finite), max(*finite, least)
    return Scale(low, high) if high > low else Scale.over(low, high)


def _ticks(scale: Scale, *, percent: bool) -> list[Tick]:
    if not percent:
        return scale.ticks(4)
    *others, last = Scale(100 * scale.low, 100 * scale.high).ticks(4)
    return [*others, replace(last, text=f"{last.text} %")]


def _model_bar(scale: Scale, model: str, place: int, score: Score | None) -> Bar:
    if score is None:
        return Bar(name=model, place=place, note="not scored", alt=f"{model}: not scored")
    interval = score.value
    made = _bar(scale, model, place, interval.value, unit=score.unit, note=interval.note or "no value")
    ends = ends_text(interval, percent=score.is_share)
    if not ends:
        return made
    low, high = scale.place(interval.low), scale.place(interval.high)
    return replace(
        made,
        low=low,
        width=round(high - low, 2),
        ends=ends,
        note=interval.note,
        alt=f"{made.alt}, 95 % interval {ends}",
        flags=tuple(each.reading for each in score.hearing if each.reading != HEARS),
    )


def _bar(scale: Scale, name: str, place: int, value: float | None, *, unit: str, note: str) -> Bar:
    if value is None or math.isnan(value):
        return Bar(name=name, place=place, note=note, alt=f"{name}: {note}")
    base, end = scale.place(0.0), scale.place(value)
    text = value_text(value, unit)
    return Bar(
        name=name,
        place=place,
        start=min(base, end),
        length=round(abs(end - base), 2),
        value=text,
        alt=f"{name}: {text}",
    )


def _lines(scale: Scale, task: Task) -> tuple[Line, ...]:
    score = task.any_score
    if not score.is_choice:
        return ()
    chance = score.tally.chance
    told = [
        ("chance", chance.guessing, "chance {}"),
        ("majority", chance.majority, "always the most frequent answer {}"),
    ]
    if abs(chance.guessing - chance.majority) < _SAME:
        told = [("chance", chance.guessing, "chance, and always the most frequent answer: {}")]
    return tuple(
        Line(place=scale.place(value), kind=kind, text=text.format(value_text(value, "share")))
        for kind, value, text in told
        if not math.isnan(value)
    )
