"""Pitch, matched: one speaker's clip moved by WORLD into each range, so that the speaker gives nothing away.

Run it: `python -m builders.pitch_matched`. In natural speech the F0 range is nearly the speaker's sex; here the
two clips of a pair have one speaker, one text, one length, one RMS level and one vocoder. What F0 itself changes
remains: at equal RMS the fewer pulses of the low clip are higher, so its peaks are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from math import floor, log2, sqrt
from typing import ClassVar

import numpy as np

from builders.engine.analysis import Analysis, Request, Values
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from builders.pitch import PAPER_RANGES, PitchRanges, RangeMeasurements, measure_clips
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import peak
from probe_signal.quantise import to_pcm16
from probe_signal.resynthesis import WorldAnalysis, analyse_world, resynthesise

# Both members of a pair must fit without a gain of their own, or their levels would differ.
_HIGHEST_PEAK = 0.95


@dataclass(frozen=True, slots=True)
class MatchedParameters:
    """The range that the label names, and how the voice is moved into it."""

    low_hz: float
    high_hz: float
    threshold: float
    target_median_hz: float
    contour_scale: float
    source_gain: float


@dataclass(frozen=True)
class MatchedTrial(Analysis):
    """Move a clip into both ranges and see whether both come out as the question says."""

    name: ClassVar[str] = "pitch_matched.trial/1"

    ranges: PitchRanges

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Find the melody's swing and the gain that suit both ranges; `fits` is 1.0 if the labels hold."""
        try:
            voice = analyse_world(samples, sampling_rate=SAMPLING_RATE)
        except ValueError:  # no voiced frame
            return {"fits": 0.0, "contour_scale": 0.0, "source_gain": 0.0}
        scale = _contour_scale(voice, room_octaves=arguments["room_octaves"])
        moved = {
            label: resynthesise(voice, target_median_hz=arguments[name], contour_scale=scale)
            for label, name in zip(self.ranges.labels, ("low_target_hz", "high_target_hz"), strict=True)
        }
        loudest = max(peak(clip) for clip in moved.values())
        gain = floor(min(1.0, _HIGHEST_PEAK / loudest) * 1e4) / 1e4
        holds = all(
            self.ranges.label_of(self.ranges.measure(to_pcm16(clip * np.float32(gain))[0])) == label
            for label, clip in moved.items()
        )
        return {"fits": float(holds), "contour_scale": scale, "source_gain": gain}


@dataclass(frozen=True, kw_only=True)
class PitchMatched(Construction[MatchedParameters, RangeMeasurements]):
    """Move clips into both ranges.

    Parameters
    ----------
    ranges : PitchRanges
        The ranges, thresholds and tracker.
    spread_octaves : float
        How far from a range's middle the target medians are drawn, both members of a pair by the same step.
    min_voiced_s : float
        Clips with less voiced time are not used.
    split_hz : float
        Half of the clips come from voices whose own median is below this, half from above, so that the size
        of the move says nothing about the label.
    """

    operation: ClassVar[str] = "pitch_matched.world/1"
    Parameters: ClassVar = MatchedParameters
    Measurements: ClassVar = RangeMeasurements
    paired: ClassVar[bool] = True

    ranges: PitchRanges = PAPER_RANGES
    spread_octaves: float = 0.08
    min_voiced_s: float = 1.0
    split_hz: float = 165.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.spread_octaves < self._half_width_octaves():
            raise RecipeError(
                where=f"{self.operation}: spread_octaves",
                found=str(self.spread_octaves),
                wanted=f"0 to {self._half_width_octaves():.3f}, the narrower range's half width",
                remedy="correct the recipe",
            )

    def draft(self, supply: Supply) -> list[Draft]:
        """Try clips, low and high voices in turn, until enough of them hold in both ranges."""
        chosen = supply.first_fitting(self._queue(supply), partial(self._try, supply))
        supply.enough(len(chosen), of_what="clips that hold in both ranges")
        return [draft for clip, values in chosen for draft in self._pair(clip, values)]

    def _try(self, supply: Supply, clips: Sequence[SourceClip]) -> list[Values | None]:
        requests = [Request(clip.ref, self._targets(supply, clip)) for clip in clips]
        tried = supply.measure(MatchedTrial(self.ranges), requests, doing="trying both ranges")
        return [
            {**request.arguments, **values} if values["fits"] else None
            for request, values in zip(requests, tried, strict=True)
        ]

    def _queue(self, supply: Supply) -> list[SourceClip]:
        measured = measure_clips(self.ranges, supply)
        voiced = [(clip, values) for clip, values in measured if values.voiced_s >= self.min_voiced_s]
        low = supply.shuffled([clip for clip, values in voiced if values.median_f0_hz < self.split_hz])
        high = supply.shuffled([clip for clip, values in voiced if values.median_f0_hz >= self.split_hz])
        return [clip for clip in chain.from_iterable(zip_longest(low, high)) if clip is not None]

    def _targets(self, supply: Supply, clip: SourceClip) -> dict[str, float]:
        draw = supply.generator(f"{clip.ref.corpus}/{clip.ref.item}")
        step = 2.0 ** float(draw.uniform(-self.spread_octaves, self.spread_octaves))
        low_hz, high_hz = (round(sqrt(a * b) * step, 2) for a, b in (self.ranges.low_hz, self.ranges.high_hz))
        room = self._half_width_octaves() - self.spread_octaves
        return {"low_target_hz": low_hz, "high_target_hz": high_hz, "room_octaves": round(room, 6)}

    def _half_width_octaves(self) -> float:
        return min(log2(b / a) / 2 for a, b in (self.ranges.low_hz, self.ranges.high_hz))

    def _pair(self, clip: SourceClip, values: Values) -> list[Draft]:
        ranges = self.ranges
        sides = [
            (ranges.low_hz, ranges.low_threshold, values["low_target_hz"]),
            (ranges.high_hz, ranges.high_threshold, values["high_target_hz"]),
        ]
        group = f"{clip.ref.corpus}/{clip.ref.item}"
        return [
            Draft(
                key=f"{group}/{label}",
                group=group,
                label=label,
                sources=(clip.ref,),
                parameters=MatchedParameters(
                    low_hz=low_hz,
                    high_hz=high_hz,
                    threshold=threshold,
                    target_median_hz=target_hz,
                    contour_scale=values["contour_scale"],
                    source_gain=values["source_gain"],
                ),
            )
            for label, ((low_hz, high_hz), threshold, target_hz) in zip(ranges.labels, sides, strict=True)
        ]

    def render(self, parameters: MatchedParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Resynthesise the clip with its F0 moved."""
        (clip,) = sources
        moved = resynthesise(
            _taken_apart(clip),
            target_median_hz=parameters.target_median_hz,
            contour_scale=parameters.contour_scale,
        )
        return moved * np.float32(parameters.source_gain)

    def measure(self, parameters: MatchedParameters, pcm: IntArray) -> RangeMeasurements:  # noqa: ARG002
        """Track F0 of the clip that ships."""
        return self.ranges.measure(pcm)

    def label_of(self, parameters: MatchedParameters, measurements: RangeMeasurements) -> str:  # noqa: ARG002
        """Name the range whose share is over the threshold."""
        return self.ranges.label_of(measurements)

    def explain(self, parameters: MatchedParameters, measurements: RangeMeasurements) -> str:  # noqa: ARG002
        """Say how much of the F0 lies where."""
        return self.ranges.explain(self.ranges.label_of(measurements), measurements)


def _contour_scale(voice: WorldAnalysis, *, room_octaves: float) -> float:
    """Flatten the melody as far as needed for nine tenths of it to stay within `room_octaves` of the median."""
    f0_hz = voice.f0_hz[voice.f0_hz > 0]
    low, high = np.percentile(np.log2(f0_hz / np.median(f0_hz)), [5, 95])
    swing = max(-float(low), float(high), 1e-6)
    return floor(min(1.0, room_octaves / swing) * 1e4) / 1e4


_KEPT: dict[bytes, WorldAnalysis] = {}


def _taken_apart(clip: FloatArray) -> WorldAnalysis:
    """Analyse a clip once for both members of its pair, which stand next to each other in the plan."""
    key = hashlib.sha256(np.ascontiguousarray(clip).data).digest()
    kept = _KEPT.pop(key, None)  # the second of the pair is the last to ask: 50 MB for a clip of 30 s
    if kept is not None:
        return kept
    _KEPT.clear()
    _KEPT[key] = analyse_world(clip, sampling_rate=SAMPLING_RATE)
    return _KEPT[key]


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("pitch_matched")
