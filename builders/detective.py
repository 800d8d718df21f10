"""Detective: who is speaking, as far as a voice tells it: sex, place of birth, age and native language.

Run it: `python -m builders.detective`. App. B.4.23 of the roadmap paper; each speaker of the Speech Accent Archive
reads the same passage, so that what is said tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from builders.choosing.copies import once_each
from builders.describing.speaker import UNKNOWN, age_band, profile
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.quantise import from_pcm16

_FRAME_PERIOD_MS = 10.0


@dataclass(frozen=True, slots=True)
class ProfileParameters:
    """What the corpus states of the speaker; empty, or None, where it states nothing."""

    sex: str
    birthplace: str
    native_language: str
    age_years: float | None
    age_band: str


@dataclass(frozen=True, slots=True)
class VoiceMeasurements:
    """F0 of the clip that ships, by WORLD between 60 and 400 Hz; the median is None if nothing is voiced."""

    voiced_s: float
    median_f0_hz: float | None


@dataclass(frozen=True, kw_only=True)
class VoiceDetective(Construction[ProfileParameters, VoiceMeasurements]):
    """Describe every speaker of the corpus in one sentence.

    Parameters
    ----------
    machines : tuple of str
        Native languages that are none: synthesised voices are left out.
    min_duration_s : float
        Shorter recordings are not used.
    """

    operation: ClassVar[str] = "detective.profile/1"
    Parameters: ClassVar = ProfileParameters
    Measurements: ClassVar = VoiceMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "The speakers, of themselves, as the archive publishes it; only ages are put into decades. The answer is not "
        "measured."
    )

    machines: tuple[str, ...] = ("synthesized",)
    min_duration_s: float = 0.5

    def draft(self, supply: Supply) -> list[Draft]:
        """Take the recordings of people, in an order drawn by the seed."""
        supply.require_columns(("birthplace", "native_language"))
        clips = supply.clips(min_duration_s=self.min_duration_s, duplicates=True)
        people = [clip for clip in clips if clip.row["native_language"] not in self.machines]
        people = supply.shuffled(once_each(supply, people, lambda clip: _sentence(_stated(clip))))
        count = supply.enough(len(people), of_what="recordings of speakers who are no machines")
        drafts = [self._draft(clip) for clip in people[:count]]
        ageless = sum(draft.parameters.age_band == UNKNOWN for draft in drafts)
        if ageless:
            supply.notes.append(f"the age of {ageless} of {len(drafts)} speakers is not known, and said to be so")
        return drafts

    def _draft(self, clip: SourceClip) -> Draft:
        parameters = _stated(clip)
        return Draft(
            key=f"{clip.ref.corpus}/{clip.ref.item}",
            group=f"{clip.ref.corpus}/{clip.ref.speaker or clip.ref.item}",
            label=_sentence(parameters),
            sources=(clip.ref,),
            parameters=parameters,
        )

    def render(self, parameters: ProfileParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: ProfileParameters, pcm: IntArray) -> VoiceMeasurements:  # noqa: ARG002
        """Track F0."""
        track = track_f0(from_pcm16(pcm), sampling_rate=SAMPLING_RATE, frame_period_ms=_FRAME_PERIOD_MS)
        voiced = int(track.voiced.sum())
        return VoiceMeasurements(
            voiced_s=round(voiced * _FRAME_PERIOD_MS / 1000.0, 3),
            median_f0_hz=round(median_f0_hz(track.f0_hz), 3) if voiced else None,
        )

    def label_of(self, parameters: ProfileParameters, measurements: VoiceMeasurements) -> str:  # noqa: ARG002
        """Say what the corpus states."""
        return _sentence(parameters)

    def explain(self, parameters: ProfileParameters, measurements: VoiceMeasurements) -> str:
        """Say who says so, and how high the voice is."""
        age = "no age stated" if parameters.age_years is None else f"age {parameters.age_years:g}"
        heard = "The clip has no pitch."
        if measurements.median_f0_hz is not None:
            heard = f"The median F0 is {measurements.median_f0_hz:.0f} Hz over {measurements.voiced_s:.1f} s of voice."
        return f"Age, sex, birthplace and language are as the speaker stated them ({age}). {heard}"


def _stated(clip: SourceClip) -> ProfileParameters:
    age = clip.row["age"]
    return ProfileParameters(
        sex=clip.ref.sex,
        birthplace=" ".join((clip.row["birthplace"] or "").split()).strip(" ,"),
        native_language=clip.row["native_language"] or "",
        age_years=age,
        age_band=age_band(age),
    )


def _sentence(parameters: ProfileParameters) -> str:
    return profile(
        sex=parameters.sex,
        birthplace=parameters.birthplace,
        native_language=parameters.native_language,
        band=parameters.age_band,
    )


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("detective")
