"""Selection: natural clips whose label is what the corpus says of them, with all else as equal as the corpus allows.

Run it: `python -m builders.selection`. Nothing is done to a clip but what the audio contract asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from builders.choosing.candidates import Candidate, Rank, Unit, groups, seeded_rank, singles, speakers_of_values
from builders.choosing.copies import once_each
from builders.choosing.labelling import Labelling
from builders.choosing.remarks import remarks
from builders.choosing.sets import Chosen, balanced, counted, grouped
from builders.choosing.turns import in_turn, within_limits
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.digest import stable_hash
from manifests.errors import RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.quantise import from_pcm16
from probe_signal.sounding import sounding_s, window_levels

SEEDED, BY_CORPUS_ORDER = "seeded", "corpus"
CONTRADICTED = "contradicted"  # in which a corpus may name those of its columns that a clip's sound contradicts
_FRAME_PERIOD_MS = 10.0
_F0_CEILING_HZ = 600.0  # shouted and sung vowels of women reach it; WORLD's copy at 8 kHz tracks it well


@dataclass(frozen=True, slots=True)
class SelectedParameters:
    """What the corpus says of the clip: a column of its index, and the value there (an age in years, as text)."""

    column: str
    value: str


@dataclass(frozen=True, slots=True)
class SelectedMeasurements:
    """What can be heard of the clip that ships.

    `sounding_s` is the time in windows of 20 ms within 30 dB of the loudest, 0 if that is below -60 dBFS; `pause_db` is
    how far the quietest tenth of the windows lies below the loudest tenth (their 10th and 90th percentile).
    `median_f0_hz` is over the `voiced_s` in which WORLD finds an F0 of 60 to 600 Hz, and None if there are none; noise
    may hum.
    """

    sounding_s: float
    pause_db: float
    voiced_s: float
    median_f0_hz: float | None


@dataclass(frozen=True, kw_only=True)
class Selected(Construction[SelectedParameters, SelectedMeasurements]):
    """Choose clips by what their corpus says of them.

    Parameters
    ----------
    column : str
        The index column that tells the label.
    labels : tuple of pairs of str and tuple of str
        For each label, the values of the column.
    where : tuple of pairs of str and tuple of str
        Columns, and the values that a clip must have there. Of several corpora, a condition holds for those that have
        the column.
    matched_by : tuple of str
        Only groups are used that hold one clip of every label, which agree in these columns.
    per_speaker : int or None
        At most so many clips of one speaker under a label.
    speakers_per_label : int or None
        At most so many speakers under a label.
    shares : tuple of str
        Corpora that each give the same number of clips to every label; empty for the recipe's own alone. They give
        equal parts if they hold enough.
    alike : tuple of str
        Columns, such as sex, whose values come equally often under every label, and equally often among each other, as
        far as the corpora allow; what differs is noted on the card.
    shared : str
        A column, such as text: of a speaker, clips come first whose value most speakers share.
    order : str
        `seeded` takes speakers in turn, in an order drawn by the seed; `corpus` takes the first by id.
    min_duration_s : float
        Shorter clips are not used.
    ages : tuple of pairs of str and pair of float
        Where the column is empty or missing and the corpus states an age: for each label the years, ends included.

    Raises
    ------
    RecipeError
        If the fields contradict each other.
    """

    operation: ClassVar[str] = "selection.by_metadata/1"
    Parameters: ClassVar = SelectedParameters
    Measurements: ClassVar = SelectedMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "The corpus's: the label is what it states of a recording, as its makers or speakers gave it. Nobody labelled "
        "anything anew, and the label is not measured."
    )

    column: str
    labels: tuple[tuple[str, tuple[str, ...]], ...]
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    matched_by: tuple[str, ...] = ()
    per_speaker: int | None = None
    speakers_per_label: int | None = None
    shares: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    shared: str = ""
    order: str = SEEDED
    min_duration_s: float = 0.3
    ages: tuple[tuple[str, tuple[float, float]], ...] = ()

    def __post_init__(self) -> None:
        fault = self._labelling.fault()
        if self.order not in {SEEDED, BY_CORPUS_ORDER}:
            fault = "order", repr(self.order), f"{SEEDED!r} or {BY_CORPUS_ORDER!r}"
        if (self.shares or self.alike) and (self.matched_by or self.speakers_per_label):
            fault = "shares, alike", "matched_by or speakers_per_label too", "one way of keeping all else equal"
        if fault is not None:
            raise RecipeError(
                where=f"selection by {self.column}: {fault[0]}",
                found=fault[1],
                wanted=fault[2],
                remedy="correct the recipe",
            )

    @property
    def _labelling(self) -> Labelling:
        return Labelling(column=self.column, labels=self.labels, where=self.where, ages=self.ages)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.labels)

    def draft(self, supply: Supply) -> list[Draft]:
        """Label every clip of the corpora, then take full sets of them."""
        candidates = self._candidates(supply)
        chosen = self._choose(supply, candidates)
        supply.notes.extend(remarks(chosen, alike=self.alike))
        return [
            Draft(
                key=each.name,
                group=self._group(each),
                label=label,
                sources=(each.clip.ref,),
                parameters=SelectedParameters(column=each.column, value=each.value),
            )
            for label, units in chosen.items()
            for unit in units
            for each in unit.members
            if each.label == label
        ]

    def _group(self, candidate: Candidate) -> str:
        if not self.matched_by:
            return candidate.speaker
        return "/".join((candidate.clip.ref.corpus, *candidate.values(self.matched_by)))

    def _candidates(self, supply: Supply) -> list[Candidate]:
        """Label the clips, in order of preference."""
        corpora = ("",) if supply.stand_in or not self.shares else self.shares
        self._require_columns(supply, corpora)
        clips = [
            clip
            for name in corpora
            for clip in supply.clips(min_duration_s=self.min_duration_s, corpus=name, duplicates=True)
        ]
        clips = once_each(supply, clips, self._said)
        labelled = map(self._labelling.candidate, self._believable(supply, clips))
        found = [each for each in labelled if each is not None]
        rank = self._rank(supply, found)
        return sorted(found, key=rank)

    def _said(self, clip: SourceClip) -> str | None:
        candidate = self._labelling.candidate(clip)
        return None if candidate is None else candidate.label

    def _believable(self, supply: Supply, clips: Sequence[SourceClip]) -> list[SourceClip]:
        """Leave out clips whose sound contradicts the label, where the corpus itself says so."""
        believable: list[SourceClip] = []
        belied: list[SourceClip] = []
        for clip in clips:
            (belied if self.column in (clip.row.get(CONTRADICTED) or "").split() else believable).append(clip)
        if belied:
            speakers = ", ".join(sorted({clip.ref.speaker or clip.ref.item for clip in belied}))
            told = f"not used, since the voice contradicts the {self.column} that the corpus states"
            supply.notes.append(f"{told}: {speakers} ({len(belied):,} in all)")
        return believable

    def _require_columns(self, supply: Supply, corpora: Sequence[str]) -> None:
        conditions = [name for name, _ in self.where]
        needed = [*self._labelling.columns(), *self.matched_by, *([] if supply.stand_in else conditions)]
        supply.require_columns(needed, corpora=corpora)
        if left := supply.missing_columns(conditions, corpora=corpora):
            supply.notes.append(f"the stand-in does not tell {' or '.join(left)}: clips were not chosen by that")

    def _rank(self, supply: Supply, candidates: Sequence[Candidate]) -> Rank:
        if self.order == BY_CORPUS_ORDER:
            return lambda each: each.clip.ref.item
        shared = speakers_of_values(candidates, self.shared) if self.shared else {}
        return seeded_rank(supply.seed, supply.recipe, self.shared, shared)

    def _ordered(self, supply: Supply, units: Sequence[Unit], wanted: int) -> list[Unit]:
        """Put units into the order in which they are taken, and leave out those over a limit."""
        if self.order == SEEDED:
            held = Counter(unit.speaker for unit in units)
            # Of a few speakers each must give many: those who can come first.
            least = -(-wanted // self.speakers_per_label) if self.speakers_per_label else 0

            def place(speaker: str) -> tuple[bool, int]:
                return held[speaker] < least, stable_hash(supply.seed, supply.recipe, "speaker", speaker)

            units = in_turn(units, place=place)
        return within_limits(units, per_speaker=self.per_speaker, speakers_per_label=self.speakers_per_label)

    def _choose(self, supply: Supply, candidates: Sequence[Candidate]) -> Chosen:
        if self.matched_by:
            whole = self._ordered(supply, groups(candidates, self.matched_by, self._names), supply.per_label)
            return grouped(supply, whole, candidates, labels=self._names, by=self.matched_by)
        corpora = sorted({each.clip.ref.corpus for each in candidates})
        own: dict[tuple[str, str], list[Candidate]] = {
            (label, corpus): [] for label in self._names for corpus in corpora
        }
        for each in candidates:
            own[each.label, each.clip.ref.corpus].append(each)
        held = {key: self._ordered(supply, singles(few), supply.wanted(key[0])) for key, few in own.items()}
        if supply.counts:
            return counted(supply, held, labels=self._names)
        return balanced(supply, held, labels=self._names, kinds=self.alike)

    def render(self, parameters: SelectedParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: SelectedParameters, pcm: IntArray) -> SelectedMeasurements:  # noqa: ARG002
        """Measure how long it sounds, and how high the voice is."""
        levels_dbfs = window_levels(pcm, sampling_rate=SAMPLING_RATE)
        quiet, loud = np.percentile(levels_dbfs, (10, 90)) if levels_dbfs.size else (0.0, 0.0)
        f0_hz = track_f0(
            from_pcm16(pcm),
            sampling_rate=SAMPLING_RATE,
            ceiling_hz=_F0_CEILING_HZ,
            frame_period_ms=_FRAME_PERIOD_MS,
        ).f0_hz
        voiced = int(np.count_nonzero(f0_hz))
        return SelectedMeasurements(
            sounding_s=sounding_s(pcm, sampling_rate=SAMPLING_RATE),
            pause_db=round(float(loud - quiet), 3),
            voiced_s=round(voiced * _FRAME_PERIOD_MS / 1000.0, 3),
            median_f0_hz=round(median_f0_hz(f0_hz), 3) if voiced else None,
        )

    def label_of(self, parameters: SelectedParameters, measurements: SelectedMeasurements) -> str:  # noqa: ARG002
        """Give the label of what the corpus says."""
        return self._labelling.label(parameters.column, parameters.value) or "none"

    def explain(self, parameters: SelectedParameters, measurements: SelectedMeasurements) -> str:
        """Say what the corpus says, and what can be heard."""
        said = f"The corpus gives the {parameters.column.replace('_', ' ')} as {parameters.value!r}"
        heard = (
            f"the clip sounds for {measurements.sounding_s:.2f} s, and its quietest tenth lies "
            f"{measurements.pause_db:.1f} dB below its loudest"
        )
        f0_hz = measurements.median_f0_hz
        return f"{said}; {heard}; WORLD finds {'no F0' if f0_hz is None else f'a median F0 of {f0_hz:.0f} Hz'}."


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("selection")
