"""Coughs: the label must be what the physicians' opinions add up to, and the clip must hold what was measured.

Nothing in a clip proves a diagnosis. What can be held against each other is the label, every opinion that the
parameters tell, the rule by which they count, and the sound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.by_label import medians, values_by_label
from verification.clip import Clip, Floats, Row
from verification.consistency import Consistency
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.sounding import BORDER_DB, WINDOW_S, check_heard, check_sounding, window_levels

LEAST_OF_FOUR = 3
_BURST_DB = 12.0
_GAP_S = 0.1


class Rules(PropertyRules):
    """One label for what the physicians say, by the rule that counts them, and coughs as they were measured."""

    def __init__(self) -> None:
        self._labels = Consistency("cough.consistent", what="the answer")
        self._answers = Consistency("cough.consistent", what="the label", said="answer")

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        _check_label(row, ledger)
        _check_opinions(row, ledger)
        sounding_s = check_sounding(clip, ledger, family="cough")
        check_heard(clip, sounding_s, ledger, family="cough", severity="warning")
        levels = window_levels(clip.mono, sampling_rate=clip.sampling_rate)
        recorded, counts = row.measurement("bursts"), _burst_counts(levels) if sounding_s else {0}
        ledger.expect(
            recorded in counts,
            "cough.bursts",
            row.name,
            found=f"{recorded:g} bursts recorded",
            wanted=f"{' or '.join(map(str, sorted(counts)))}, as counted",
        )
        return {
            f"sounding_s {row.label}": sounding_s,
            f"bursts {row.label}": recorded,
            f"four {row.label}": float(row.parameters.get("experts") == 4),
        }

    def add_row(self, row: Row) -> None:
        """Take what the physicians' answer is called."""
        answer = _answer(row)
        self._labels.add(row.name, answer, row.label)
        self._answers.add(row.name, row.label, answer)

    def finish(self, ledger: Ledger) -> None:
        """Ask for one label for one answer."""
        self._labels.finish(ledger)
        self._answers.finish(ledger)

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell by label how long clips sound, in how many bursts, and on how many opinions labels rest."""
        values = values_by_label(measured)
        by_four = (f"{sum(few):.0f} of {len(few)} {label}" for label, few in values["four"].items())
        return [
            f"sounding time, median in s: {medians(values['sounding_s'], '{:.2f}'.format)}",
            f"bursts, median: {medians(values['bursts'], '{:g}'.format)}",
            f"labels that rest on four physicians: {', '.join(by_four)}",
        ]


def _answer(row: Row) -> str:
    return str(row.parameters.get("answer") or "")


def _check_label(row: Row, ledger: Ledger) -> None:
    """Hold the label to the physicians' word, by its letters."""
    answer = _answer(row)
    meant = [option for option in row.options if option.casefold() == answer.replace("_", " ").casefold()]
    ledger.expect(
        bool(answer) and (not meant or row.label in meant),
        "cough.label",
        row.name,
        found=f"label {row.label!r}",
        wanted=f"{' or '.join(meant) or 'what physicians say'}, for the answer {answer!r}",
    )


def _check_opinions(row: Row, ledger: Ledger) -> None:
    """Count the opinions anew, and hold them to the rule."""
    answer = _answer(row)
    opinions = str(row.parameters.get("opinions") or "").split(" | ")
    qualities = str(row.parameters.get("qualities") or "").split(" | ")
    experts, agreeing = row.parameter("experts"), row.parameter("agreeing")
    same = opinions.count(answer)
    ledger.expect(
        (experts, agreeing) == (len(opinions), same) and len(qualities) == len(opinions) and all(qualities),
        "cough.opinions",
        row.name,
        found=f"{agreeing:g} of {experts:g} physicians said to agree",
        wanted=f"{same} of {len(opinions)}, by the opinions {' | '.join(opinions)}, each with a quality",
    )
    by_four = len(opinions) == 4 and same >= LEAST_OF_FOUR
    ledger.expect(
        by_four or (len(opinions) == same == 1 and qualities == ["good"]),
        "cough.rule",
        row.name,
        found=f"the answer {answer!r} from {' | '.join(opinions)}, with the qualities {' | '.join(qualities)}",
        wanted=f"{LEAST_OF_FOUR} of four physicians who agree, or a single one who found the recording good",
    )
    others = [other for other in str(row.parameters.get("others") or "").split(" | ") if other]
    ledger.expect(
        not others or (set(others) == {answer} and len(opinions) + len(others) <= 4),
        "cough.contradicted",
        row.name,
        found=f"{' | '.join(others)}, by physicians who did not judge the recording's quality",
        wanted=f"nobody who does not say {answer!r}, of four physicians at most",
        severity="warning",
    )


def _burst_counts(levels: Floats) -> set[int]:
    """Count the bursts, with the border where it is and a little to either side."""
    return {_bursts(levels, below_db=_BURST_DB + shift) for shift in (-BORDER_DB, 0.0, BORDER_DB)}


def _bursts(levels: Floats, *, below_db: float) -> int:
    """Count beginnings of loud stretches, and leave out those that follow on another within 100 ms."""
    bursts, quiet_s = 0, np.inf
    for level in levels:
        if level < levels.max() - below_db:
            quiet_s += WINDOW_S
            continue
        bursts += quiet_s > _GAP_S - WINDOW_S / 2
        quiet_s = 0.0
    return bursts
