"""Coughs: the label must be what the physicians' opinions add up to, and the clip must hold what was measured.

Nothing in a clip proves a diagnosis. What can be held against each other is the label, every opinion that the
parameters tell, the rule by which they count, and the sound.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from verification.clip import Clip, Floats, Row
from verification.contract import FULL_SCALE
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules

LEAST_OF_FOUR = 3
SOUNDING_TOLERANCE_S = 0.05
LEAST_SOUNDING_S = 0.1
_WINDOW_S = 0.025
_SOUNDING_DB = 25.0
_BURST_DB = 12.0
_GAP_S = 0.1
# A window that lies as near to a border as this may fall on either side of it by rounding.
_BORDER_DB = 0.01
_FLOOR_DBFS = -96.0


class Rules(PropertyRules):
    """One label for what the physicians say, by the rule that counts them, and coughs as they were measured."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        self._check_label(row, ledger)
        _check_opinions(row, ledger)
        levels = _levels_dbfs(clip)
        sounding_s = _check_sounding(row, levels, ledger)
        recorded, counts = row.measurement("bursts"), _burst_counts(levels)
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

    def _check_label(self, row: Row, ledger: Ledger) -> None:
        """Hold the label to the physicians' word: by its letters, and by what it was called before."""
        answer = str(row.parameters.get("answer") or "")
        meant = [option for option in row.options if option.casefold() == answer.replace("_", " ").casefold()]
        ledger.expect(
            bool(answer) and (not meant or row.label in meant),
            "cough.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{' or '.join(meant) or 'what physicians say'}, for the answer {answer!r}",
        )
        first = self._labels.setdefault(answer, row.label)
        ledger.expect(
            row.label == first and sum(label == row.label for label in self._labels.values()) == 1,
            "cough.consistent",
            row.name,
            found=f"label {row.label!r} for the answer {answer!r}",
            wanted="one label for one answer, as in other rows",
        )

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell by label how long clips sound, in how many bursts, and on how many opinions labels rest."""
        values: Mapping[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for each in measured:
            for key, value in each.items():
                name, _, label = key.partition(" ")
                values[name][label].append(value)
        lines = [
            f"{what}: " + ", ".join(f"{np.median(few):.3g} {label}" for label, few in sorted(values[name].items()))
            for name, what in (("sounding_s", "sounding time, median in s"), ("bursts", "bursts, median"))
        ]
        listed = (f"{sum(few):.0f} of {len(few)} {label}" for label, few in sorted(values["four"].items()))
        return [*lines, f"labels that rest on four physicians: {', '.join(listed)}"]


def _check_opinions(row: Row, ledger: Ledger) -> None:
    """Count the opinions anew, and hold them to the rule."""
    answer = str(row.parameters.get("answer") or "")
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


def _check_sounding(row: Row, levels: Floats, ledger: Ledger) -> float:
    sounding_s = float(np.sum(levels > levels.max(initial=_FLOOR_DBFS) - _SOUNDING_DB - 1e-9) * _WINDOW_S)
    recorded_s = row.measurement("sounding_s")
    ledger.expect(
        abs(recorded_s - sounding_s) <= SOUNDING_TOLERANCE_S,
        "cough.sounding",
        row.name,
        found=f"{recorded_s:.3f} s of sound recorded",
        wanted=f"{sounding_s:.3f} s, as measured, within {SOUNDING_TOLERANCE_S:g} s",
    )
    ledger.expect(
        sounding_s >= LEAST_SOUNDING_S,
        "cough.heard",
        row.name,
        found=f"{sounding_s:.3f} s of sound",
        wanted=f"{LEAST_SOUNDING_S:g} s or more",
        severity="warning",
    )
    return sounding_s


def _burst_counts(levels: Floats) -> set[int]:
    """Count the bursts, with the border where it is and a little to either side."""
    return {_bursts(levels, below_db=_BURST_DB + shift) for shift in (-_BORDER_DB, 0.0, _BORDER_DB)}


def _bursts(levels: Floats, *, below_db: float) -> int:
    """Count beginnings of loud stretches, and leave out those that follow on another within 100 ms."""
    bursts, quiet_s = 0, np.inf
    for level in levels:
        if level < levels.max() - below_db:
            quiet_s += _WINDOW_S
            continue
        bursts += quiet_s > _GAP_S - _WINDOW_S / 2
        quiet_s = 0.0
    return bursts


def _levels_dbfs(clip: Clip) -> Floats:
    """Measure the RMS of windows of 25 ms by differences of a running sum of squares; no level is below -96 dBFS."""
    window = round(_WINDOW_S * clip.sampling_rate)
    energies = np.concatenate([[0.0], np.cumsum(np.square(clip.mono / FULL_SCALE))])[::window]
    levels: Floats = 10.0 * np.log10(np.maximum(np.diff(energies) / window, 10.0 ** (_FLOOR_DBFS / 10.0)))
    return levels
