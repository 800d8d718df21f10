"""Pitch: F0 must lie in the range that the label names, by a tracker that the builder did not use."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Floats, Row, RowValueError
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.tracker import NAME, voiced_f0_hz

LEAST_SHARE = 0.5
# Two trackers differ in what they take for voiced: by up to 11.5 % in the median on 67 real clips with a clear
# range, while a clip moved by a fifth was never closer than 12.1 %.
MEDIAN_DOUBT, MEDIAN_ERROR = 0.10, 0.12
_LEAST_FRAMES = 10
_MORE_THAN = re.compile(r"more than (\d+(?:\.\d+)?)\s*%")
_RANGE = re.compile(r"\(\s*([\d.]+)\s*,\s*([\d.]+)\s*\)")


class Rules(PropertyRules):
    """Share of the voiced frames in each range, and the median F0."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        ranges = {option: range_of(option) for option in row.options}
        low_hz, high_hz = row.parameter("low_hz"), row.parameter("high_hz")
        ledger.expect(
            ranges.get(row.label) == (low_hz, high_hz),
            "pitch.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"({low_hz:g}, {high_hz:g}), the range of its parameters",
        )
        _check_threshold(row, ledger)
        f0_hz = voiced_f0_hz(clip)
        if not ledger.expect(
            len(f0_hz) >= _LEAST_FRAMES,
            "pitch.voiced",
            row.name,
            found=f"{len(f0_hz)} voiced frames of 16 ms by {NAME}",
            wanted=f"{_LEAST_FRAMES} or more",
        ):
            return {}
        closed = bool(row.parameters.get("closed"))
        shares = {option: share_within(f0_hz, *limits, closed=closed) for option, limits in ranges.items()}
        self._check_shares(row, shares, ledger)
        self._check_median(row, float(np.median(f0_hz)), ledger)
        labelled = shares.get(row.label, 0.0)
        return {
            "share_difference": abs(labelled - _recorded_share(row)),
            "agrees": float(labelled > row.parameter("threshold")),
        }

    def _check_shares(self, row: Row, shares: dict[str, float], ledger: Ledger) -> None:
        labelled = shares.get(row.label, 0.0)
        others = [share for option, share in shares.items() if option != row.label]
        threshold = row.parameter("threshold")
        listed = ", ".join(f"{share:.1%} in {option}" for option, share in shares.items())
        found = f"{listed} by {NAME}"
        ledger.expect(
            labelled > max(others, default=0.0) and labelled >= LEAST_SHARE,
            "pitch.share",
            row.name,
            found=found,
            wanted=f"the larger share, and {LEAST_SHARE:.0%} or more, in {row.label}",
        )
        ledger.expect(
            not LEAST_SHARE <= labelled <= threshold,
            "pitch.trackers",
            row.name,
            found=found,
            wanted=f"more than {threshold:.0%} in {row.label}, as the builder's tracker has it",
            severity="warning",
        )
        recorded = _recorded_share(row)
        ledger.expect(
            recorded > threshold,
            "pitch.recorded_share",
            row.name,
            found=f"a recorded share of {recorded:.1%}",
            wanted=f"more than {threshold:.0%} in {row.label}",
        )

    def _check_median(self, row: Row, median_hz: float, ledger: Ledger) -> None:
        recorded_hz = row.measurement("median_f0_hz")
        off = abs(median_hz / recorded_hz - 1.0) if recorded_hz > 0 else np.inf
        ledger.expect(
            off <= MEDIAN_DOUBT,
            "pitch.median",
            row.name,
            found=f"a median F0 of {median_hz:.1f} Hz by {NAME}",
            wanted=f"{recorded_hz:.1f} Hz, as recorded, within {MEDIAN_DOUBT:.0%}",
            severity="error" if off > MEDIAN_ERROR else "warning",
        )

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how far the two trackers disagree."""
        tracked = [values for values in measured if values]
        if not tracked:
            return []
        differences = [values["share_difference"] for values in tracked]
        agreeing = sum(int(values["agrees"]) for values in tracked)
        return [
            f"second tracker ({NAME}): share in the labelled range differs by {np.mean(differences):.3f} on "
            f"average, {max(differences):.3f} at most; it gives the same label to {agreeing} of {len(measured)} clips"
        ]


def _check_threshold(row: Row, ledger: Ledger) -> None:
    """The share that decides must be the one that the question asks for, or a stricter one."""
    threshold, asked = row.parameter("threshold"), share_asked_for(row.instruction)
    ledger.expect(
        asked is not None and threshold >= asked,
        "pitch.threshold",
        row.name,
        found="a question that does not say how much of the F0 must lie in the range"
        if asked is None
        else f"a threshold of {threshold:.1%}",
        wanted=f"'more than {threshold:.0%}', the recipe's threshold, in the question"
        if asked is None
        else f"{asked:.1%} or more, as the question says",
    )


def share_asked_for(instruction: str) -> float | None:
    """Read the share from a question such as `does more than 70% of ...`; None if it names none."""
    match = _MORE_THAN.search(instruction)
    return None if match is None else float(match[1]) / 100.0


def range_of(option: str) -> tuple[float, float]:
    """Read a range such as `(80, 150)` in hertz.

    Raises
    ------
    RowValueError
        If the option names no range.
    """
    match = _RANGE.fullmatch(option.strip())
    if match is None:
        raise RowValueError(f"option {option!r} names no range")
    return float(match[1]), float(match[2])


def share_within(f0_hz: Floats, low_hz: float, high_hz: float, *, closed: bool) -> float:
    """Give the share of `f0_hz`, shape (voiced_frames,), that lies between two frequencies in hertz."""
    inside = (f0_hz >= low_hz) & (f0_hz <= high_hz) if closed else (f0_hz > low_hz) & (f0_hz < high_hz)
    return float(np.mean(inside))


def _recorded_share(row: Row) -> float:
    """Give the recorded share in the labelled range: the low one is that of the lower option."""
    lowest = min(row.options, key=range_of)
    return row.measurement("share_in_low_range" if row.label == lowest else "share_in_high_range")
