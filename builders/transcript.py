"""Transcripts: recordings whose answer is what is said in them, by the corpus's own text.

Run it: `python -m builders.transcript`. The clip ships as it is (App. B.4.2 and B.4.5 of the roadmap paper). A
transcript cannot be heard by arithmetic, but it can be refuted: words that nobody could say in the time that sounds
belong to another recording, and such clips are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, ClassVar

from builders.choosing.copies import once_each
from builders.describing.wording import spoken_text, word_count, words
from builders.engine.analysis import Analysis, Request, Values
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from manifests.counting import counted
from manifests.errors import PlanError, RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.quantise import to_pcm16
from probe_signal.sounding import sounding_s

SEEDED, BY_CORPUS_ORDER = "seeded", "corpus"
# Of a set that is a whole corpus, so many may be refused and the set be smaller; more, and something else is wrong.
_MOST_REFUSED = 0.05
_NAMED = 20
_MOST_ALIKE = 3  # recordings that are refused for the same reason: more are counted

Where = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class TranscriptParameters:
    """What is said, as the label has it."""

    text: str


@dataclass(frozen=True, slots=True)
class TranscriptMeasurements:
    """How many words there are for the time that sounds.

    `sounding_s` is the time in windows of 20 ms within 30 dB of the loudest, 0 if that is below -60 dBFS.
    """

    sounding_s: float
    words: int
    words_per_s: float


@dataclass(frozen=True)
class Sounding(Analysis):
    """How long a source clip sounds."""

    name: ClassVar[str] = "transcript.sounding/1"

    def measure(self, samples: FloatArray, **arguments: float) -> dict[str, float]:  # noqa: ARG002
        """Measure `sounding_s` after quantising, as it will be measured on what ships."""
        return {"sounding_s": sounding_s(to_pcm16(samples)[0], sampling_rate=SAMPLING_RATE)}


@dataclass(frozen=True, kw_only=True)
class Transcribed(Construction[TranscriptParameters, TranscriptMeasurements]):
    """Choose recordings with a text, and ask what is said.

    Only whole recordings are used: of one that is cut to the longest clip the text would be false. The label is the
    corpus's text in Unicode's composed form (NFC), without control characters and what cannot be seen, runs of white
    space made one space.

    Parameters
    ----------
    where : tuple of pairs of str and tuple of str
        Columns of the corpus and the values to take, such as `(("split", ("test-clean", "test-other")),)`.
    stand_in_where : tuple of pairs of str and tuple of str
        The same for another corpus in place of the recipe's; what that has no column for is not asked of it.
    strata : tuple of str
        Columns of whose values each combination gets equally many clips (give or take one).
    group_by : str
        The column over whose values clips are spread, and whose clips form a group, such as `song`.
    order : str
        `seeded` spreads clips over `group_by` in an order of the seed; `corpus` takes the first in the order of
        `where`'s values, and of ids within them.
    whole : bool
        Whether the set is all that the corpus has: then what is left out on request or refused (up to a twentieth)
        makes the set smaller, and the card says so.
    min_duration_s : float
        Shorter clips are not used.
    min_words_per_s, max_words_per_s : float
        Words for each second that sounds, within which text and audio can belong together. Read English has 2 to 4,
        and hardly anybody reaches 8; a short line of a fast rap can.

    Raises
    ------
    RecipeError
        If the order is unknown or the limits exclude everything.
    """

    operation: ClassVar[str] = "transcript.text/1"
    Parameters: ClassVar = TranscriptParameters
    Measurements: ClassVar = TranscriptMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "Whoever wrote the corpus's texts; nothing was transcribed anew. That there are as many words as the clip can "
        "hold is measured, and no more."
    )

    where: Where = ()
    stand_in_where: Where = ()
    strata: tuple[str, ...] = ()
    group_by: str = "speaker"
    order: str = SEEDED
    whole: bool = False
    min_duration_s: float = 0.5
    min_words_per_s: float = 0.2
    max_words_per_s: float = 8.0

    def __post_init__(self) -> None:
        if self.order not in (SEEDED, BY_CORPUS_ORDER) or not 0.0 <= self.min_words_per_s < self.max_words_per_s:
            raise RecipeError(
                where="transcripts: order, min_words_per_s, max_words_per_s",
                found=f"{self.order!r}, {self.min_words_per_s:g}, {self.max_words_per_s:g}",
                wanted=f"{SEEDED!r} or {BY_CORPUS_ORDER!r}, and two rates of which the second is higher",
                remedy="correct the recipe",
            )

    def draft(self, supply: Supply) -> list[Draft]:
        """Take equally many clips of each stratum, spread over speakers."""
        refused: dict[str, str] = {}
        strata = self._stratified(supply, self._readable(supply, refused))
        shares = _shares(supply.per_label, len(strata))
        chosen = {
            stratum: replace(supply, per_label=share).first_fitting(queue, partial(self._try, supply, refused))
            for (stratum, queue), share in zip(strata.items(), shares, strict=True)
            if share
        }
        if refused:
            supply.notes.append(_told(refused))
        counts = {stratum: len(found) for stratum, found in chosen.items()}
        if counts != {stratum: share for stratum, share in zip(strata, shares, strict=True) if share}:
            self._require_enough(supply, counts, refused)
            scarcest = min(counts.values())
            chosen = {stratum: found[:scarcest] for stratum, found in chosen.items()}
        return [self._draft(clip) for found in chosen.values() for clip, _ in found]

    def _readable(self, supply: Supply, refused: dict[str, str]) -> list[SourceClip]:
        """Give the clips that the recipe means, whole and with a text."""
        clips = supply.clips(min_duration_s=self.min_duration_s, duplicates=True)
        clips = once_each(supply, clips, lambda clip: words(spoken_text(clip.row["text"])) or None)
        wanted = self._conditions(supply, clips[0].row)
        meant = [clip for clip in clips if _meets(clip.row, wanted)]
        if not meant:
            raise PlanError(
                where=supply.named,
                found=f"{counted(len(clips), 'clip')}, none with {_in_words(wanted)}",
                wanted="clips of these",
                remedy=supply.how_to_complete(),
            )
        if not any(word_count(spoken_text(clip.row["text"])) for clip in meant):
            raise _without_texts(supply, meant)
        for clip in meant:
            if not clip.is_whole:
                refused[clip.ref.item] = f"longer than {supply.max_duration_s:.3g} s"
            elif not word_count(spoken_text(clip.row["text"])):
                refused[clip.ref.item] = "no text"
        return [clip for clip in meant if clip.ref.item not in refused]

    def _conditions(self, supply: Supply, row: Mapping[str, Any]) -> Where:
        if not supply.stand_in:
            return self.where
        return tuple((column, values) for column, values in self.stand_in_where if column in row)

    def _stratified(self, supply: Supply, clips: Sequence[SourceClip]) -> dict[tuple[str, ...], list[SourceClip]]:
        """Queue the clips of each stratum; one that the recipe names and the corpus lacks has an empty queue."""
        if not clips:
            return {(): []}
        columns = [column for column in self.strata if not supply.stand_in or column in clips[0].row]
        named = dict(self._conditions(supply, clips[0].row))
        values = [named.get(column) or sorted({clip.row[column] for clip in clips}) for column in columns]
        strata: dict[tuple[str, ...], list[SourceClip]] = {stratum: [] for stratum in product(*values)}
        for clip in self._ordered(supply, clips):
            strata[tuple(clip.row[column] for column in columns)].append(clip)
        return strata

    def _ordered(self, supply: Supply, clips: Sequence[SourceClip]) -> list[SourceClip]:
        if self.order == BY_CORPUS_ORDER:
            wanted = self._conditions(supply, clips[0].row)
            return sorted(clips, key=lambda clip: [values.index(clip.row[column]) for column, values in wanted])
        earlier: Counter[str] = Counter()
        ranks: dict[str, int] = {}
        for clip in (shuffled := supply.shuffled(clips)):
            ranks[clip.ref.item] = earlier[self._group(clip)]
            earlier[self._group(clip)] += 1
        return sorted(shuffled, key=lambda clip: ranks[clip.ref.item])

    def _try(self, supply: Supply, refused: dict[str, str], clips: Sequence[SourceClip]) -> list[Values | None]:
        found = supply.measure(Sounding(), [Request(clip.ref) for clip in clips], doing="timing the words")
        tried: list[Values | None] = []
        for clip, values in zip(clips, found, strict=True):
            timed = _timed(spoken_text(clip.row["text"]), values["sounding_s"])
            if not self._can_be(timed):
                refused[clip.ref.item] = f"{timed.words} words in {timed.sounding_s:.2f} s of sound"
            tried.append(values if self._can_be(timed) else None)
        return tried

    def _require_enough(
        self, supply: Supply, counts: Mapping[tuple[str, ...], int], refused: Mapping[str, str]
    ) -> None:
        scarcest = min(counts, key=lambda stratum: counts[stratum])
        available = counts[scarcest] * len(counts)
        if self.whole and available:
            rows = [row for row in supply.index.rows() if row["id"] in supply.without] if supply.index else []
            asked = sum(_meets(row, self._conditions(supply, row)) for row in rows)
            excused = len(refused) if len(refused) <= _MOST_REFUSED * supply.per_label else 0
            if available + asked + excused >= supply.per_label:
                return
        of = f", {counts[scarcest]} of {' '.join(scarcest)}" if any(scarcest) else ""
        without = f"; {_told(refused)}" if refused else ""
        supply.enough(available, of_what=f"whole clips whose text can be of their sound{of}{without}")

    def _group(self, clip: SourceClip) -> str:
        return str(clip.row.get(self.group_by) or clip.ref.speaker or clip.ref.item)

    def _draft(self, clip: SourceClip) -> Draft:
        text = spoken_text(clip.row["text"])
        return Draft(
            key=f"{clip.ref.corpus}/{clip.ref.item}",
            group=f"{clip.ref.corpus}/{self._group(clip)}",
            label=text,
            sources=(clip.ref,),
            parameters=TranscriptParameters(text=text),
        )

    def render(self, parameters: TranscriptParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the clip as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: TranscriptParameters, pcm: IntArray) -> TranscriptMeasurements:
        """Count the words, and time what sounds."""
        return _timed(parameters.text, sounding_s(pcm, sampling_rate=SAMPLING_RATE))

    def label_of(self, parameters: TranscriptParameters, measurements: TranscriptMeasurements) -> str:
        """Give the text, if it can be said in the time."""
        return parameters.text if self._can_be(measurements) else "none"

    def explain(self, parameters: TranscriptParameters, measurements: TranscriptMeasurements) -> str:  # noqa: ARG002
        """Say how many words there are in how much sound."""
        return (
            f"The corpus's own transcript: {measurements.words} words in {measurements.sounding_s:.2f} s of sound, "
            f"{measurements.words_per_s:.1f} words per second."
        )

    def _can_be(self, measured: TranscriptMeasurements) -> bool:
        return measured.words > 0 and self.min_words_per_s <= measured.words_per_s <= self.max_words_per_s


def _timed(text: str, seconds: float) -> TranscriptMeasurements:
    words = word_count(text)
    return TranscriptMeasurements(
        sounding_s=seconds, words=words, words_per_s=round(words / seconds, 3) if seconds else 0.0
    )


def _shares(total: int, parts: int) -> list[int]:
    """Split a number of items evenly; the first parts get what is left over."""
    return [total // parts + (place < total % parts) for place in range(parts)]


def _meets(row: Mapping[str, Any], wanted: Where) -> bool:
    return all(row[column] in values for column, values in wanted)


def _without_texts(supply: Supply, clips: Sequence[SourceClip]) -> PlanError:
    index = supply.index
    texts = index.corpus.texts if index is not None else ""
    return PlanError(
        where=supply.named + (f" from {index.corpus.name} at {index.root}" if index is not None else ""),
        found=f"{counted(len(clips), 'recording')}, none with a transcript",
        wanted=f"their texts{f': {texts}' if texts else ''}",
        remedy="unpack the corpus again, with its texts",
    )


def _in_words(wanted: Where) -> str:
    return " and ".join(f"{column} {' or '.join(values)}" for column, values in wanted) or "a text"


def _told(refused: Mapping[str, str]) -> str:
    alike: dict[str, list[str]] = {}
    for item, why in sorted(refused.items()):
        alike.setdefault(why, []).append(item)
    told = [f"{item} ({why})" for why, items in alike.items() if len(items) <= _MOST_ALIKE for item in items]
    named = [
        f"{counted(len(items), 'recording')} ({why}: {', '.join(items[:_MOST_ALIKE])}, ...)"
        for why, items in alike.items()
        if len(items) > _MOST_ALIKE
    ] + sorted(told)[:_NAMED]
    more = f" and {len(told) - _NAMED:,} more" if len(told) > _NAMED else ""
    return f"not used, since the text cannot be what is said in the clip: {', '.join(named)}{more}"


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("transcript")
