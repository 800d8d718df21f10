"""Binaural: a sound in one ear, exact silence in the other.

Run it: `python -m builders.binaural`. The paper (App. B.4.8) names four kinds of sound and no ranges. The ranges
here are drawn per sound: frequency 100 to 2,000 Hz on a logarithmic scale (a square or triangle keeps at least
three harmonics below 8 kHz), duration 1 to 3 s, RMS level -30 to -15 dBFS. Each sound is rendered in both ears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast, get_args

import numpy as np

from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import Supply
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.fades import raised_cosine_ends
from probe_signal.levels import dbfs, rms, scale_to_rms
from probe_signal.noise import white_noise
from probe_signal.spatial import Ear, in_one_ear
from probe_signal.tones import WAVEFORMS

EARS: tuple[str, ...] = get_args(Ear)
NOISE = "noise"
KINDS = ("sine", "square", "triangle", NOISE)


@dataclass(frozen=True, slots=True)
class OneEarParameters:
    """What one clip is made with; a noise has a seed, the other kinds have a frequency."""

    ear: str
    waveform: str
    frequency_hz: float | None
    frames: int
    level_dbfs: float
    fade_s: float
    noise_seed: int | None


@dataclass(frozen=True, slots=True)
class OneEarMeasurements:
    """The louder ear and its RMS level, and the largest sample (of 32768) in the other."""

    sounding_ear: str
    level_dbfs: float
    other_ear_peak: int


@dataclass(frozen=True, kw_only=True)
class OneEar(Construction[OneEarParameters, OneEarMeasurements]):
    """Place sines, squares, triangles and noises, equally many of each, in either ear.

    Parameters
    ----------
    frequency_hz, duration_s, level_dbfs : pair of float
        Ranges to draw from: logarithmic for frequency, uniform for the others.
    fade_s : float
        Raised-cosine ends.
    """

    operation: ClassVar[str] = "binaural.one_ear/1"
    Parameters: ClassVar = OneEarParameters
    Measurements: ClassVar = OneEarMeasurements
    paired: ClassVar[bool] = True

    frequency_hz: tuple[float, float] = (100.0, 2000.0)
    duration_s: tuple[float, float] = (1.0, 3.0)
    level_dbfs: tuple[float, float] = (-30.0, -15.0)
    fade_s: float = 0.02

    def __post_init__(self) -> None:
        limits = {
            "frequency_hz": (20.0, SAMPLING_RATE / 6),  # three harmonics, or a square is a sine
            "duration_s": (2 * self.fade_s, 30.0),
            "level_dbfs": (-60.0, -10.0),  # above, a noise of this RMS would need a gain to fit
        }
        for name, (lowest, highest) in limits.items():
            low, high = getattr(self, name)
            if not lowest <= low <= high <= highest:
                raise RecipeError(
                    where=f"{self.operation}: {name}",
                    found=f"{low} to {high}",
                    wanted=f"a range within {lowest:g} to {highest:g}",
                    remedy="correct the recipe",
                )

    def draft(self, supply: Supply) -> list[Draft]:
        """Draw each sound and place it in both ears."""
        each, rest = divmod(supply.per_label, len(KINDS))
        counts = {kind: each + (place < rest) for place, kind in enumerate(KINDS)}
        sounds = [(kind, number) for kind in KINDS for number in range(1, counts[kind] + 1)]
        return [draft for kind, number in sounds for draft in self._pair(supply, kind, f"{kind}/{number}")]

    def _pair(self, supply: Supply, kind: str, key: str) -> list[Draft]:
        draw = supply.generator(key)
        low_hz, high_hz = self.frequency_hz
        frequency_hz = round(float(low_hz * (high_hz / low_hz) ** draw.random()), 2)
        frames = round(float(draw.uniform(*self.duration_s)) * SAMPLING_RATE)
        level_dbfs = round(float(draw.uniform(*self.level_dbfs)), 2)
        seed = int(draw.integers(2**53))
        return [
            Draft(
                key=f"{key}/{ear}",
                group=key,
                label=ear,
                sources=(),
                parameters=OneEarParameters(
                    ear=ear,
                    waveform=kind,
                    frequency_hz=None if kind == NOISE else frequency_hz,
                    frames=frames,
                    level_dbfs=level_dbfs,
                    fade_s=self.fade_s,
                    noise_seed=seed if kind == NOISE else None,
                ),
            )
            for ear in EARS
        ]

    def render(self, parameters: OneEarParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Make the sound, fade its ends, bring it to its level, place it."""
        sound = raised_cosine_ends(_sound(parameters), sampling_rate=SAMPLING_RATE, fade_s=parameters.fade_s)
        at_level = scale_to_rms(sound, level_dbfs=parameters.level_dbfs)
        return in_one_ear(at_level, ear=cast("Ear", parameters.ear))

    def measure(self, parameters: OneEarParameters, pcm: IntArray) -> OneEarMeasurements:  # noqa: ARG002
        """Measure both ears."""
        levels = np.atleast_1d(rms(pcm))
        sounding = int(np.argmax(levels))
        return OneEarMeasurements(
            sounding_ear=EARS[sounding],
            level_dbfs=round(dbfs(float(levels[sounding])), 3),
            other_ear_peak=int(np.abs(pcm[:, 1 - sounding].astype(np.int32)).max()),
        )

    def label_of(self, parameters: OneEarParameters, measurements: OneEarMeasurements) -> str:  # noqa: ARG002
        """Tell the ear, if the other one is exactly silent."""
        return measurements.sounding_ear if measurements.other_ear_peak == 0 else "none"

    def explain(self, parameters: OneEarParameters, measurements: OneEarMeasurements) -> str:
        """Say what sounds where."""
        pitch = "" if parameters.frequency_hz is None else f" of {parameters.frequency_hz:g} Hz"
        return (
            f"A {parameters.waveform}{pitch} at {measurements.level_dbfs:.1f} dBFS in the {parameters.ear} ear; "
            "every sample of the other ear is 0."
        )


def _sound(parameters: OneEarParameters) -> FloatArray:
    if parameters.frequency_hz is not None:
        waveform = WAVEFORMS[parameters.waveform]
        return waveform(parameters.frames, f0_hz=parameters.frequency_hz, sampling_rate=SAMPLING_RATE)
    generator = np.random.Generator(np.random.Philox(parameters.noise_seed))
    return white_noise(parameters.frames, generator=generator)


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("binaural")
