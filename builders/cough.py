"""Coughs: what physicians who listened to a recording say of it, by how many of them agree.

Run it: `python -m builders.cough`. App. B.4.19 to B.4.21 of the roadmap paper: first the recordings that four
physicians judged and on which at least three agree, then those that a single one found good. The order within either
pool is drawn by the seed. Nothing is done to a clip but what the audio contract asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from builders.choosing.candidates import Candidate, Unit
from builders.choosing.copies import once_each
from builders.choosing.remarks import remarks
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.sounding import sounding_s, window_levels

SEEDED, BY_CORPUS_ORDER = "seeded", "corpus"
QUESTIONS = ("cough_type", "diagnosis", "severity")
_EXPERTS = (1, 2, 3, 4)
_GOOD = "good"
_BURST_DB = 12.0
_LEAST_GAP_WINDOWS = 5  # of 20 ms


@dataclass(frozen=True, slots=True)
class ExpertParameters:
    """What the physicians say, in the corpus's words.

    `opinions` and `qualities` hold one word for each physician who judged the recording, joined by " | "; a `-` is an
    opinion that was not given. `agreeing` of `experts` gave the `answer`. `others` holds in the same way what those
    said who did not judge its quality; mostly nobody. `cough_detected` is the probability that the corpus's own
    classifier gives; None if it is not stated.
    """

    question: str
    answer: str
    experts: int
    agreeing: int
    opinions: str
    qualities: str
    others: str
    cough_detected: float | None


@dataclass(frozen=True, slots=True)
class CoughMeasurements:
    """What can be heard of the coughs.

    `sounding_s` is the time in windows of 20 ms within 30 dB of the loudest, 0 if that is below -60 dBFS; `bursts`
    counts the runs of windows within 12 dB of it, those that are less than 100 ms apart as one.
    """

    sounding_s: float
    bursts: int


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """A recording that has a label."""

    clip: SourceClip
    parameters: ExpertParameters


@dataclass(frozen=True, kw_only=True)
class ExpertLabel(Construction[ExpertParameters, CoughMeasurements]):
    """Choose recordings by the opinions of physicians.

    Parameters
    ----------
    question : str
        What they were asked: `cough_type`, `diagnosis` or `severity`.
    labels : tuple of pairs of str
        For each label, the word of the corpus.
    least_agreeing : int
        How many of four physicians must agree: 3 or 4, so that no recording has two labels.
    contradicted : bool
        Whether recordings stay of which one physician judged the quality, and another, who did not, says otherwise, as
        in the published sets; of `cough_type` they never do.
    order : str
        `seeded` draws the order within a pool by the seed; `corpus` takes the first by id.
    min_cough_detected : float or None
        Leave out recordings to which the corpus's classifier gives a lower probability, or none.
    min_duration_s : float
        Shorter recordings are not used.

    Raises
    ------
    RecipeError
        If a field has no meaning.
    """

    operation: ClassVar[str] = "cough.by_experts/1"
    Parameters: ClassVar = ExpertParameters
    Measurements: ClassVar = CoughMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "Physicians who listened to the recordings for the corpus, one or four of them each: `parameters` says what "
        "each found. The label is their opinion, and is not measured."
    )

    question: str
    labels: tuple[tuple[str, str], ...]
    least_agreeing: int = 3
    contradicted: bool = False
    order: str = SEEDED
    min_cough_detected: float | None = None
    min_duration_s: float = 0.3

    def __post_init__(self) -> None:
        words = [word for _, word in self.labels]
        for field, holds, wanted in (
            ("question", self.question in QUESTIONS, ", ".join(QUESTIONS)),
            ("labels", len(set(words)) == len(words) > 1, "two or more, each with a word of its own"),
            ("least_agreeing", self.least_agreeing in {3, 4}, "3 or 4 of four physicians"),
            ("order", self.order in {SEEDED, BY_CORPUS_ORDER}, f"{SEEDED!r} or {BY_CORPUS_ORDER!r}"),
        ):
            if not holds:
                raise RecipeError(
                    where=f"{self.operation}: {field}",
                    found=repr(getattr(self, field)),
                    wanted=wanted,
                    remedy="correct the recipe",
                )

    def draft(self, supply: Supply) -> list[Draft]:
        """Take for each label the recordings that four judged, and then those of one."""
        judged = self._judged(supply)
        chosen = self._chosen(supply, judged)
        supply.notes.extend(self._notes(chosen))
        return [
            Draft(
                key=f"{each.clip.ref.corpus}/{each.clip.ref.item}",
                group=f"{each.clip.ref.corpus}/{each.clip.ref.speaker or each.clip.ref.item}",
                label=label,
                sources=(each.clip.ref,),
                parameters=each.parameters,
            )
            for label, few in chosen.items()
            for each in few
        ]

    def _judged(self, supply: Supply) -> dict[str, list[_Judged]]:
        """Label what can be labelled, in the order in which it is taken."""
        supply.require_columns(self._columns())
        clips = supply.clips(min_duration_s=self.min_duration_s, duplicates=True)
        clips = once_each(supply, [clip for clip in clips if _judges(clip.row)], self._said)
        found: dict[str, list[_Judged]] = {label: [] for label, _ in self.labels}
        for clip in clips if self.order == BY_CORPUS_ORDER else supply.shuffled(clips):
            parameters = self._opinion(clip.row)
            if parameters is not None and self._is_detected(parameters):
                found[self._label(parameters.answer)].append(_Judged(clip=clip, parameters=parameters))
        return {label: sorted(few, key=lambda each: -each.parameters.experts) for label, few in found.items()}

    def _columns(self) -> list[str]:
        names = ("quality", "cough_type", self.question)
        return ["cough_detected", *(f"{name}_{expert}" for name in names for expert in _EXPERTS)]

    def _said(self, clip: SourceClip) -> str | None:
        parameters = self._opinion(clip.row)
        return None if parameters is None else parameters.answer

    def _opinion(self, row: Mapping[str, Any]) -> ExpertParameters | None:
        """Say what a recording is by the physicians' opinions; None if the rule gives it no label."""
        judges = _judges(row)
        if len(judges) not in {1, len(_EXPERTS)}:
            return None
        opinions = [row[f"{self.question}_{expert}"] for expert in judges]
        qualities = [row[f"quality_{expert}"] for expert in judges]
        answer, agreeing = Counter(opinions).most_common(1)[0]
        least = self.least_agreeing if len(judges) > 1 else 1
        if agreeing < least or self._label(answer) == "none":
            return None
        others = [row[f"{self.question}_{expert}"] for expert in _EXPERTS if expert not in judges]
        if len(judges) == 1 and (qualities != [_GOOD] or not self._is_single(answer, others)):
            return None
        return ExpertParameters(
            question=self.question,
            answer=answer,
            experts=len(judges),
            agreeing=agreeing,
            opinions=" | ".join(opinion or "-" for opinion in opinions),
            qualities=" | ".join(qualities),
            others=" | ".join(filter(None, others)),
            cough_detected=_probability(row["cough_detected"]),
        )

    def _is_single(self, answer: str, others: Sequence[str]) -> bool:
        """Say whether nobody else gave a type of cough, or, of the other questions, nobody else another answer."""
        if self.question == "cough_type":
            return not any(others)
        return self.contradicted or set(filter(None, others)) <= {answer}

    def _is_detected(self, parameters: ExpertParameters) -> bool:
        found = parameters.cough_detected
        return self.min_cough_detected is None or (found is not None and found >= self.min_cough_detected)

    def _label(self, answer: str) -> str:
        return next((label for label, word in self.labels if word == answer), "none")

    def _chosen(self, supply: Supply, judged: Mapping[str, Sequence[_Judged]]) -> dict[str, Sequence[_Judged]]:
        """Take equally many for each label, or the published numbers."""
        what = "recordings that {} physicians agree on or a single one found good, for {}"
        if supply.counts:
            return {
                label: few[: supply.enough(len(few), of_what=what.format(self.least_agreeing, label), label=label)]
                for label, few in judged.items()
            }
        scarcest = min(judged, key=lambda label: len(judged[label]))
        count = supply.enough(len(judged[scarcest]), of_what=what.format(self.least_agreeing, scarcest))
        return {label: few[:count] for label, few in judged.items()}

    def _notes(self, chosen: Mapping[str, Sequence[_Judged]]) -> Iterator[str]:
        """Say on how many opinions the labels rest, and what differs between them."""
        by_four = {label: sum(each.parameters.experts > 1 for each in few) for label, few in chosen.items()}
        listed = ", ".join(f"{label} {count:,} / {len(chosen[label]) - count:,}" for label, count in by_four.items())
        agreed = "all 4" if self.least_agreeing == len(_EXPERTS) else f"at least {self.least_agreeing} of 4"
        yield f"recordings by the physicians behind their label ({agreed} agree / one alone): {listed}"
        yield from remarks({label: [self._unit(each) for each in few] for label, few in chosen.items()}, alike=("sex",))

    def _unit(self, each: _Judged) -> Unit:
        answer = each.parameters.answer
        return Unit((Candidate(clip=each.clip, label=self._label(answer), column=self.question, value=answer),))

    def render(self, parameters: ExpertParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: ExpertParameters, pcm: IntArray) -> CoughMeasurements:  # noqa: ARG002
        """Time what sounds, and count the bursts."""
        seconds = sounding_s(pcm, sampling_rate=SAMPLING_RATE)
        if not seconds:
            return CoughMeasurements(sounding_s=0.0, bursts=0)
        levels = window_levels(pcm, sampling_rate=SAMPLING_RATE)
        loud = np.flatnonzero(levels >= levels.max() - _BURST_DB)
        return CoughMeasurements(
            sounding_s=seconds, bursts=1 + int(np.count_nonzero(np.diff(loud) > _LEAST_GAP_WINDOWS))
        )

    def label_of(self, parameters: ExpertParameters, measurements: CoughMeasurements) -> str:  # noqa: ARG002
        """Give the label of what the physicians say."""
        return self._label(parameters.answer)

    def explain(self, parameters: ExpertParameters, measurements: CoughMeasurements) -> str:
        """Say who says so, and what can be heard."""
        asked, answer = (text.replace("_", " ") for text in (parameters.question, parameters.answer))
        who = f"{parameters.agreeing} of {parameters.experts} physicians give"
        if parameters.experts == 1:
            who = f"The one physician who judged the recording's quality found it {parameters.qualities} and gives"
        bursts = f"{measurements.bursts} burst{'' if measurements.bursts == 1 else 's'}"
        others = [repr(other.replace("_", " ")) for other in parameters.others.split(" | ") if other]
        also = f"; without judging the quality, {_others(len(others))} {' and '.join(others)}" if others else ""
        heard = f"the clip sounds for {measurements.sounding_s:.2f} s, in {bursts}"
        return f"{who} the {asked} as {answer!r}{also}; {heard}."


def _judges(row: Mapping[str, Any]) -> list[int]:
    """Number the physicians who said how good a recording is."""
    return [expert for expert in _EXPERTS if row[f"quality_{expert}"]]


def _others(count: int) -> str:
    return "another gives" if count == 1 else f"{count} others give"


def _probability(text: object) -> float | None:
    try:
        value = float(str(text))
    except ValueError:
        return None
    return value if 0.0 <= value <= 1.0 else None


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("cough")
