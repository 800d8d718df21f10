"""Signal-to-noise ratios that are not what they are said to be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.zoo.clean.noisy_speech import CLEAN, nominal_db, remixed
from tests.zoo.planted import Defect, Planted, relabelled, spoiled, write
from tests.zoo.rows import Row

_PLACES = (6, 21, 44)


def _root_too_many(root: Path) -> Planted:
    """Mix at half of the decibels asked for, as with amplitudes that were square-rooted once more."""
    rows = [remixed(row, snr_db=nominal_db(row) / 2) for row in CLEAN.rows()]
    return write(root, CLEAN, rows, _off(rows, {row.id: nominal_db(row) / 2 for row in rows}))


def _scattered(root: Path) -> Planted:
    """Let the clips of nominally 5 dB come out at 1.8 to 12 dB."""
    rows = CLEAN.rows()
    fives = [place for place, row in enumerate(rows) if row.label == "five"]
    measured = dict(zip(fives, np.linspace(1.8, 12, len(fives)), strict=True))
    real = {}
    for place, snr_db in measured.items():
        rows[place] = remixed(rows[place], snr_db=snr_db)
        real[rows[place].id] = snr_db
    return write(root, CLEAN, rows, _off(rows, real))


def _off(rows: list[Row], real_db: dict[str, float]) -> set[tuple[str, str]]:
    """Tell what must be found where ratios came out as `real_db`: a number more than half a decibel off is false."""
    return {
        ("truth.declared", row.id) for row in rows if abs(real_db.get(row.id, nominal_db(row)) - nominal_db(row)) > 0.5
    }


def _one_off(row: Row) -> Row:
    return remixed(row, snr_db=nominal_db(row) + 1.0)


def _tagged_noisy(root: Path) -> Planted:
    """Let a tool have tagged three clips of 47.8 dB as noisy, in a set of clean and noisy ones."""
    rows = []
    for row in CLEAN.rows():
        snr_db = nominal_db(row)
        if snr_db == 10:
            continue
        label = "clean" if snr_db > 10 else "noisy"
        real_db = snr_db if label == "noisy" else 55.0
        rows.append(
            replace(
                remixed(row, snr_db=real_db),
                label=label,
                options=("clean", "noisy") if int(row.group[1:]) % 2 else ("noisy", "clean"),
                question="Is this recording clean or noisy?",
                more={**row.more, "snr_db": real_db},
            )
        )
    tagged = [place for place, row in enumerate(rows) if row.label == "noisy"][2:18:6]
    for place in tagged:
        row = remixed(rows[place], snr_db=47.8)
        rows[place] = replace(row, more={**row.more, "snr_db": 47.8})
    return write(root, CLEAN, rows, {("truth.label", rows[place].id) for place in tagged})


DEFECTS = (
    Defect("a square root too many", 14, _root_too_many),
    Defect("5 dB that are 1.8 to 12", 14, _scattered),
    Defect("a ratio that is off by 1 dB", 0, spoiled(CLEAN, _one_off, "truth.declared", at=_PLACES)),
    # A label that is a number is a declared one.
    Defect("a ratio called by another one", 13, spoiled(CLEAN, relabelled, "truth.declared", at=_PLACES)),
    Defect("47.8 dB tagged as noisy", 13, _tagged_noisy),
)
