"""Translation: one English sentence said angrily, sadly or with surprise, to be put into Chinese.

Run it: `python -m builders.translation --engine ENGINE`. The paper (App. B.4.16) lets CosyVoice imitate acted
emotions; here any synthesiser that follows a style will do, and references come from a file. A screening list
(`--screened`) leaves out what listeners rejected.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar

from builders.engine.construction import SAMPLING_RATE, Construction, Draft
from builders.engine.recipe import Recipe
from builders.engine.supply import SourceClip, Supply
from corpora.synthesis.utterance import Utterance
from manifests.digest import opaque_id
from manifests.errors import PlanError, RecipeError
from probe_signal.arrays import FloatArray, IntArray
from probe_signal.f0 import median_f0_hz, track_f0
from probe_signal.quantise import from_pcm16

# What the list of recordings and a line of the table cannot hold: a bar, a control character, a break of any kind.
_UNLISTABLE = re.compile(r"[|\x00-\x1f\x7f-\x9f\u2028\u2029]")
# How a sentence is said that is said with one of the recipe's emotions.
_MANNERS = {"angry": "angrily", "sad": "sadly", "surprised": "with surprise"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """A sentence, the emotion it is said with, and a translation that carries it.

    Parameters
    ----------
    id : str
        Unique; what a screening list names.
    emotion, sentence, translation : str
        None of them empty.
    """

    id: str
    emotion: str
    sentence: str
    translation: str


def read_references(path: Path | Traversable) -> tuple[Reference, ...]:
    """Read a table of references: tab-separated, the first line `id emotion sentence translation`.

    Raises
    ------
    RecipeError
        If it cannot be read, lacks a column, or has a line that is cut short or has an empty field, a bar or a line
        break in one, an id twice, or a sentence twice with one emotion (but for case, signs and spaces): it would be
        one recording with two answers.
    """
    columns = ("id", "emotion", "sentence", "translation")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(f"{path}", f"that it cannot be read ({error})") from error
    head, *lines = text.split("\n")  # not at every break that Unicode knows: one within a field is told as such
    if head.split("\t")[: len(columns)] != list(columns):
        raise _unreadable(f"{path}, line 1", repr(head[:100]))
    found: dict[str, Reference] = {}
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        fields = line.split("\t")[: len(columns)]
        if unlistable := _UNLISTABLE.search("".join(fields)):
            raise _unreadable(f"{path}, line {number}", f"the sign {unlistable[0]!r} in a field: {line[:100]!r}")
        fields = [field.strip() for field in fields]
        if len(fields) < len(columns) or not all(fields) or not all(_bare(text) for text in fields[1:3]):
            raise _unreadable(f"{path}, line {number}", f"{line[:100]!r}")
        reference = Reference(**dict(zip(columns, fields, strict=True)))
        if reference.id in found:
            raise _unreadable(f"{path}, line {number}", f"the id {reference.id!r} a second time")
        if any(_spoken(each) == _spoken(reference) for each in found.values()):
            raise _unreadable(f"{path}, line {number}", f"a sentence a second time with one emotion: {line[:100]!r}")
        found[reference.id] = reference
    if not found:
        raise _unreadable(f"{path}", "no reference")
    return tuple(found.values())


def referring(recipe: Recipe, path: Path) -> Recipe:
    """Give a recipe of this builder with the references of a file; any other recipe as it is.

    Raises
    ------
    RecipeError
        If the file cannot be read as references.
    """
    construction = recipe.construction
    if not isinstance(construction, EmotionTranslation):
        return recipe
    references = read_references(path)
    return replace(
        recipe,
        construction=replace(construction, references=references),
        per_label=len(references),
        labelled_by="Whoever wrote the translations of the file that was given to the build (`--references`).",
        annotations_creators="found",
    )


def _spoken(reference: Reference) -> tuple[str, str]:
    """Give what is heard: the release has sentences twice, with a typewriter's apostrophe and with a printer's."""
    return _bare(reference.emotion), _bare(reference.sentence)


def _bare(text: str) -> str:
    """Give the letters (with their marks) and digits of a text, in compatible form (NFKC) and without case."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in folded if unicodedata.category(sign)[0] in "LMN")


def _unreadable(where: str, found: str) -> RecipeError:
    return RecipeError(
        where=where,
        found=found,
        wanted="tab-separated lines of id, emotion, sentence and translation, no | or line break in them, after a "
        "first line with these words",
        remedy="correct the file of references",
    )


@dataclass(frozen=True, slots=True)
class TranslationParameters:
    """What is said, with which emotion, by which voice, and the suggested translation."""

    emotion: str
    sentence: str
    reference: str
    voice: str
    engine: str


@dataclass(frozen=True, slots=True)
class TranslationMeasurements:
    """Speaking rate in words a second, and the voice's pitch: both change with emotion."""

    words_per_s: float
    median_f0_hz: float


@dataclass(frozen=True, kw_only=True)
class EmotionTranslation(Construction[TranslationParameters, TranslationMeasurements]):
    """Let a synthesiser say every sentence of a list with its emotion.

    Parameters
    ----------
    references : tuple of Reference
        The sentences. One sentence with several emotions is one group: its text tells nothing of the emotion.
    """

    operation: ClassVar[str] = "translation.emotion/1"
    Parameters: ClassVar = TranslationParameters
    Measurements: ClassVar = TranslationMeasurements
    paired: ClassVar[bool] = False
    annotators: ClassVar[str] = (
        "Whoever wrote the references, before anything was spoken. Whether the emotion can be heard, only listeners "
        "can say."
    )

    references: tuple[Reference, ...]

    def __post_init__(self) -> None:
        ids = [reference.id for reference in self.references]
        if not ids or len(set(ids)) != len(ids):
            raise RecipeError(
                where=f"{self.operation}: references",
                found=f"{len(ids)} references with {len(set(ids))} ids",
                wanted="one or more, each with an id of its own",
                remedy="correct the file of references",
            )

    def script(self) -> tuple[Utterance, ...]:
        """Give the sentences, each with its emotion as the style."""
        return tuple(
            Utterance(key=_key(each), text=each.sentence, language="en", style=each.emotion) for each in self.references
        )

    def own_ids(self) -> frozenset[str]:
        """Give the ids of the references: a screening list names these."""
        return frozenset(each.id for each in self.references)

    def draft(self, supply: Supply) -> list[Draft]:
        """Take what was spoken and not screened out, in the order of the list."""
        clips = {clip.ref.item: clip for clip in supply.clips(min_duration_s=0.2, duplicates=True) if clip.is_whole}
        screened = [each.id for each in self.references if supply.without & {each.id, _key(each)}]
        spoken = [each for each in self.references if each.id not in screened and _key(each) in clips]
        if screened:
            supply.notes.append(
                f"{len(screened):,} of {len(self.references):,} sentences were screened out: {', '.join(screened)}"
            )
        if len(screened) == len(self.references):
            raise PlanError(
                where=supply.named,
                found=f"no sentence of the list: --without or --screened leaves out all {len(screened):,}",
                wanted="a sentence to translate",
                remedy="leave out fewer of them",
            )
        _require_emotions(supply, [(each, clips[_key(each)]) for each in spoken])
        count = supply.enough(
            len(spoken) + len(screened) if spoken else 0, of_what="sentences of the list that were spoken"
        )
        said = {each.id: clips[_key(each)].row for each in spoken}
        return [
            Draft(
                key=each.id,
                group=_bare(each.sentence),
                label=each.translation,
                sources=(clips[_key(each)].ref,),
                parameters=TranslationParameters(
                    emotion=each.emotion,
                    sentence=each.sentence,
                    reference=each.translation,
                    voice=str(said[each.id].get("voice") or ""),
                    engine=str(said[each.id].get("engine") or ""),
                ),
            )
            for each in spoken[:count]
        ]

    def render(self, parameters: TranslationParameters, sources: Sequence[FloatArray]) -> FloatArray:  # noqa: ARG002
        """Leave the speech as it is."""
        (clip,) = sources
        return clip

    def measure(self, parameters: TranslationParameters, pcm: IntArray) -> TranslationMeasurements:
        """Measure the rate of speech and the pitch."""
        track = track_f0(from_pcm16(pcm), sampling_rate=SAMPLING_RATE)
        return TranslationMeasurements(
            words_per_s=round(len(parameters.sentence.split()) / (len(pcm) / SAMPLING_RATE), 3),
            median_f0_hz=round(median_f0_hz(track.f0_hz), 3),
        )

    def label_of(self, parameters: TranslationParameters, measurements: TranslationMeasurements) -> str:  # noqa: ARG002
        """Give the suggested translation."""
        return parameters.reference

    def explain(self, parameters: TranslationParameters, measurements: TranslationMeasurements) -> str:
        """Say what is said, and how."""
        manner = _MANNERS.get(parameters.emotion, f"with the emotion {parameters.emotion}")
        return (
            f"Said {manner}: {parameters.sentence} The rate is {measurements.words_per_s:.1f} words a second, the "
            f"median F0 {measurements.median_f0_hz:.0f} Hz."
        )


def _require_emotions(supply: Supply, spoken: Sequence[tuple[Reference, SourceClip]]) -> None:
    """Refuse speech that does not follow its style: by what is said of it, and by its sound."""
    plain = [each.id for each, clip in spoken if clip.row.get("style") != each.emotion]
    first = {clip.content: each for each, clip in reversed(spoken)}
    same = [(first[clip.content].id, each.id) for each, clip in spoken if first[clip.content] is not each]
    if plain:
        found = f"{len(plain)} recordings without their emotion, such as that of {plain[0]}"
    elif same:
        found = f"{len(same)} recordings that sound as another does, such as those of {' and '.join(same[0])}"
    else:
        return
    raise PlanError(
        where=supply.named,
        found=found,
        wanted="speech in the style that is the emotion of the reference, which can be heard",
        remedy="let an engine speak that follows a style: --engine 'openai:URL?model=NAME&styles=1'",
    )


def _key(reference: Reference) -> str:
    """Name the recording: the published row tells it, so that it must not tell the emotion."""
    return opaque_id("emotion translation", reference.id)


if __name__ == "__main__":
    from builders.commands.builder import run_builder

    run_builder("translation")
