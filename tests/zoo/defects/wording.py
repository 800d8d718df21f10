"""Questions that ask for the inverse, name no unit, come in one wording, or fool a scorer of plain text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.zoo.clean import f0_ranges, noisy_speech, topics
from tests.zoo.clean.instance import CLEAN as INSTANCE
from tests.zoo.planted import SET, Defect, Planted, write

_SEX = ("male", "female")


def _inverse(root: Path) -> Planted:
    """Ask half of the groups for the noise-to-signal ratio, with the labels of the other one."""
    rows = [
        replace(row, question=row.question.replace("signal-to-noise", "noise-to-signal"))
        if int(row.group[1:]) % 4 == 0
        else row
        for row in noisy_speech.CLEAN.rows()
    ]
    return write(root, noisy_speech.CLEAN, rows, {("question.inverse", SET)})


def _no_unit(root: Path) -> Planted:
    rows = [
        replace(row, question="What is the signal-to-noise ratio of this recording?")
        for row in noisy_speech.CLEAN.rows()
    ]
    return write(root, noisy_speech.CLEAN, rows, {("question.unit", SET)})


def _one_wording(root: Path) -> Planted:
    first = INSTANCE.rows()[0].question
    rows = [replace(row, question=first) for row in INSTANCE.rows()]
    return write(root, INSTANCE, rows, {("question.few_wordings", SET)})


def _substring(root: Path) -> Planted:
    """Ask for two answers of which one stands inside the other; no task, so nothing measures them."""
    rows = [
        replace(
            row,
            question="Is the speaker male or female?",
            options=_SEX if place % 2 else _SEX[::-1],
            label=_SEX[topics.TOPICS.index(row.label) % 2],
        )
        for place, row in enumerate(topics.CLEAN.rows())
    ]
    return write(root, topics.CLEAN, rows, {("question.substring", SET)})


def _bare_ranges(root: Path) -> Planted:
    rows = [replace(row, question="In which range does the pitch lie?") for row in f0_ranges.CLEAN.rows()]
    return write(root, f0_ranges.CLEAN, rows, {("question.unit", SET)})


DEFECTS = (
    Defect("noise-to-signal with the same labels", 10, _inverse),
    Defect("ratios without a unit", 10, _no_unit),
    Defect("ranges without a unit", 10, _bare_ranges),
    Defect("one wording for all", 11, _one_wording),
    Defect("male inside female", 18, _substring),
)
