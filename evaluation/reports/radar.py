"""The profile by level as a radar: outlines in a square of `SIZE` units, level 1 on top, clockwise."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evaluation.reports.levels import Column, Levels

SIZE, RADIUS = 340, 112
CENTRE = SIZE / 2
RINGS = (0.25, 0.5, 0.75, 1.0)
MOST_MODELS = 6  # more outlines than that nobody can tell apart
_LABEL_RADIUS = RADIUS + 17
_DOT = 5.0


@dataclass(frozen=True, kw_only=True)
class Spoke:
    """A level's axis, and the place of its name; `is_scored` says whether models here were scored on a task of it."""

    text: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str
    is_scored: bool


@dataclass(frozen=True, kw_only=True)
class Outline:
    """A column's outline.

    Parameters
    ----------
    name : str
        The model or system.
    kind : str
        Its class: `model-1`, `system-1`.
    path : str
        Joins neighbouring levels that both have a value; empty if no two have.
    is_closed : bool
        Whether all levels have one.
    whole, partial : str
        Dots of levels, those that lack a task apart.
    sample : str
        A dot for the legend, in a box 34 by 14.
    alt : str
        In words.
    """

    name: str
    kind: str
    path: str
    is_closed: bool
    whole: str
    partial: str
    sample: str
    alt: str


@dataclass(frozen=True, kw_only=True)
class Radar:
    """All that is drawn."""

    spokes: tuple[Spoke, ...]
    rings: tuple[str, ...]
    systems: tuple[Outline, ...]
    models: tuple[Outline, ...]
    not_drawn: int


def radar(levels: Levels) -> Radar:
    """Draw the profile."""
    count = len(levels.levels)
    models = [column for column in levels.columns if not column.is_published]
    systems = [column for column in levels.columns if column.is_published]
    return Radar(
        spokes=tuple(_spoke(levels, place) for place in range(count)),
        rings=tuple(_closed([point(place, count, ring) for place in range(count)]) for ring in RINGS),
        systems=tuple(_outline(each, levels, f"system-{place}") for place, each in enumerate(systems, start=1)),
        models=tuple(
            _outline(each, levels, f"model-{place}") for place, each in enumerate(models[:MOST_MODELS], start=1)
        ),
        not_drawn=max(len(models) - MOST_MODELS, 0),
    )


def point(place: int, count: int, value: float) -> tuple[float, float]:
    """Give where a value from 0 (centre) to 1 (rim) stands on an axis; what is beyond stands at its end."""
    return _polar(place, count, RADIUS * min(max(value, 0.0), 1.0))


def _polar(place: int, count: int, radius: float) -> tuple[float, float]:
    angle = 2 * math.pi * place / count
    return round(CENTRE + radius * math.sin(angle), 1), round(CENTRE - radius * math.cos(angle), 1)


def _spoke(levels: Levels, place: int) -> Spoke:
    level, count = levels.levels[place], len(levels.levels)
    (x, y), (label_x, label_y) = point(place, count, 1.0), _polar(place, count, _LABEL_RADIUS)
    anchor = "middle" if abs(label_x - CENTRE) < 1 else "start" if label_x > CENTRE else "end"
    return Spoke(
        text=f"Level {level}",
        x=x,
        y=y,
        label_x=min(max(label_x, 2), SIZE - 2),
        label_y=label_y + 4,
        anchor=anchor,
        is_scored=bool(levels.scored[level]),
    )


def _outline(column: Column, levels: Levels, kind: str) -> Outline:
    count = len(levels.levels)
    means = [column.means[level] for level in levels.levels]
    places = [None if mean.value is None else point(at, count, mean.value) for at, mean in enumerate(means)]
    known = [place for place in places if place is not None]
    is_closed = len(known) == count
    told = ", ".join(
        f"level {level} {'none' if mean.value is None else f'{mean.value:.2f}'}"
        for level, mean in zip(levels.levels, means, strict=True)
    )
    dots = list(zip(places, means, strict=True))
    return Outline(
        name=column.name,
        kind=kind,
        path=_closed(known) if is_closed else _joined(places),
        is_closed=is_closed,
        whole="".join(_dot(place, kind) for place, mean in dots if place and mean.is_whole),
        partial="".join(_dot(place, kind) for place, mean in dots if place and not mean.is_whole),
        sample=_dot((17.0, 7.0), kind),
        alt=f"{column.name}: {told}",
    )


def _closed(places: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in places) + "Z"


def _joined(places: list[tuple[float, float] | None]) -> str:
    """Join neighbours around the circle, where both are there."""
    following = [*places[1:], places[0]]
    pairs = [(one, two) for one, two in zip(places, following, strict=True) if one and two]
    return "".join(f"M{one[0]} {one[1]}L{two[0]} {two[1]}" for one, two in pairs)


def _dot(place: tuple[float, float], kind: str) -> str:
    """Draw a mark whose shape tells models apart; systems have small squares."""
    family, _, number = kind.partition("-")
    corners, turn, size = (4, 0.5, 2.5) if family == "system" else (*_SHAPES[(int(number) - 1) % len(_SHAPES)], _DOT)
    x, y = place
    angles = [2 * math.pi * (corner + turn) / corners for corner in range(corners)]
    ends = [(x + size * math.sin(angle), y - size * math.cos(angle)) for angle in angles]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in ends) + "Z"


# Corners and turn: a round, a square, a triangle, a diamond, a triangle on its head, a pentagon.
_SHAPES = ((16, 0.0), (4, 0.5), (3, 0.0), (4, 0.0), (3, 0.5), (5, 0.0))
