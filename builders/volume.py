"""Volume: a clip that rises from silence to its own level, or falls from it to silence.

Run it: `python -m builders.volume`. The paper (App. B.4.6) ramps linearly in amplitude; each clip is rendered in
both directions, so the two members of a pair differ in nothing but the ramp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.levels import SILENCE_FLOOR_DBFS, fitted_slope, window_levels_dbfs
from probe_signal.ramps import apply_gain, linear_ramp

INCREASING, DECREASING = "increasing", "decreasing"
_GAINS = {INCREASING: (0.0, 1.0), DECREASING: (1.0, 0.0)}
_WINDOWS = 20


@dataclass(frozen=True, slots=True)
class RampParameters:
    """What one clip is made with."""

    direction: str
    start_gain: float
    stop_gain: float


@dataclass(frozen=True, slots=True)
class RampMeasurements:
    """Level over twenty equal windows of the clip that ships; None where a window is below -96 dBFS."""

    level_slope_db_per_s: float
    first_level_dbfs: float | None
    last_level_dbfs: float | None


@dataclass(frozen=True, kw_only=True)
class VolumeRamp(Construction[RampParameters, RampMeasurements]):
    """Ramp clips linearly in amplitude, each in both directions.

    Parameters
    ----------
    source_ids : tuple of str
        The clips to use, in order of preference; empty for any.
    min_duration_s : float
        Shorter clips are not used: a ramp needs time to be heard.
    """

    operation: ClassVar[str] = "volume.ramp/1"
    Parameters: ClassVar = RampParameters
    Measurements: ClassVar = RampMeasurements
    paired: ClassVar[bool] = True

    source_ids: tuple[str, ...] = ()
    min_duration_s: float = 1.0

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
                parameters=RampParameters(direction, *gains),
            )
            for clip in self._choose(supply)
            for direction, gains in _GAINS.items()
        ]

    def _choose(self, supply: Supply) -> list[SourceClip]:
        clips = supply.clips(min_duration_s=self.min_duration_s)
        if not self.source_ids or supply.stand_in:
            count = supply.enough(len(clips), of_what="clips")
            return supply.shuffled(clips)[:count]
        by_id = {clip.ref.item: clip for clip in clips}
        listed = [by_id[name] for name in self.source_ids if name in by_id]
        others = supply.shuffled([clip for clip in clips if clip.ref.item not in set(self.source_ids)])
        # A short set may be filled from the corpus's other clips; a full one is the paper's list or nothing.
        chosen = listed + (others if supply.allow_short else [])
        return chosen[: supply.enough(len(chosen), of_what=f"of the {len(self.source_ids)} listed clips")]

    def render(self, parameters: RampParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Multiply by the ramp."""
        (clip,) = sources
        ramp = linear_ramp(len(clip), start_gain=parameters.start_gain, stop_gain=parameters.stop_gain)
        return apply_gain(clip, ramp)

    def measure(self, parameters: RampParameters, pcm: IntArray) -> RampMeasurements:  # noqa: ARG002
        """Fit the level's slope; note the first and the last twentieth."""
        levels = window_levels_dbfs(pcm, windows=_WINDOWS)
        slope = fitted_slope(levels, step=len(pcm) // _WINDOWS / SAMPLING_RATE)
        first, last = (float(level) if level > SILENCE_FLOOR_DBFS else None for level in levels[[0, -1]])
        return RampMeasurements(
            level_slope_db_per_s=round(slope, 4),
            first_level_dbfs=None if first is None else round(first, 3),
            last_level_dbfs=None if last is None else round(last, 3),
        )

    def label_of(self, parameters: RampParameters, measurements: RampMeasurements) -> str:  # noqa: ARG002
        """Tell the direction from the measured slope."""
        if measurements.level_slope_db_per_s == 0.0:
            return "none"
        return INCREASING if measurements.level_slope_db_per_s > 0.0 else DECREASING

    def explain(self, parameters: RampParameters, measurements: RampMeasurements) -> str:
        """Say how the level moves."""
        return (
            f"The amplitude runs linearly from {parameters.start_gain:g} to {parameters.stop_gain:g} times the "
            f"original; the measured level changes by {measurements.level_slope_db_per_s:+.1f} dB per second."
        )


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("volume")
