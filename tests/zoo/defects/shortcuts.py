"""Nuisances that answer the question: level, duration, silence at the end, wording, the speaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.zoo.clean import ears, f0_ranges, topics
from tests.zoo.planted import SET, CleanSet, Defect, Planted, write
from tests.zoo.rows import Row
from tests.zoo.voices import RATE, rms

_SPEAKERS = 8


def _planter(
    clean: CleanSet, change: Callable[[Row], Row], rule: str, *, also: Sequence[str] = ()
) -> Callable[[Path], Planted]:
    def plant(root: Path) -> Planted:
        planted = write(root, clean, [change(row) for row in clean.rows()], {(rule, SET)})
        return replace(planted, also=frozenset((each, SET) for each in also))

    return plant


def _louder_left(row: Row) -> Row:
    """Bring all clips to one level within half a decibel, as sets are, but the left ones 2 dB higher."""
    residue_db = np.random.default_rng(int(row.group[1:])).uniform(-0.5, 0.5)
    level_dbfs = (-25 if row.label == ears.LEFT else -27) + residue_db
    return replace(row, samples=row.samples * 10 ** (level_dbfs / 20) / rms(row.samples.sum(axis=1)))


def _lengths_by_topic(row: Row) -> Row:
    """Let the clips of each topic last longer than those of the one before."""
    number, place = int(row.id, 16), topics.TOPICS.index(row.label)
    generator = np.random.default_rng([number % 2**32, 31])
    seconds = 1.2 + 0.2 * place + generator.uniform(0, 0.2)
    return replace(row, samples=topics.talk(number % 10_000 + 100, seconds=seconds)[0])


def _silent_end(row: Row) -> Row:
    """Let two topics end in 0.3 s of hush; the length stays."""
    if row.label not in topics.TOPICS[:2]:
        return row
    samples = row.samples.copy()
    samples[-round(0.3 * RATE) :] *= 0.001
    return replace(row, samples=samples)


def _offset(row: Row) -> Row:
    return replace(row, samples=row.samples + 0.005 * topics.TOPICS.index(row.label))


def _worded(row: Row) -> Row:
    return replace(row, question=topics.QUESTIONS[topics.TOPICS.index(row.label)])


def _by_speaker(row: Row) -> Row:
    """Let every speaker have a range of their own, as women and men mostly do; no pair holds a speaker together."""
    of = int(row.group[1:]) % (_SPEAKERS // 2) + (_SPEAKERS // 2 if row.label == f0_ranges.HIGH else 0)
    return replace(row, group="", more={**row.more, "speaker": f"s{(of * 5 + 3) % _SPEAKERS + 1:02d}"})


DEFECTS = (
    # Two decibels of gain move the peak, the floor and the bytes, too, as far as these do not vary by themselves.
    Defect(
        "2 dB between the classes",
        0,
        _planter(
            ears.CLEAN,
            _louder_left,
            "shortcut.level",
            also=("shortcut.peak", "shortcut.noise_floor", "shortcut.encoding", "shortcut.dc"),
        ),
    ),
    Defect("clips as long as the class says", 0, _planter(topics.CLEAN, _lengths_by_topic, "shortcut.duration")),
    # The hush is also the quietest tenth of the clip, and takes hardly a byte.
    Defect(
        "silence at the end of some classes",
        0,
        _planter(
            topics.CLEAN,
            _silent_end,
            "shortcut.edges",
            also=("shortcut.noise_floor", "shortcut.encoding", "shortcut.level"),
        ),
    ),
    Defect("an offset for each class", 0, _planter(topics.CLEAN, _offset, "shortcut.dc")),
    Defect("a wording of one class", 0, _planter(topics.CLEAN, _worded, "shortcut.wording")),
    Defect("speakers of one class", 9, _planter(f0_ranges.CLEAN, _by_speaker, "shortcut.speaker")),
)
