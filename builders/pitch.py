"""Pitch: natural speech whose F0 lies in one of two ranges for more than 70 % of the voiced time.

Run it: `python -m builders.pitch`. The question is the paper's (App. B.4.7), and so is the ranking by share.
F0 is tracked on the very samples that ship: mono, 16 kHz by the rate in the file's header, at most 30 s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import ClassVar

from builders.engine.analysis import Analysis, Request
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.f0 import F0Track, median_f0_hz, share_in_band, track_f0
from probe_signal.quantise import from_pcm16, to_pcm16

BY_SHARE, BY_CORPUS_ORDER = "share", "corpus"


@dataclass(frozen=True, slots=True)
class RangeMeasurements:
    """F0 of the clip that ships: shares of the voiced frames in each range, median, and voiced time."""

    share_in_low_range: float
    share_in_high_range: float
    median_f0_hz: float
    voiced_s: float


@dataclass(frozen=True, kw_only=True)
class PitchRanges:
    """The two ranges of the question, and how F0 is tracked.

    Parameters
    ----------
    low_hz, high_hz : pair of float
        The ranges that the options name.
    low_threshold, high_threshold : float
        What share of the voiced frames must lie inside; the low range is tested first.
    closed : bool
        Whether a range holds its ends.
    frame_period_ms, floor_hz, ceiling_hz, decimated_hz
        WORLD's dio; the search is far wider than the ranges, or octave errors would land inside them.
    """

    low_hz: tuple[float, float] = (80.0, 150.0)
    high_hz: tuple[float, float] = (180.0, 250.0)
    low_threshold: float = 0.70
    high_threshold: float = 0.70
    closed: bool = False
    frame_period_ms: float = 10.0
    floor_hz: float = 60.0
    ceiling_hz: float = 400.0
    decimated_hz: int = 8000

    def __post_init__(self) -> None:
        (a, b), (c, d) = self.low_hz, self.high_hz
        if not self.floor_hz < a < b <= c < d < self.ceiling_hz:
            raise RecipeError(
                where="pitch ranges: low_hz, high_hz",
                found=f"({a:g}, {b:g}) and ({c:g}, {d:g})",
                wanted=f"two ranges, one above the other, inside {self.floor_hz:g} to {self.ceiling_hz:g} Hz",
                remedy="correct the recipe",
            )

    @property
    def labels(self) -> tuple[str, str]:
        """The options as the paper prints them."""
        return tuple(f"({low:g}, {high:g})" for low, high in (self.low_hz, self.high_hz))  # type: ignore[return-value]

    def track(self, samples: FloatArray) -> F0Track:
        """Track F0 of a clip at 16 kHz."""
        return track_f0(
            samples,
            sampling_rate=SAMPLING_RATE,
            floor_hz=self.floor_hz,
            ceiling_hz=self.ceiling_hz,
            frame_period_ms=self.frame_period_ms,
            decimated_hz=self.decimated_hz,
        )

    def measure(self, pcm: IntArray) -> RangeMeasurements:
        """Measure the shares on samples as they ship."""
        f0_hz = self.track(from_pcm16(pcm)).f0_hz
        low, high = (
            share_in_band(f0_hz, low_hz=low_hz, high_hz=high_hz, closed=self.closed)
            for low_hz, high_hz in (self.low_hz, self.high_hz)
        )
        return RangeMeasurements(
            share_in_low_range=round(low, 6),
            share_in_high_range=round(high, 6),
            median_f0_hz=round(median_f0_hz(f0_hz), 3),
            voiced_s=round(float((f0_hz > 0).sum()) * self.frame_period_ms / 1000, 3),
        )

    def label_of(self, measurements: RangeMeasurements) -> str:
        """Name the range whose share is over its threshold, the low range first."""
        low, high = self.labels
        if measurements.share_in_low_range > self.low_threshold:
            return low
        return high if measurements.share_in_high_range > self.high_threshold else "none"

    def share_of(self, label: str, measurements: RangeMeasurements) -> float:
        """Give the share in the range that `label` names."""
        is_low = label == self.labels[0]
        return measurements.share_in_low_range if is_low else measurements.share_in_high_range

    def explain(self, label: str, measurements: RangeMeasurements) -> str:
        """Say how much of the F0 lies where."""
        return (
            f"{self.share_of(label, measurements):.1%} of the voiced frames have an F0 within {label} Hz; "
            f"the median F0 is {measurements.median_f0_hz:.1f} Hz."
        )


PAPER_RANGES = PitchRanges()


@dataclass(frozen=True)
class RangeShares(Analysis):
    """The ranges measured on a source clip."""

    name: ClassVar[str] = "pitch.shares/1"

    ranges: PitchRanges

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:  # noqa: ARG002
        """Measure after quantising: a share near the threshold cannot change sides when the clip ships."""
        return asdict(self.ranges.measure(to_pcm16(samples)[0]))


@dataclass(frozen=True, slots=True)
class RangeParameters:
    """The range that the label names, and what share of the voiced frames must lie in it."""

    low_hz: float
    high_hz: float
    threshold: float
    closed: bool
    frame_period_ms: float


@dataclass(frozen=True, kw_only=True)
class PitchRange(Construction[RangeParameters, RangeMeasurements]):
    """Choose natural clips for each range.

    Parameters
    ----------
    ranges : PitchRanges
        The ranges, thresholds and tracker.
    order : str
        `share` takes the clips with the highest share (ties by id), `corpus` the first in the corpus's order.
    min_voiced_s : float
        Clips with less voiced time are not used: their share means little.
    """

    operation: ClassVar[str] = "pitch.range/1"
    Parameters: ClassVar = RangeParameters
    Measurements: ClassVar = RangeMeasurements
    paired: ClassVar[bool] = False

    ranges: PitchRanges = PAPER_RANGES
    order: str = BY_SHARE
    min_voiced_s: float = 0.5

    def draft(self, supply: Supply) -> list[Draft]:
        """Measure every clip, label those over the threshold, take equally many for each range."""
        measured = measure_clips(self.ranges, supply)
        candidates: dict[str, list[tuple[SourceClip, RangeMeasurements]]] = {}
        for label in self.ranges.labels:
            found = [
                (clip, values)
                for clip, values in measured
                if values.voiced_s >= self.min_voiced_s and self.ranges.label_of(values) == label
            ]
            candidates[label] = sorted(found, key=partial(self._rank, label))
        scarcest = min(candidates, key=lambda label: len(candidates[label]))
        best = max((self.ranges.share_of(scarcest, values) for _, values in measured), default=0.0)
        count = supply.enough(
            len(candidates[scarcest]), of_what=f"clips that fit {scarcest} Hz (the largest share there is {best:.0%})"
        )
        return [
            Draft(
                key=f"{clip.ref.corpus}/{clip.ref.item}",
                group=f"{clip.ref.corpus}/{clip.ref.speaker or clip.ref.item}",
                label=label,
                sources=(clip.ref,),
                parameters=self._parameters(label),
            )
            for label, chosen in candidates.items()
            for clip, _ in chosen[:count]
        ]

    def _rank(self, label: str, candidate: tuple[SourceClip, RangeMeasurements]) -> tuple[float, str]:
        clip, values = candidate
        if self.order == BY_CORPUS_ORDER:
            return float(clip.row.get("csv_row") or 0), clip.ref.item
        return -self.ranges.share_of(label, values), clip.ref.item

    def _parameters(self, label: str) -> RangeParameters:
        ranges = self.ranges
        is_low = label == ranges.labels[0]
        low_hz, high_hz = ranges.low_hz if is_low else ranges.high_hz
        return RangeParameters(
            low_hz=low_hz,
            high_hz=high_hz,
            threshold=ranges.low_threshold if is_low else ranges.high_threshold,
            closed=ranges.closed,
            frame_period_ms=ranges.frame_period_ms,
        )

    def render(self, parameters: RangeParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: RangeParameters, pcm: IntArray) -> RangeMeasurements:  # noqa: ARG002
        """Track F0 of the clip that ships."""
        return self.ranges.measure(pcm)

    def label_of(self, parameters: RangeParameters, measurements: RangeMeasurements) -> str:  # noqa: ARG002
        """Name the range whose share is over the threshold."""
        return self.ranges.label_of(measurements)

    def explain(self, parameters: RangeParameters, measurements: RangeMeasurements) -> str:  # noqa: ARG002
        """Say how much of the F0 lies where."""
        return self.ranges.explain(self.ranges.label_of(measurements), measurements)


def measure_clips(ranges: PitchRanges, supply: Supply) -> list[tuple[SourceClip, RangeMeasurements]]:
    """Measure the shares of every clip of the supply that has at least half a second."""
    clips = supply.clips(min_duration_s=0.5)
    values = supply.measure(RangeShares(ranges), [Request(clip.ref) for clip in clips], doing="tracking F0")
    return [(clip, RangeMeasurements(**found)) for clip, found in zip(clips, values, strict=True)]


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("pitch")
