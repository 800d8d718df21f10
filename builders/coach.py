"""Coach: English that learners read aloud, to be assessed in words, as experts scored it by a rubric.

Run it: `python -m builders.coach`. App. B.4.22 of the roadmap paper takes sentences with faults first, step by step,
and then some of each higher accuracy; the answer strings together what the corpus's rubric says of the scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from builders.choosing.copies import once_each
from builders.choosing.shares import even_shares
from builders.describing.rubric import Band, meaning
from builders.describing.scored import SCORES, WRONG_STRESS, ScoredParameters, assessment, scored, words_of
from builders.describing.wording import word_count
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.sounding import longest_pause_s, sounding_s


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """A fault for which sentences are taken: a score of `limit` or lower, or, if not `closed`, lower than it."""

    fault: str
    limit: float
    count: int
    closed: bool = True

    def takes(self, parameters: ScoredParameters) -> bool:
        """Say whether a sentence has the fault; of its words, one is enough."""
        score = _stress(parameters) if self.fault == "stress" else getattr(parameters, self.fault)
        return bool(score < self.limit or (self.closed and score == self.limit))


PAPER_STEPS = (
    Step(fault="stress", limit=WRONG_STRESS, count=207),
    Step(fault="completeness", limit=10.0, count=6, closed=False),
    Step(fault="fluency", limit=5.0, count=332),
    Step(fault="prosody", limit=5.0, count=85),
    Step(fault="accuracy", limit=5.0, count=179),
)


@dataclass(frozen=True, slots=True)
class ReadingMeasurements:
    """How the sentence was read, in what can be measured.

    `sounding_s` is the time in windows of 20 ms within 30 dB of the loudest, 0 if that is below -60 dBFS; `words_per_s`
    counts the words of the text for each second of it, and `longest_pause_s` is the longest stretch of other windows
    between the first and the last of them.
    """

    sounding_s: float
    words_per_s: float
    longest_pause_s: float


@dataclass(frozen=True, kw_only=True)
class _Scored:
    clip: SourceClip
    parameters: ScoredParameters


@dataclass(frozen=True, kw_only=True)
class SpokenCoach(Construction[ScoredParameters, ReadingMeasurements]):
    """Choose sentences by their faults, and assemble what the rubric says of their scores.

    Parameters
    ----------
    rubric : tuple of Band
        What each score means.
    steps : tuple of Step
        The faults in the order in which sentences are taken for them, each from what the steps before have left.
    levels : tuple of int
        The accuracies from which, evenly, the rest is taken: what a step lacks comes from there too.
    per_level : int
        How many sentences of each of these accuracies there are if no step lacks any.
    min_duration_s : float
        Shorter recordings are not used, nor are those that are cut to the longest clip.
    """

    operation: ClassVar[str] = "coach.rubric/1"
    Parameters: ClassVar = ScoredParameters
    Measurements: ClassVar = ReadingMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "Experts who scored the recordings for the corpus. The answer puts together what its rubric says of their "
        "scores, and is not measured."
    )

    rubric: tuple[Band, ...]
    steps: tuple[Step, ...] = PAPER_STEPS
    levels: tuple[int, ...] = (6, 7, 8, 9, 10)
    per_level: int = 40
    min_duration_s: float = 0.3

    def draft(self, supply: Supply) -> list[Draft]:
        """Take sentences step by step, in an order drawn by the seed."""
        supply.require_columns(SCORES)
        clips = supply.clips(min_duration_s=self.min_duration_s, duplicates=True)
        clips = once_each(supply, [clip for clip in clips if clip.is_whole], scored)
        left = [_Scored(clip=clip, parameters=scored(clip)) for clip in supply.shuffled(clips)]
        chosen = self._faulty(supply, left)
        taken = {each.clip.ref.item for each in chosen}
        chosen += self._higher(supply, [each for each in left if each.clip.ref.item not in taken], len(chosen))
        count = supply.enough(len(chosen), of_what="sentences that its steps take")
        return [
            Draft(
                key=f"{each.clip.ref.corpus}/{each.clip.ref.item}",
                group=f"{each.clip.ref.corpus}/{each.clip.ref.speaker or each.clip.ref.item}",
                label=assessment(each.parameters, self.rubric),
                sources=(each.clip.ref,),
                parameters=each.parameters,
            )
            for each in chosen[:count]
        ]

    @property
    def _whole(self) -> int:
        return sum(step.count for step in self.steps) + self.per_level * len(self.levels)

    def _faulty(self, supply: Supply, left: Sequence[_Scored]) -> list[_Scored]:
        """Take the sentences with faults; of a smaller set, each step takes its share."""
        share = min(1.0, supply.per_label / self._whole)
        chosen: list[_Scored] = []
        for step in self.steps:
            found = [each for each in left if step.takes(each.parameters)]
            wanted = min(round(step.count * share), supply.per_label - len(chosen))
            if len(found) < wanted or (share == 1.0 and len(found) > wanted):
                supply.notes.append(f"step {step.fault}: the recipe takes {wanted}, and the corpus has {len(found)}")
            chosen += [_chosen_for(each, step.fault) for each in found[:wanted]]
            items = {each.clip.ref.item for each in found[:wanted]}
            left = [each for each in left if each.clip.ref.item not in items]
        return chosen

    def _higher(self, supply: Supply, left: Sequence[_Scored], taken: int) -> list[_Scored]:
        """Take what is missing evenly from the levels of higher accuracy."""
        held: Mapping[str, list[_Scored]] = {f"accuracy {level}": [] for level in self.levels}
        for each in left:
            name = f"accuracy {int(each.parameters.accuracy)}"
            if name in held:
                held[name].append(each)
        parts = even_shares(supply.per_label - taken, {name: len(few) for name, few in held.items()})
        if supply.per_label == self._whole and set(parts.values()) != {self.per_level}:
            listed = ", ".join(f"{count} of {name}" for name, count in parts.items())
            supply.notes.append(f"higher levels: the recipe takes {self.per_level} of each, and here are {listed}")
        return [_chosen_for(each, name) for name, few in held.items() for each in few[: parts[name]]]

    def render(self, parameters: ScoredParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: ScoredParameters, pcm: IntArray) -> ReadingMeasurements:
        """Measure how fast the words are read, and the longest pause."""
        seconds = sounding_s(pcm, sampling_rate=SAMPLING_RATE)
        return ReadingMeasurements(
            sounding_s=seconds,
            words_per_s=round(word_count(parameters.text) / seconds, 3) if seconds else 0.0,
            longest_pause_s=longest_pause_s(pcm, sampling_rate=SAMPLING_RATE),
        )

    def label_of(self, parameters: ScoredParameters, measurements: ReadingMeasurements) -> str:  # noqa: ARG002
        """Assemble what the rubric says of the scores."""
        return assessment(parameters, self.rubric)

    def explain(self, parameters: ScoredParameters, measurements: ReadingMeasurements) -> str:
        """Tell the scores, and how it was read."""
        return " ".join(self._told(parameters, measurements))

    def _told(self, parameters: ScoredParameters, measurements: ReadingMeasurements) -> Iterator[str]:
        yield (
            f'The text read is "{parameters.text}". '
            f"The experts' scores, of 10: accuracy {parameters.accuracy:g}, fluency "
            f"{parameters.fluency:g}, prosody {parameters.prosody:g}, completeness {parameters.completeness:g} "
            f"({meaning(self.rubric, 'sentence completeness', parameters.completeness)});"
        )
        yield (
            f"{parameters.wrong_phones} of {parameters.phones} phones are "
            f"{meaning(self.rubric, 'phone accuracy', 0.0)}. {measurements.words_per_s:.1f} words are read for each "
            f"second that sounds, and the longest pause is {measurements.longest_pause_s:.2f} s."
        )


def _chosen_for(each: _Scored, step: str) -> _Scored:
    return replace(each, parameters=replace(each.parameters, chosen_for=step))


def _stress(parameters: ScoredParameters) -> float:
    return min(stress for _, _, stress in words_of(parameters))


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("coach")
