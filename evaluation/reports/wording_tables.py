"""Wordings and spoken questions as tables of words, the same in Markdown and on the page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evaluation.certainty.rewording import Reworded
from evaluation.reports.wording import difference_text, p_text, points_text, value_text
from evaluation.reports.wordings import Aloud, Wordings
from evaluation.scoring.terminal import interval_text
from verification.pages.wording import amount

_OPTIONS = re.compile(r"(?:\[')?\[option\](?:\W{1,6}(?:(?:and|or|the)\W{1,3}){0,2}\[option\])+(?:'\])?")


@dataclass(frozen=True, kw_only=True)
class WordingTable:
    """A task's table.

    Parameters
    ----------
    title, about : str
        What is asked, and of how many questions.
    models : tuple of str
        The columns.
    rows : tuple of pairs of str and tuple of str
        An instruction and each model's score; shared words come first.
    sums : tuple of pairs of str and tuple of str
        The mean over wordings, how far they lie apart, and whether that is more than chance.
    sensitive : tuple of str
        Models to which the wording is shown to matter.
    """

    title: str
    about: str
    models: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    sums: tuple[tuple[str, tuple[str, ...]], ...]
    sensitive: tuple[str, ...]


def wording_table(found: Wordings) -> WordingTable:
    """Put a task's wordings in words."""
    made = list(found.models.values())
    percent = found.is_share

    def told(each: Reworded, dataset: str) -> str:
        return interval_text(each.means[dataset], percent=percent)

    def apart(value: float) -> str:
        return f"{points_text(value).lstrip('+')} points" if percent else value_text(value, "")

    return WordingTable(
        title=found.title,
        about=_about(found),
        models=tuple(found.models),
        rows=tuple(
            (short_instruction(row.instruction), tuple(told(each, row.dataset) for each in made)) for row in found.rows
        ),
        sums=(
            ("mean", tuple(interval_text(each.mean, percent=percent) for each in made)),
            ("highest less lowest", tuple(apart(each.spread) for each in made)),
            ("standard deviation", tuple(apart(each.deviation) for each in made)),
            ("wording matters", tuple(_matters(each) for each in made)),
        ),
        sensitive=tuple(model for model, each in found.models.items() if each.is_sensitive),
    )


def short_instruction(text: str) -> str:
    """Give an instruction with its list of options as one word."""
    return _OPTIONS.sub("[options]", text)


def _about(found: Wordings) -> str:
    questions = [each.mean.items for each in found.models.values()]
    told = f"{amount(len(found.rows), 'wording')} of the same clips"
    if questions:
        most, least = max(questions), min(questions)
        told += f", {least:,} questions each" if most == least else f", {least:,} to {most:,} questions each"
    left = {model: each.left_out for model, each in found.models.items() if each.left_out}
    for model, count in left.items():
        told += f"; of {model} {amount(count, 'question')} without a score in some wording left out"
    if found.partly:
        told += f"; not scored in all of them: {', '.join(found.partly)}"
    return told


def _matters(each: Reworded) -> str:
    if each.p_value is None:
        return f"cannot tell: {amount(each.mean.groups, 'group')}"
    return f"{'yes' if each.is_sensitive else 'not shown'}, {p_text(each.p_value)}"


@dataclass(frozen=True, kw_only=True)
class AloudRow:
    """A model on a task, asked in writing and aloud, in words; `differs` if p is below 0.05."""

    title: str
    model: str
    written: str
    aloud: str
    difference: str
    p: str
    questions: str
    differs: bool


def aloud_row(found: Aloud) -> AloudRow:
    """Put a comparison in words."""
    pair, made = found.pair, found.pair.made
    return AloudRow(
        title=found.title,
        model=found.model,
        written=interval_text(made.first, percent=pair.is_share),
        aloud=interval_text(made.second, percent=pair.is_share),
        difference=difference_text(made.difference, is_share=pair.is_share),
        p=p_text(pair.p_holm),
        questions=f"{made.items:,}" + (f", {made.left_out:,} left out" if made.left_out else ""),
        differs=bool(pair.better),
    )
