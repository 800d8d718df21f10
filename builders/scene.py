"""Scene: speech in one of several kinds of noise.

Run it: `python -m builders.scene`. The paper (App. B.4.10) uses MS-SNSD's mixer, which may splice noises of several
kinds into one clip. Here a clip has one noise from a random place in it, every speech is heard in every noise at the
same ratio, and all clips have one length and one level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from math import lcm
from typing import ClassVar

import numpy as np

from builders.engine.analysis import Analysis, Request
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.errors import PlanError, RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.joining import join
from probe_signal.levels import window_levels_dbfs
from probe_signal.mixing import snr_gains, wrapped
from probe_signal.resampling import resampled_frames

_WINDOW_S = 0.05
_QUIETEST = 0.1  # share of the windows that stand for the noise alone
_SILENT_POWER = 1e-7  # -70 dBFS: nothing that anybody would take for a scene
_TRIES = 20


@dataclass(frozen=True, slots=True)
class SceneParameters:
    """What is mixed, from which sample on, and with which gains (all at 16 kHz)."""

    noise: str
    snr_db: float
    speech_start_frame: int
    noise_start_frame: int
    frames: int
    pause_s: float
    speech_gain: float
    noise_gain: float


@dataclass(frozen=True, slots=True)
class SceneMeasurements:
    """Level of the quietest tenth of the 50 ms windows, where the noise is nearly alone, and of the loudest tenth."""

    quiet_rms_dbfs: float
    loud_over_quiet_db: float


@dataclass(frozen=True)
class StretchPower(Analysis):
    """Mean square of a stretch of a clip that goes on from its beginning when it ends."""

    name: ClassVar[str] = "scene.power/1"

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:
        """Measure; `start_frame` and `frames` name the stretch at 16 kHz."""
        start, frames = int(arguments["start_frame"]), int(arguments["frames"])
        stretch = wrapped(samples, start_frame=start, frames=frames)
        return {"power": float(np.mean(np.square(stretch, dtype=np.float64)))}


@dataclass(frozen=True)
class _Speech:
    """A stretch of speech: whole clips one after another, and where in them it begins."""

    clips: tuple[SourceClip, ...]
    start_frame: int


@dataclass(frozen=True, kw_only=True)
class SceneMix(Construction[SceneParameters, SceneMeasurements]):
    """Mix every speech with one noise of each kind, at a signal-to-noise ratio of a grid.

    Parameters
    ----------
    scenes : tuple of pairs of str and tuple of str
        The labels, each with the corpus's names of its noises.
    snrs_db : tuple of float
        The grid: each ratio is used equally often with each label, by the powers of the two over the whole clip.
    duration_s : float
        Length of every clip.
    pause_s : float
        Silence between two sentences of the speech.
    level_dbfs : float
        RMS of every mix.
    noise_split : str
        Which part of the corpus the noises are from.
    speech_splits : tuple of str
        Which part the speech is from: the first of these that has any.
    """

    operation: ClassVar[str] = "scene.mix/1"
    Parameters: ClassVar = SceneParameters
    Measurements: ClassVar = SceneMeasurements
    paired: ClassVar[bool] = False

    scenes: tuple[tuple[str, tuple[str, ...]], ...]
    snrs_db: tuple[float, ...] = (0.0, 5.0, 10.0, 15.0, 20.0)
    duration_s: float = 10.0
    pause_s: float = 0.2
    level_dbfs: float = -26.0
    noise_split: str = "test"
    speech_splits: tuple[str, ...] = ("train", "test")

    def __post_init__(self) -> None:
        rules = {
            "duration_s": (0.5 <= self.duration_s <= 30.0, "0.5 to 30 s"),
            "pause_s": (0.0 <= self.pause_s <= 2.0, "0 to 2 s"),
            "level_dbfs": (-60.0 <= self.level_dbfs <= -12.0, "-60 to -12 dBFS"),
            "snrs_db": (bool(self.snrs_db), "one ratio or more"),
            "scenes": (len(self.scenes) >= 2, "two kinds of noise or more"),
        }
        for field, (holds, wanted) in rules.items():
            if not holds:
                raise RecipeError(
                    where=f"{self.operation}: {field}",
                    found=f"{getattr(self, field)}",
                    wanted=wanted,
                    remedy="correct the recipe",
                )

    @property
    def _frames(self) -> int:
        return round(self.duration_s * SAMPLING_RATE)

    def draft(self, supply: Supply) -> list[Draft]:
        """Choose as many speeches as there are items a label, and for each of them one noise of every kind."""
        supply.require_columns(("kind", "split", "noise"))
        clips = supply.clips(min_duration_s=0.3)
        noises = self._noises(supply, clips)
        counts = self._counts(supply)
        speeches = self._speeches(supply, self._clean(clips), max(counts.values()))
        speech_powers = self._speech_powers(supply, speeches)
        chosen = [
            (label, number, self._noise(supply, label, number, noises[label]))
            for label, _ in self.scenes
            for number in range(counts[label])
        ]
        places = self._powers(supply, [tries for _, _, tries in chosen])
        return [
            self._draft(label, number, (speeches[number], speech_powers[number]), place)
            for (label, number, _), place in zip(chosen, places, strict=True)
        ]

    def _counts(self, supply: Supply) -> dict[str, int]:
        """Say how many items each label gets; of a stand-in, which is there to show, two at each ratio at most."""
        most = 2 * len(self.snrs_db) if supply.stand_in else max(supply.wanted(label) for label, _ in self.scenes)
        return {label: min(supply.wanted(label), most) for label, _ in self.scenes}

    def _noises(self, supply: Supply, clips: Sequence[SourceClip]) -> dict[str, list[SourceClip]]:
        """Sort the noises by label, those that are silent left out."""
        found: dict[str, list[SourceClip]] = {}
        for label, names in self.scenes:
            kept = [
                clip
                for clip in clips
                if (clip.row.get("kind"), clip.row.get("split")) == ("noise", self.noise_split)
                and clip.row.get("noise") in names
            ]
            whole = [Request(clip.ref, {"start_frame": 0, "frames": _frames_of(clip)}) for clip in kept]
            powers = [values["power"] for values in supply.measure(StretchPower(), whole, doing="hearing noises")]
            silent = [clip.ref.item for clip, power in zip(kept, powers, strict=True) if power < _SILENT_POWER]
            if silent:
                supply.notes.append(f"noises that are silent, left out: {', '.join(silent)}")
            found[label] = [clip for clip in kept if clip.ref.item not in silent]
            if not found[label]:
                raise PlanError(
                    where=supply.named,
                    found=f"no noise of the kind {label} ({', '.join(names)})",
                    wanted="one recording or more of each kind",
                    remedy="get the whole corpus",
                )
        return found

    def _clean(self, clips: Sequence[SourceClip]) -> list[SourceClip]:
        """Give the clean speech of the first part that has any."""
        speech = [clip for clip in clips if clip.row.get("kind") == "clean"]
        parts = [[clip for clip in speech if clip.row.get("split") == split] for split in self.speech_splits]
        return next((part for part in parts if part), [])

    def _speeches(self, supply: Supply, clean: Sequence[SourceClip], count: int) -> list[_Speech]:
        """Make stretches of speech long enough: clips of one speaker (of anyone, if speakers are not told)."""
        by_speaker: dict[str, list[SourceClip]] = defaultdict(list)
        for clip in supply.shuffled(clean):
            by_speaker[clip.ref.speaker].append(clip)
        if not by_speaker:
            raise PlanError(
                where=supply.named,
                found="no clean speech",
                wanted="speech to mix",
                remedy="get the corpus",
            )
        speeches = []
        for number, first in enumerate(islice(cycle(supply.shuffled(clean)), count)):
            draw = supply.generator(f"speech/{number}")
            others = [clip for clip in by_speaker[first.ref.speaker] if clip is not first] or [first]
            queue, frames = [first], _frames_of(first)
            for place in cycle(draw.permutation(len(others)).tolist()):
                if frames >= self._frames:
                    break
                queue.append(others[place])
                frames += round(self.pause_s * SAMPLING_RATE) + _frames_of(others[place])
            start = int(draw.integers(frames - self._frames + 1))
            speeches.append(_Speech(tuple(queue), start))
        return speeches

    def _speech_powers(self, supply: Supply, speeches: Sequence[_Speech]) -> list[float]:
        """Measure the mean square of each stretch: of the parts of clips that lie in it, pauses counted as silence."""
        parts = [self._parts(speech) for speech in speeches]
        requests = [Request(clip.ref, {"start_frame": start, "frames": n}) for part in parts for clip, start, n in part]
        values = iter(supply.measure(StretchPower(), requests, doing="measuring speech"))
        powers = [sum(next(values)["power"] * n for _, _, n in part) / self._frames for part in parts]
        heard = zip(parts, powers, strict=True)
        silent = sorted({clip.ref.item for part, power in heard if power < _SILENT_POWER for clip, _, _ in part})
        if silent:
            raise PlanError(
                where=supply.named,
                found=f"next to nothing but silence in {', '.join(silent)}",
                wanted=f"{self.duration_s:g} s of speech above -70 dBFS",
                remedy="leave these recordings out with --without ID",
            )
        return powers

    def _parts(self, speech: _Speech) -> list[tuple[SourceClip, int, int]]:
        found, at = [], 0
        begins, ends = speech.start_frame, speech.start_frame + self._frames
        for clip in speech.clips:
            frames = _frames_of(clip)
            start, stop = max(begins - at, 0), min(ends - at, frames)
            if start < stop:
                found.append((clip, start, stop - start))
            at += frames + round(self.pause_s * SAMPLING_RATE)
        return found

    def _noise(self, supply: Supply, label: str, number: int, noises: Sequence[SourceClip]) -> list[Request]:
        """Name the places in a noise to try: each noise of a kind is used equally often, from a random place on."""
        # From one round through ratios and noises to the next a noise moves on: it meets every ratio.
        rounds = number // lcm(len(noises), len(self.snrs_db))
        clip = noises[(number + rounds) % len(noises)]
        starts = supply.generator(f"noise/{label}/{number}").integers(_frames_of(clip), size=_TRIES).tolist()
        return [Request(clip.ref, {"start_frame": start, "frames": self._frames}) for start in starts]

    def _powers(self, supply: Supply, places: Sequence[list[Request]]) -> list[tuple[Request, float]]:
        """Take of each list the first place that is not silent."""
        found: dict[int, tuple[Request, float]] = {}
        for turn in range(_TRIES):
            waiting = [n for n in range(len(places)) if n not in found]
            if not waiting:
                break
            tried = [places[n][turn] for n in waiting]
            values = supply.measure(StretchPower(), tried, doing="measuring noises")
            for n, place, value in zip(waiting, tried, values, strict=True):
                if value["power"] >= _SILENT_POWER:
                    found[n] = place, value["power"]
        silent = sorted({places[n][0].ref.item for n in range(len(places)) if n not in found})
        if silent:
            raise PlanError(
                where=supply.named,
                found=f"next to nothing but silence in {', '.join(silent)}",
                wanted=f"{self.duration_s:g} s of noise above -70 dBFS in {_TRIES} tries",
                remedy="leave these recordings out with --without ID",
            )
        return [found[n] for n in range(len(places))]

    def _draft(
        self,
        label: str,
        number: int,
        speech: tuple[_Speech, float],
        noise: tuple[Request, float],
    ) -> Draft:
        snr_db = self.snrs_db[number % len(self.snrs_db)]
        (stretch, speech_power), (place, noise_power) = speech, noise
        speech_gain, noise_gain = snr_gains(
            speech_power=speech_power, noise_power=noise_power, snr_db=snr_db, level_dbfs=self.level_dbfs
        )
        return Draft(
            key=f"{number}/{label}",
            group=f"{number}",
            label=label,
            sources=(*(clip.ref for clip in stretch.clips), place.ref),
            parameters=SceneParameters(
                noise=label,
                snr_db=snr_db,
                speech_start_frame=stretch.start_frame,
                noise_start_frame=int(place.arguments["start_frame"]),
                frames=self._frames,
                pause_s=self.pause_s,
                speech_gain=speech_gain,
                noise_gain=noise_gain,
            ),
        )

    def render(self, parameters: SceneParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Mix."""
        *sentences, noise = sources
        speech = join(sentences, gap_frames=round(parameters.pause_s * SAMPLING_RATE))
        begins = parameters.speech_start_frame
        heard = speech[begins : begins + parameters.frames]
        around = wrapped(noise, start_frame=parameters.noise_start_frame, frames=parameters.frames)
        return heard * np.float32(parameters.speech_gain) + around * np.float32(parameters.noise_gain)

    def measure(self, parameters: SceneParameters, pcm: IntArray) -> SceneMeasurements:  # noqa: ARG002
        """Measure the level where the speech pauses, and how far the speech stands above it."""
        levels = np.sort(window_levels_dbfs(pcm, windows=max(10, round(len(pcm) / SAMPLING_RATE / _WINDOW_S))))
        tenth = max(1, round(len(levels) * _QUIETEST))
        quiet_db, loud_db = (float(np.mean(part)) for part in (levels[:tenth], levels[-tenth:]))
        return SceneMeasurements(quiet_rms_dbfs=round(quiet_db, 3), loud_over_quiet_db=round(loud_db - quiet_db, 3))

    def label_of(self, parameters: SceneParameters, measurements: SceneMeasurements) -> str:  # noqa: ARG002
        """Name the kind of noise that was mixed in."""
        return parameters.noise if parameters.noise in dict(self.scenes) else "none"

    def explain(self, parameters: SceneParameters, measurements: SceneMeasurements) -> str:
        """Say what was mixed, at which ratio, and what is left of it between the words."""
        return (
            f"Speech and a noise of the kind {parameters.noise}, at a signal-to-noise ratio of {parameters.snr_db:g} "
            f"dB over the clip; where the speech pauses, the level is {measurements.quiet_rms_dbfs:.1f} dBFS."
        )


def _frames_of(clip: SourceClip) -> int:
    """Give the length of a clip at 16 kHz."""
    return resampled_frames(clip.ref.frames, from_hz=clip.ref.sampling_rate, to_hz=SAMPLING_RATE)


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("scene")
