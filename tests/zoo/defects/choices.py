"""Options and answers: where the right one stands, whether it is there, how it is spelt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import topics
from tests.zoo.planted import SET, Defect, Planted, spoiled, write
from tests.zoo.rows import Row

_PLACES = (5, 23, 24, 41)


def _other(row: Row) -> int:
    return next(place for place, option in enumerate(row.options) if option != row.label)


def _with_option(row: Row, place: int, text: str) -> Row:
    return replace(row, options=(*row.options[:place], text, *row.options[place + 1 :]))


def _first(root: Path) -> Planted:
    """Put the answer first in six rows of ten."""
    rows = topics.CLEAN.rows()
    for place, row in enumerate(rows):
        if place % 10 < 6:
            rows[place] = replace(row, options=(row.label, *(each for each in row.options if each != row.label)))
    # Who knows which option stands first knows most answers: the order of the options is a shortcut.
    return write(root, topics.CLEAN, rows, {("balance.position", SET), ("shortcut.wording", SET)})


def _repeated(row: Row) -> Row:
    wrong = [place for place, option in enumerate(row.options) if option != row.label]
    return _with_option(row, wrong[0], row.options[wrong[1]])


def _absent(row: Row) -> Row:
    return _with_option(row, row.options.index(row.label), "a football match")


def _twice(row: Row) -> Row:
    return _with_option(row, _other(row), row.label)


def _spaced(row: Row) -> Row:
    return replace(row, label=f" {row.label}")


def _spaced_option(row: Row) -> Row:
    return _with_option(row, _other(row), f"{row.options[_other(row)]} ")


def _capital(row: Row) -> Row:
    return replace(row, label=row.label.title())


def _underscored(row: Row) -> Row:
    return replace(row, label=row.label.replace(" ", "_"))


def _row(name: str, kind: int, change: Callable[[Row], Row], rule: str) -> Defect:
    return Defect(name, kind, spoiled(topics.CLEAN, change, rule, at=_PLACES))


DEFECTS = (
    Defect("the answer mostly stands first", 3, _first),
    _row("a repeated option", 4, _repeated, "question.repeated_option"),
    _row("an answer that is no option", 4, _absent, "question.no_answer"),
    _row("an answer that stands twice", 4, _twice, "question.answer_twice"),
    _row("a space before the answer", 5, _spaced, "question.spaces"),
    _row("a space after an option", 5, _spaced_option, "question.spaces"),
    _row("an answer in other capitals", 5, _capital, "question.spelling"),
    _row("an answer with underscores", 5, _underscored, "question.spelling"),
    _row("a row without its answer", 0, lambda row: replace(row, label=""), "question.no_label"),
)
