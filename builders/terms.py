"""Terms: synthetic sentences that carry a technical term, which must stand in the transcript.

Run it: `python -m builders.terms`. Each term is said once in each carrier sentence (App. B.4.3 and B.4.4 of the roadmap
paper); the label is the term, and the items of a term form a group. Lines that listeners screened out are left out by
their keys (`--without legal-07-2`), and the set is smaller by them.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from builders.describing.wording import spoken_text
from builders.engine.analysis import Request
from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.supply import SourceClip, Supply
from builders.transcript import Sounding
from corpora.synthesis.utterance import Utterance
from manifests.errors import PlanError, RecipeError
from manifests.rows import SourceRef
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.sounding import sounding_s

_PLACE = "{term}"
_NAMED = 10


@dataclass(frozen=True, slots=True)
class TermParameters:
    """The term, and the sentence that carries it."""

    term: str
    sentence: str
    carrier: int


@dataclass(frozen=True, slots=True)
class TermMeasurements:
    """How many syllables (Chinese characters) there are for the time that sounds.

    `sounding_s` is the time in windows of 20 ms within 30 dB of the loudest, 0 if that is below -60 dBFS.
    """

    sounding_s: float
    syllables: int
    syllables_per_s: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One sentence of the script; its key tells the domain and two numbers, not the term."""

    key: str
    group: str
    term: str
    sentence: str
    carrier: int
    voice: str


@dataclass(frozen=True, kw_only=True)
class SpokenTerms(Construction[TermParameters, TermMeasurements]):
    """Say every term in every carrier sentence.

    Parameters
    ----------
    domain : str
        A word for the keys, such as `legal`.
    terms : tuple of str
        Each once.
    carriers : tuple of str
        Sentences with `{term}` where the term stands.
    voices : tuple of str
        As the engine names them: of a term's sentences each voice says equally many, give or take one. Empty for the
        engine's own voice.
    min_syllables_per_s, max_syllables_per_s : float
        Within which a sentence can be what sounds. Mandarin is read at 4 to 6 syllables per second; an engine that
        breaks off or goes on babbling lies far outside.

    Raises
    ------
    RecipeError
        If there are no terms or carriers, one is there twice, or a carrier has no place for the term or several.
    """

    operation: ClassVar[str] = "terms.carrier/1"
    Parameters: ClassVar = TermParameters
    Measurements: ClassVar = TermMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "None: the term stands in the sentence that the engine was given. Whether it can be heard, only listeners can "
        "say; that the clip is as long as its sentence is measured."
    )

    domain: str
    terms: tuple[str, ...]
    carriers: tuple[str, ...]
    voices: tuple[str, ...] = ()
    min_syllables_per_s: float = 1.5
    max_syllables_per_s: float = 10.0

    def __post_init__(self) -> None:
        for field, texts in (("terms", self.terms), ("carriers", self.carriers)):
            found = _fault(texts, places=field == "carriers")
            if found:
                raise RecipeError(
                    where=f"spoken terms, {self.domain}: {field}",
                    found=found,
                    wanted="different texts" + f", each with {_PLACE} once" * (field == "carriers"),
                    remedy="correct the recipe",
                )

    def lines(self) -> list[Line]:
        """Give every term in every carrier, term by term."""
        return [
            Line(
                key=f"{self.domain}-{number:02}-{carrier}",
                group=f"{self.domain}-{number:02}",
                term=term,
                sentence=sentence.replace(_PLACE, term),
                carrier=carrier,
                voice=self.voices[(number + carrier) % len(self.voices)] if self.voices else "",
            )
            for number, term in enumerate(self.terms, start=1)
            for carrier, sentence in enumerate(self.carriers, start=1)
        ]

    def script(self) -> Sequence[Utterance]:
        """Give the sentences to be spoken, in Mandarin."""
        return [Utterance(key=line.key, text=line.sentence, language="zh", voice=line.voice) for line in self.lines()]

    def draft(self, supply: Supply) -> list[Draft]:
        """Take the recording of each line; of fewer than all, equally many of each term and of each carrier."""
        lines = {line.key: line for line in self.lines()}
        spoken = {clip.ref.item: clip for clip in supply.clips(min_duration_s=0.0) if clip.ref.item in lines}
        for key, clip in spoken.items():
            _require_text(supply, clip, lines[key].sentence)
        _require_even_voices(supply, lines)
        screened = supply.without & lines.keys()
        fitting = self._fitting(supply, [line for key, line in lines.items() if key in spoken], spoken)
        if len(fitting) + len(screened) < supply.per_label:
            silent = [key for key in lines if key not in spoken and key not in screened]
            missing = f" (none, or none of its own, of {', '.join(silent[:_NAMED])})" if silent else ""
            supply.enough(len(fitting), of_what=f"of {len(lines)} lines spoken{missing}")
        chosen = self._ordered(supply, fitting)[: supply.per_label]
        return [_draft(line, spoken[line.key].ref) for line in chosen]

    def _fitting(self, supply: Supply, lines: Sequence[Line], spoken: Mapping[str, SourceClip]) -> list[Line]:
        """Give the lines whose recording can be of them."""
        requests = [Request(spoken[line.key].ref) for line in lines]
        found = supply.measure(Sounding(), requests, doing="timing the syllables")
        timed = {line.key: _timed(line.sentence, one["sounding_s"]) for line, one in zip(lines, found, strict=True)}
        odd = {
            key: f"{one.syllables} syllables in {one.sounding_s:.2f} s of sound"
            for key, one in timed.items()
            if not self._can_be(one) or not spoken[key].is_whole
        }
        if odd:
            told = ", ".join(f"{key} ({why})" for key, why in sorted(odd.items())[:_NAMED])
            if not supply.allow_short:
                raise PlanError(
                    where=supply.named,
                    found=f"{len(odd)} recordings that cannot be of their lines: {told}",
                    wanted=f"{self.min_syllables_per_s:g} to {self.max_syllables_per_s:g} syllables per second",
                    remedy="make them anew with another --engine, or leave them out with --without or --allow-short",
                )
            supply.notes.append(f"not used, since the sound cannot be the sentence: {told}")
        return [line for line in lines if line.key not in odd]

    def _ordered(self, supply: Supply, lines: Sequence[Line]) -> list[Line]:
        """Go round the terms, in an order of the seed, each time with another carrier for the next term."""
        orders = {line.group: supply.generator(line.group).random() for line in lines}
        places = {group: place for place, group in enumerate(sorted(orders, key=lambda group: orders[group]))}

        def turn(line: Line) -> tuple[int, int]:
            place = places[line.group]
            return (line.carrier - 1 - place) % len(self.carriers), place

        return sorted(lines, key=turn)

    def render(self, parameters: TermParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the recording as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: TermParameters, pcm: IntArray) -> TermMeasurements:
        """Count the syllables of the sentence, and time what sounds."""
        return _timed(parameters.sentence, sounding_s(pcm, sampling_rate=SAMPLING_RATE))

    def label_of(self, parameters: TermParameters, measurements: TermMeasurements) -> str:
        """Give the term, if its sentence can be said in the time."""
        return parameters.term if self._can_be(measurements) else "none"

    def explain(self, parameters: TermParameters, measurements: TermMeasurements) -> str:
        """Give the whole sentence, and how fast it is said."""
        return (
            f"The whole sentence is “{parameters.sentence}”: {measurements.syllables} syllables in "
            f"{measurements.sounding_s:.2f} s of sound, {measurements.syllables_per_s:.1f} per second."
        )

    def _can_be(self, measured: TermMeasurements) -> bool:
        return self.min_syllables_per_s <= measured.syllables_per_s <= self.max_syllables_per_s


def syllable_count(sentence: str) -> int:
    """Count Chinese characters, each of which is a syllable."""
    return sum(unicodedata.name(sign, "").startswith("CJK UNIFIED IDEOGRAPH") for sign in sentence)


def _timed(sentence: str, seconds: float) -> TermMeasurements:
    syllables = syllable_count(sentence)
    rate = round(syllables / seconds, 3) if seconds else 0.0
    return TermMeasurements(sounding_s=seconds, syllables=syllables, syllables_per_s=rate)


def _draft(line: Line, ref: SourceRef) -> Draft:
    parameters = TermParameters(term=line.term, sentence=line.sentence, carrier=line.carrier)
    return Draft(key=line.key, group=line.group, label=line.term, sources=(ref,), parameters=parameters)


def _fault(texts: Sequence[str], *, places: bool) -> str:
    twice = [text for text, count in Counter(texts).items() if count > 1]
    if not texts or twice:
        return f"{twice[0]!r} twice" if twice else "none"
    odd = [text for text in texts if text.count(_PLACE) != int(places) or not syllable_count(text)]
    return repr(odd[0]) if odd else ""


def _require_text(supply: Supply, clip: SourceClip, sentence: str) -> None:
    """Refuse a recording of another sentence: a folder that was made for other terms."""
    said = spoken_text(clip.row["text"])
    if said != spoken_text(sentence):
        raise PlanError(
            where=f"{supply.named}: {clip.ref.path}, {clip.ref.item}",
            found=f"the text {said!r}",
            wanted=repr(sentence),
            remedy="let the build speak it: leave out --corpus synthesised=..., and choose a voice with --engine",
        )


def _require_even_voices(supply: Supply, lines: Mapping[str, Line]) -> None:
    """Refuse voices that share a term unevenly: the voice would go with the answer."""
    rows = supply.index.rows() if supply.index is not None else []
    said = [(lines[row["id"]].group, row["speaker"]) for row in rows if row["id"] in lines]
    counts, voices = Counter(said), sorted({voice for _, voice in said})
    sizes, per_term = Counter(group for group, _ in said), Counter(line.group for line in lines.values())
    for group in sizes:
        shares = [counts[group, voice] for voice in voices]
        if max(shares) - min(shares) > 1 + per_term[group] - sizes[group]:
            raise PlanError(
                where=f"{supply.named}: the lines {group}",
                found=", ".join(f"{share} by {voice}" for share, voice in zip(shares, voices, strict=True)),
                wanted="one voice for all lines, or of each term equally many lines for each voice",
                remedy="let the build speak them: leave out --corpus synthesised=..., and choose a voice with --engine",
            )


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("terms")
