"""Intensity: one sentence said twice by one actor with one emotion, once strongly: which half is the stronger.

Run it: `python -m builders.intensity`. The paper (App. B.4.15) alternates the strong half's place over the corpus;
here it is balanced within every actor, emotion and sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.counting import counted
from manifests.digest import stable_hash
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.joining import join
from probe_signal.levels import dbfs, rms
from probe_signal.resampling import resampled_frames

FORMER, LATTER = "former", "latter"
NORMAL, STRONG = "normal", "strong"
_FLOOR_DBFS = -96.0
_LEAST_TOLD_DB = 0.05  # less is 0.0 dB
_NAMED = 5  # sentences that are left out
_COLUMNS = ("channel", "emotion", "statement", "intensity", "repetition")
# (speaker, emotion, statement): the two repetitions of a sentence make one item of each label.
Sentence = tuple[str, str, str]
Pair = tuple[SourceClip, SourceClip]


@dataclass(frozen=True, slots=True)
class HalvesParameters:
    """What the two halves are, and where the second begins."""

    emotion: str
    statement: str
    repetition: str
    first_intensity: str
    second_intensity: str
    gap_s: float
    first_frames: int


@dataclass(frozen=True, slots=True)
class HalvesMeasurements:
    """Levels of the two halves as they ship, and how much louder the second is."""

    first_rms_dbfs: float
    second_rms_dbfs: float
    second_over_first_db: float


@dataclass(frozen=True, kw_only=True)
class StrongerHalf(Construction[HalvesParameters, HalvesMeasurements]):
    """Join a normal and a strong recording of the same actor, emotion, sentence and repetition.

    Parameters
    ----------
    emotions : tuple of str
        Which emotions are used.
    gap_s : float
        Silence between the halves. Levels are left as they are: they are part of how strong an emotion sounds.
    min_duration_s : float
        Shorter recordings are not used.
    """

    operation: ClassVar[str] = "intensity.joined/1"
    Parameters: ClassVar = HalvesParameters
    Measurements: ClassVar = HalvesMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "The corpus's: the actor was asked for a normal or for a strong intensity. The levels of the two halves are "
        "measured, the label is not."
    )

    emotions: tuple[str, ...] = ("angry", "fearful", "disgust")
    gap_s: float = 0.5
    min_duration_s: float = 0.3

    def __post_init__(self) -> None:
        if not 0.1 <= self.gap_s <= 5.0:
            raise RecipeError(
                where=f"{self.operation}: gap_s",
                found=f"{self.gap_s:g}",
                wanted="0.1 to 5 s",
                remedy="correct the recipe",
            )

    def draft(self, supply: Supply) -> list[Draft]:
        """Take both repetitions of a sentence: in one the strong half comes first, in the other the normal one."""
        sentences = self._sentences(supply)
        count = supply.enough(
            len(sentences), of_what="sentences that one actor says twice both normally and strongly with one emotion"
        )
        order = sorted(sentences, key=lambda key: stable_hash(supply.seed, supply.recipe, "order", *key))
        drafts = []
        for key in order[:count]:
            first, second = sentences[key]
            former = int(supply.generator("/".join(key)).integers(2))
            drafts += [
                self._draft(key, pair, strong_first=number == former) for number, pair in enumerate((first, second))
            ]
        return drafts

    def _sentences(self, supply: Supply) -> dict[Sentence, tuple[Pair, Pair]]:
        """Find the sentences of which all four recordings are there: two intensities, each of them twice."""
        supply.require_columns(_COLUMNS)
        found: dict[Sentence, dict[tuple[str, str], SourceClip]] = defaultdict(dict)
        for clip in supply.clips(min_duration_s=self.min_duration_s, duplicates=True):
            row = clip.row
            if row.get("channel") == "speech" and row.get("emotion") in self.emotions:
                key = (clip.ref.speaker, row["emotion"], row["statement"])
                found[key][row["intensity"], row["repetition"]] = clip
        wanted = [(intensity, repetition) for repetition in ("1", "2") for intensity in (NORMAL, STRONG)]
        whole = {
            key: ((clips[NORMAL, "1"], clips[STRONG, "1"]), (clips[NORMAL, "2"], clips[STRONG, "2"]))
            for key, clips in found.items()
            if set(wanted) <= set(clips)
        }
        return self._distinct(supply, self._short_enough(supply, whole))

    def _short_enough(
        self, supply: Supply, sentences: Mapping[Sentence, tuple[Pair, Pair]]
    ) -> dict[Sentence, tuple[Pair, Pair]]:
        """Leave out sentences whose halves and gap would be longer than a clip may be."""
        gap = round(self.gap_s * SAMPLING_RATE)
        longest = int(supply.max_duration_s * SAMPLING_RATE)
        long = [
            key for key, pairs in sentences.items() if any(sum(map(_frames_of, pair)) + gap > longest for pair in pairs)
        ]
        why = f"two halves are longer than {supply.max_duration_s:.3g} s together"
        return _without(supply, sentences, long, why=why)

    def _distinct(
        self, supply: Supply, sentences: Mapping[Sentence, tuple[Pair, Pair]]
    ) -> dict[Sentence, tuple[Pair, Pair]]:
        """Leave out sentences of which two recordings are one: neither half of a clip would be the stronger."""
        same = [key for key, pairs in sentences.items() if len({clip.content for pair in pairs for clip in pair}) < 4]
        return _without(supply, sentences, same, why="two of the four recordings are the same, sample for sample")

    def _draft(self, key: Sentence, pair: Pair, *, strong_first: bool) -> Draft:
        normal, strong = pair
        first, second = (strong, normal) if strong_first else (normal, strong)
        repetition = normal.row["repetition"]
        return Draft(
            key="/".join((normal.ref.corpus, *key, repetition)),
            group="/".join((normal.ref.corpus, key[0])),
            label=FORMER if strong_first else LATTER,
            sources=(first.ref, second.ref),
            parameters=HalvesParameters(
                emotion=key[1],
                statement=key[2],
                repetition=repetition,
                first_intensity=first.row["intensity"],
                second_intensity=second.row["intensity"],
                gap_s=self.gap_s,
                first_frames=_frames_of(first),
            ),
        )

    def render(self, parameters: HalvesParameters, sources: Sequence[FloatArray]) -> FloatArray:
        """Join the halves."""
        first, second = sources
        return join((first, second), gap_frames=round(parameters.gap_s * SAMPLING_RATE))

    def measure(self, parameters: HalvesParameters, pcm: IntArray) -> HalvesMeasurements:
        """Measure the level of each half."""
        begins = parameters.first_frames + round(parameters.gap_s * SAMPLING_RATE)
        first, second = (_level_dbfs(half) for half in (pcm[: parameters.first_frames], pcm[begins:]))
        return HalvesMeasurements(
            first_rms_dbfs=round(first, 3),
            second_rms_dbfs=round(second, 3),
            second_over_first_db=round(second - first, 3),
        )

    def label_of(self, parameters: HalvesParameters, measurements: HalvesMeasurements) -> str:  # noqa: ARG002
        """Name the half that the actor was asked to act strongly."""
        halves: Mapping[tuple[str, str], str] = {(STRONG, NORMAL): FORMER, (NORMAL, STRONG): LATTER}
        return halves.get((parameters.first_intensity, parameters.second_intensity), "none")

    def explain(self, parameters: HalvesParameters, measurements: HalvesMeasurements) -> str:
        """Say which half is strong, and how the levels differ."""
        label = self.label_of(parameters, measurements)
        return (
            f"The actor was asked for a strong intensity of the emotion {parameters.emotion} in the {label} half and "
            f"for a normal one in the other; the second half is {_compared(measurements.second_over_first_db)}."
        )


def _frames_of(clip: SourceClip) -> int:
    """Give the length of a clip at 16 kHz."""
    return resampled_frames(clip.ref.frames, from_hz=clip.ref.sampling_rate, to_hz=SAMPLING_RATE)


def _without(
    supply: Supply, sentences: Mapping[Sentence, tuple[Pair, Pair]], bad: Sequence[Sentence], *, why: str
) -> dict[Sentence, tuple[Pair, Pair]]:
    if bad:
        named = "; ".join(", ".join(clip.ref.item for pair in sentences[key] for clip in pair) for key in bad[:_NAMED])
        more = f"; and {len(bad) - _NAMED:,} more" if len(bad) > _NAMED else ""
        supply.notes.append(f"{counted(len(bad), 'sentence')} left out, as {why}: {named}{more}")
    return {key: pairs for key, pairs in sentences.items() if key not in set(bad)}


def _compared(over_db: float) -> str:
    """Say how a half's level compares with the other's, in dB to one decimal."""
    if abs(over_db) < _LEAST_TOLD_DB:
        return "as loud as the first"
    return f"{abs(over_db):.1f} dB {'louder' if over_db > 0.0 else 'quieter'}"


def _level_dbfs(half: IntArray) -> float:
    return max(dbfs(float(np.max(rms(half)))), _FLOOR_DBFS) if len(half) else _FLOOR_DBFS


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("intensity")
