"""Volume: a clip that rises from silence to its own level, or falls from it to silence.

Run it: `python -m builders.volume`. The paper (App. B.4.6) ramps linearly in amplitude; each clip is rendered in
both directions, so the two members of a pair differ in nothing but the ramp, and both have the same RMS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import ClassVar

import numpy as np

from builders.engine.analysis import Analysis, Request, Values
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.sources import SourceReader
from builders.engine.supply import SourceClip, Supply
from manifests.errors import RecipeError
from manifests.rows import SourceRef
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import SILENCE_FLOOR_DBFS, fitted_slope, peak, window_levels_dbfs
from probe_signal.ramps import apply_gain, linear_ramp

INCREASING, DECREASING = "increasing", "decreasing"
_GAINS = {INCREASING: (0.0, 1.0), DECREASING: (1.0, 0.0)}
_WINDOWS = 20
_SOUNDING_WINDOW_S = 0.025
_SOUNDING_SPANS_DB = (12.0, 18.0, 25.0)
_GLANCE_MARGIN_DB = 1.5
_SAFE_PEAK = 0.75  # resampling overshoots by a quarter at most: such a clip needs no gain
_MOST_RISE = 0.5  # mean square of the steps between samples over that of the samples: 1.2 for a tone at 8 of 44.1 kHz
_HIGHEST_PEAK = 32767 / 32768


@dataclass(frozen=True, slots=True)
class RampParameters:
    """What one clip is made with."""

    direction: str
    start_gain: float
    stop_gain: float
    source_gain: float


@dataclass(frozen=True, slots=True)
class RampMeasurements:
    """How the level of the clip moves, over twenty equal windows.

    `level_change_db` is the slope of a straight line through the windows' levels, weighted by their amplitude (a
    pause has a level, but nobody hears it move), over the whole clip; the first and last level are None where the
    window is below -96 dBFS.
    """

    level_change_db: float
    level_slope_db_per_s: float
    first_level_dbfs: float | None
    last_level_dbfs: float | None


@dataclass(frozen=True)
class RampTrial(Analysis):
    """How the level of a clip would move in both directions, and the gain with which both fit."""

    name: ClassVar[str] = "volume.trial/6"

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Give the views of `_views_db`, and the gain: turned down one by one, a pair would differ in level."""
        samples = _centred(samples)
        loudest = peak(samples)
        if loudest > _HIGHEST_PEAK:
            loudest = max(peak(_ramped(samples, *gains)) for gains in _GAINS.values())
        gain = floor(min(1.0, _HIGHEST_PEAK / max(loudest, 1e-9)) * 1e4) / 1e4
        return {**_views_db(samples, arguments["duration_s"]), "source_gain": gain}


@dataclass(frozen=True)
class RampGlance(Analysis):
    """The same views of a clip at its own rate, at a third of the cost; what leaves a doubt is tried in full."""

    name: ClassVar[str] = "volume.glance/2"

    def samples_of(self, ref: SourceRef, reader: SourceReader) -> FloatArray:
        """Do without resampling."""
        return reader.decode(ref)

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Give the views, the peak, and how high the clip's frequencies are: what resampling will take away."""
        power = float(np.mean(np.square(samples)))
        rise = float(np.mean(np.square(np.diff(samples)))) / max(power, 1e-12)
        views = _views_db(samples, arguments["duration_s"])
        return {**views, "source_gain": 1.0, "peak": round(peak(samples), 4), "rise": round(rise, 4)}


@dataclass(frozen=True, kw_only=True)
class VolumeRamp(Construction[RampParameters, RampMeasurements]):
    """Ramp clips linearly in amplitude, each in both directions.

    Parameters
    ----------
    source_ids : tuple of str
        The clips to use, in order of preference; empty for any.
    min_duration_s : float
        Shorter clips are not used: a ramp needs time to be heard.
    min_change_db : float
        How far the measured level must move in the label's direction, by a straight line through all windows.
    min_sounding_change_db : float
        How far the level of the sounding parts must move. Speech that fades by itself can hide the ramp; such a clip
        is not used.
    level_matched : bool
        Turn the louder of a pair down until both have the same RMS: speech is louder at its beginning, so that the
        falling clip would be the louder one more often than not, and a model could go by that.
    """

    operation: ClassVar[str] = "volume.ramp/1"
    Parameters: ClassVar = RampParameters
    Measurements: ClassVar = RampMeasurements
    paired: ClassVar[bool] = True

    source_ids: tuple[str, ...] = ()
    min_duration_s: float = 1.0
    min_change_db: float = 6.0
    min_sounding_change_db: float = 3.0
    level_matched: bool = True

    def __post_init__(self) -> None:
        if not 0.1 <= self.min_duration_s <= 30.0:
            raise RecipeError(
                where=f"{self.operation}: min_duration_s",
                found=str(self.min_duration_s),
                wanted="0.1 to 30 s",
                remedy="correct the recipe",
            )

    def draft(self, supply: Supply) -> list[Draft]:
        """Take each clip twice: rising and falling."""
        return [
            Draft(
                key=f"{clip.ref.corpus}/{clip.ref.item}/{direction}",
                group=f"{clip.ref.corpus}/{clip.ref.item}",
                label=direction,
                sources=(clip.ref,),
                parameters=RampParameters(direction, *gains, source_gain=values["source_gain"]),
            )
            for clip, values in self._choose(supply)
            for direction, gains in self._gains(values).items()
        ]

    def _gains(self, values: Values) -> dict[str, tuple[float, float]]:
        """Give the ramps of a pair: from or to 0, and the louder one's other end below 1."""
        if not self.level_matched:
            return _GAINS
        softest_db = min(values[f"level_{direction}_db"] for direction in _GAINS)
        tops = {name: _turned_down(values[f"level_{name}_db"] - softest_db) for name in _GAINS}
        return {name: (start * tops[name], stop * tops[name]) for name, (start, stop) in _GAINS.items()}

    def _choose(self, supply: Supply) -> list[tuple[SourceClip, Values]]:
        if not self.source_ids or supply.stand_in:
            return self._fitting(supply, supply.shuffled(supply.clips(min_duration_s=self.min_duration_s)))
        # The published list is taken as it is; what stands in for a clip of it must not be there twice.
        by_id = {clip.ref.item: clip for clip in supply.clips(min_duration_s=self.min_duration_s, duplicates=True)}
        listed = [by_id[name] for name in self.source_ids if name in by_id][: supply.per_label]
        if not supply.allow_short:  # a full set is the published list, or nothing
            supply.enough(len(listed), of_what=f"of the {len(self.source_ids)} listed clips")
        others = supply.shuffled(supply.clips(min_duration_s=self.min_duration_s))
        chosen = self._fitting(supply, [*listed, *(clip for clip in others if clip.ref.item not in self.source_ids)])
        unfit = sorted({clip.ref.item for clip in listed} - {clip.ref.item for clip, _ in chosen})
        if len(listed) < min(supply.per_label, len(self.source_ids)):
            supply.notes.append(f"{len(listed)} of the {len(self.source_ids)} listed clips are here; others fill in")
        if unfit and len(chosen) == supply.per_label:
            supply.notes.append(f"listed clips whose own level hides the ramp, replaced: {', '.join(unfit)}")
        return chosen

    def _fitting(self, supply: Supply, queue: Sequence[SourceClip]) -> list[tuple[SourceClip, Values]]:
        chosen = supply.first_fitting(queue, partial(self._try, supply))
        if supply.enough(len(chosen), of_what="clips in which the ramp can be heard") < supply.per_label:
            hidden = sorted({clip.ref.item for clip in queue} - {clip.ref.item for clip, _ in chosen})
            if hidden:
                supply.notes.append(f"not used, since their own level hides the ramp: {', '.join(hidden)}")
        return chosen

    def _try(self, supply: Supply, clips: Sequence[SourceClip]) -> list[Values | None]:
        requests = [Request(clip.ref, {"duration_s": clip.duration_s}) for clip in clips]
        found = supply.measure(RampGlance(), requests, doing="looking for clips")
        unclear = [place for place, values in enumerate(found) if not self._beyond_doubt(values)]
        tried = supply.measure(RampTrial(), [requests[place] for place in unclear], doing="trying ramps")
        for place, values in zip(unclear, tried, strict=True):
            # What ships is rounded to 16 bits, which moves a level by far less than the margin.
            found[place] = values if self._can_be_heard(values, margin_db=0.1) else {}
        return [values or None for values in found]

    def _beyond_doubt(self, values: Values) -> bool:
        as_speech = values["peak"] <= _SAFE_PEAK and values["rise"] <= _MOST_RISE
        return as_speech and self._can_be_heard(values, margin_db=_GLANCE_MARGIN_DB)

    def _can_be_heard(self, values: Values, *, margin_db: float) -> bool:
        wanted = {"line": self.min_change_db, "sounding": self.min_sounding_change_db}
        return all(
            values[f"{view}_{direction}_db"] >= least + margin_db
            for view, least in wanted.items()
            for direction in _GAINS
        )

    def render(self, parameters: RampParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Multiply by the ramp."""
        gain = parameters.source_gain
        return _ramped(_centred(sources[0]), parameters.start_gain * gain, parameters.stop_gain * gain)

    def measure(self, parameters: RampParameters, pcm: IntArray) -> RampMeasurements:  # noqa: ARG002
        """Measure how the level moves; note the first and the last twentieth."""
        levels = window_levels_dbfs(pcm, windows=_WINDOWS)
        change = _level_change_db(levels)
        first, last = (float(level) if level > SILENCE_FLOOR_DBFS else None for level in levels[[0, -1]])
        return RampMeasurements(
            level_change_db=round(change, 3),
            level_slope_db_per_s=round(change / len(pcm) * SAMPLING_RATE, 3),
            first_level_dbfs=None if first is None else round(first, 3),
            last_level_dbfs=None if last is None else round(last, 3),
        )

    def label_of(self, parameters: RampParameters, measurements: RampMeasurements) -> str:  # noqa: ARG002
        """Tell the direction from the measured change."""
        if abs(measurements.level_change_db) < self.min_change_db:
            return "none"
        return INCREASING if measurements.level_change_db > 0.0 else DECREASING

    def explain(self, parameters: RampParameters, measurements: RampMeasurements) -> str:
        """Say how the level moves."""
        return (
            f"The amplitude runs linearly from {parameters.start_gain:g} to {parameters.stop_gain:g} times the "
            f"original; the measured level changes by {measurements.level_slope_db_per_s:+.1f} dB per second."
        )


_KEPT: dict[int, tuple[FloatArray, FloatArray]] = {}


def _centred(clip: FloatArray) -> FloatArray:
    """Take the offset out: of a pair, the clip that is turned down would have less of it.

    Done once for both members of a pair, which stand next to each other in the plan and are made of the same array.
    """
    if id(clip) not in _KEPT:
        _KEPT.clear()
        # Holding on to the clip itself is what keeps its identity from being given to another.
        _KEPT[id(clip)] = clip, clip - np.float32(clip.mean(dtype=np.float64))
    return _KEPT[id(clip)][1]


def _turned_down(level_db: float) -> float:
    return round(float(10.0 ** (-level_db / 20.0)), 4)


def _ramped(clip: FloatArray, start_gain: float, stop_gain: float) -> FloatArray:
    return apply_gain(clip, linear_ramp(len(clip), start_gain=start_gain, stop_gain=stop_gain))


def _level_change_db(levels_dbfs: FloatArray) -> float:
    """Fit a line through window levels, weighted by amplitude, and give its rise over the whole clip."""
    return fitted_slope(levels_dbfs, step=1 / len(levels_dbfs), weights=10.0 ** (levels_dbfs / 20.0))


def _views_db(clip: FloatArray, duration_s: float) -> dict[str, float]:
    """Give two views of how a clip's level would move in each direction, in dB with the label, and its level then.

    The line is that of `RampMeasurements`. The other view is the change from the first to the last third of the
    sounding windows: those of 25 ms in which the clip itself, before the ramp, is within 12, 18 or 25 dB of its
    loudest; the smallest of the three counts. A ramped window's power is the clip's times the ramp's mean square; the
    mean over all windows is the level, within a hundredth of a decibel or two.
    """
    windows = _WINDOWS * max(2, round(duration_s / _SOUNDING_WINDOW_S / _WINDOWS))
    levels = window_levels_dbfs(clip, windows=windows)
    sounding = [levels >= levels.max() - span_db for span_db in _SOUNDING_SPANS_DB]
    rising = (np.arange(windows) + 0.5) / windows
    views = {}
    for direction, gain in {INCREASING: rising, DECREASING: rising[::-1]}.items():
        powers = 10.0 ** (levels / 10.0) * (gain**2 + 1 / (12 * windows**2))
        line = 10.0 * np.log10(powers.reshape(_WINDOWS, -1).mean(axis=1))
        sign = 1.0 if direction == INCREASING else -1.0
        change = _level_change_db(np.maximum(line, SILENCE_FLOOR_DBFS))
        views[f"line_{direction}_db"] = round(sign * change, 4)
        views[f"level_{direction}_db"] = round(10.0 * float(np.log10(powers.mean())), 4)
        views[f"sounding_{direction}_db"] = round(min(sign * _thirds_db(powers[heard]) for heard in sounding), 4)
    return views


def _thirds_db(powers: FloatArray) -> float:
    third = max(1, len(powers) // 3)
    return float(10.0 * np.log10(powers[-third:].mean() / powers[:third].mean()))


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("volume")
