"""Volume: a clip that rises from silence to its own level, or falls from it to silence.

Run it: `python -m builders.volume`. The paper (App. B.4.6) ramps linearly in amplitude; each clip is rendered in
both directions, so the two members of a pair differ in nothing but the ramp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import ClassVar

from builders.engine.analysis import Analysis, Request, Values
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.sources import SourceReader
from builders.engine.supply import SourceClip, Supply
from manifests.errors import RecipeError
from manifests.rows import SourceRef
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import SILENCE_FLOOR_DBFS, fitted_slope, peak, window_levels_dbfs
from probe_signal.ramps import apply_gain, linear_ramp
from probe_signal.resampling import resample

INCREASING, DECREASING = "increasing", "decreasing"
_GAINS = {INCREASING: (0.0, 1.0), DECREASING: (1.0, 0.0)}
_WINDOWS = 20
_TRIAL_MARGIN_DB = 1.0  # the trial hears what lies above 8 kHz, the clip that ships does not


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
    """How the level of a clip would move in both directions, in dB over the clip."""

    name: ClassVar[str] = "volume.trial/2"

    def samples_of(self, ref: SourceRef, reader: SourceReader) -> FloatArray:
        """Do without resampling."""
        return reader.decode(ref)

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Ramp every eighth sample (a window still has hundreds) and measure; find the gain that suits both ramps."""
        changes = {
            direction: _level_change_db(window_levels_dbfs(_ramped(samples[::8], *gains), windows=_WINDOWS))
            for direction, gains in _GAINS.items()
        }
        gain = _fitting_gain(samples, sampling_rate=int(arguments["sampling_rate"]))
        return {"source_gain": gain, **{name: round(change, 4) for name, change in changes.items()}}


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
        How far the measured level must move in the label's direction. A clip that is loud at one end and ends in a
        long pause can hide the ramp; it is not used.
    """

    operation: ClassVar[str] = "volume.ramp/1"
    Parameters: ClassVar = RampParameters
    Measurements: ClassVar = RampMeasurements
    paired: ClassVar[bool] = True

    source_ids: tuple[str, ...] = ()
    min_duration_s: float = 1.0
    min_change_db: float = 6.0

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
            for direction, gains in _GAINS.items()
        ]

    def _choose(self, supply: Supply) -> list[tuple[SourceClip, Values]]:
        clips = supply.clips(min_duration_s=self.min_duration_s)
        if not self.source_ids or supply.stand_in:
            return self._fitting(supply, supply.shuffled(clips), of_what="clips in which the ramp can be heard")
        by_id = {clip.ref.item: clip for clip in clips}
        listed = [by_id[name] for name in self.source_ids if name in by_id][: supply.per_label]
        if not supply.allow_short:  # a full set is the published list, or nothing
            supply.enough(len(listed), of_what=f"of the {len(self.source_ids)} listed clips")
        others = supply.shuffled([clip for clip in clips if clip.ref.item not in set(self.source_ids)])
        chosen = self._fitting(supply, [*listed, *others], of_what="clips in which the ramp can be heard")
        unfit = sorted({clip.ref.item for clip in listed} - {clip.ref.item for clip, _ in chosen})
        if len(listed) < min(supply.per_label, len(self.source_ids)):
            supply.notes.append(f"{len(listed)} of the {len(self.source_ids)} listed clips are here; others fill in")
        if unfit:
            supply.notes.append(f"listed clips whose own level hides the ramp, replaced: {', '.join(unfit)}")
        return chosen

    def _fitting(self, supply: Supply, queue: Sequence[SourceClip], *, of_what: str) -> list[tuple[SourceClip, Values]]:
        chosen = supply.first_fitting(queue, partial(self._try, supply))
        supply.enough(len(chosen), of_what=of_what)
        return chosen

    def _try(self, supply: Supply, clips: Sequence[SourceClip]) -> list[Values | None]:
        wanted = self.min_change_db + _TRIAL_MARGIN_DB
        requests = [Request(clip.ref, {"sampling_rate": clip.ref.sampling_rate}) for clip in clips]
        tried = supply.measure(RampTrial(), requests, doing="trying ramps")
        fits = [values[INCREASING] >= wanted and values[DECREASING] <= -wanted for values in tried]
        return [values if fit else None for values, fit in zip(tried, fits, strict=True)]

    def render(self, parameters: RampParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Multiply by the ramp."""
        (clip,) = sources
        fitted = apply_gain(clip, parameters.source_gain) if parameters.source_gain < 1.0 else clip
        return _ramped(fitted, parameters.start_gain, parameters.stop_gain)

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


def _fitting_gain(samples: FloatArray, *, sampling_rate: int) -> float:
    """Find the gain with which the clip at 16 kHz fits: turned down one by one, a pair would differ in level."""
    if peak(samples) < 0.75:  # band-limiting overshoots by a quarter at most
        return 1.0
    loudest = peak(resample(samples, from_hz=sampling_rate, to_hz=SAMPLING_RATE))
    return floor(min(1.0, 32767 / 32768 / loudest) * 1e4) / 1e4 if loudest > 32767 / 32768 else 1.0


def _ramped(clip: FloatArray, start_gain: float, stop_gain: float) -> FloatArray:
    return apply_gain(clip, linear_ramp(len(clip), start_gain=start_gain, stop_gain=stop_gain))


def _level_change_db(levels_dbfs: FloatArray) -> float:
    """Fit a line through window levels, weighted by amplitude, and give its rise over the whole clip."""
    return fitted_slope(levels_dbfs, step=1 / len(levels_dbfs), weights=10.0 ** (levels_dbfs / 20.0))


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("volume")
