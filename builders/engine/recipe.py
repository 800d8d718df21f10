"""What a recipe is: a task in words, over a construction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from builders.engine.construction import SAMPLING_RATE, Construction
from builders.engine.recipe_faults import recipe_fault
from corpora.synthesis.utterance import Utterance
from manifests.digest import Json, opaque_id
from manifests.errors import RecipeError

_AS_RELEASED = (
    "As released: the paper's selection and counts, as far as the corpus gives them; duplicates of the release are "
    "left out."
)
# Even a set that is built as published departs from it in what gives answers away.
_KEPT = "The order of the options is balanced, and ids are opaque; in the release neither is."
_KEPT_OPEN = "Ids are opaque; in the release they are not."
# What a departure of the clean set begins with on the card of the set as released.
_CLEAN = "Of the clean set: "
# What a model reads where the question itself is spoken (App. C.4 of the SAGI paper).
_LISTEN = "Listen to the spoken instruction at the beginning of the audio, and follow it."


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A probing task.

    Parameters
    ----------
    name : str
        Unique; lower case words joined by hyphens, other than `manifests` and `level1`, ... The dataset's name.
    suite : str
        Such as `sagi`; as a name.
    level : int
        The suite's level, from 1.
    title : str
        The task's name in the paper.
    question : str
        The instruction, with `{0}`, `{1}`, ... where the options stand in the order of the item.
    options : tuple of str
        The labels, in the paper's order; `none` is reserved for "no label holds". Empty for an open task, whose label
        is a text of the item's own.
    construction : Construction
        The builder's parameters.
    per_label : int
        Items for each label; of an open task, in all.
    corpus : str or None
        Name of the source corpus; None if everything is made of nothing but numbers.
    channels : int
        1, or 2 where the task is spatial.
    shortcuts : tuple of str
        What else could give the answer away, as far as it is known.
    inherent : tuple of pairs of str
        Features of a clip that are the property itself, each with the reason: answering by them is no cheating. Names
        are those of the audit's feature families or features, such as `("edges", "a ramp from silence")`.
    deviations : tuple of str
        Where this departs from the paper or its release, and why.
    as_released : Construction or None
        The construction that makes the published selection, but for the release's duplicates.
    paper : str
        Citation line of the task's paper; empty if the task is in none.
    synonyms : tuple of pairs of str and tuple of str
        For an option, what counts as naming it when a model's reply is scored, such as `("increasing", ("louder",))`.
    also : tuple of str
        Further corpora that the construction draws from.
    stand_in : str or None
        The embedded corpus that is taken where the recipe's own is not at hand; None if none can serve.
    measure : str
        What an open task is scored by, as `soundprobe evaluate score --measure` names it; closed ones are scored by
        choice.
    counts : tuple of pairs of str and int
        Items for each label of a set that is not balanced; only a published set that is reproduced may be so.
    released_counts : tuple of pairs of str and int
        The `counts` of the `as_released` variant; empty if that is balanced too.
    variations : tuple of str
        The question in other words, each as `question`: the dataset of each has the same clips under the same ids.
    base : str
        Of a variant: the name of the recipe whose draws, clips and ids it shares.
    spoken : bool
        Of a variant: whether the question is spoken before the clip rather than written.
    labelled_by : str
        Who gave the labels, in a sentence or two for the data statement; empty if they are computed and measured again.
    annotations_creators : str
        The same in the Hub's vocabulary: `machine-generated`, `expert-generated`, `found` or `crowdsourced`.
    languages : tuple of str
        Of what is said in the clips, as BCP 47 tags, where that is a part of what its corpora hold.
    answer_language : str
        Of an open task's answers, where these are not in the language of the clips.
    caution : str
        What must be read before a score is: it stands at the top of the card and among its limitations.

    Raises
    ------
    RecipeError
        If a field is of the wrong kind or cannot be built from.
    """

    name: str
    suite: str
    level: int
    title: str
    question: str
    options: tuple[str, ...]
    construction: Construction[Any, Any]
    per_label: int
    corpus: str | None
    channels: int = 1
    shortcuts: tuple[str, ...] = ()
    inherent: tuple[tuple[str, str], ...] = ()
    deviations: tuple[str, ...] = ()
    as_released: Construction[Any, Any] | None = None
    paper: str = ""
    synonyms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    also: tuple[str, ...] = ()
    stand_in: str | None = "demo"
    measure: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    released_counts: tuple[tuple[str, int], ...] = ()
    variations: tuple[str, ...] = ()
    base: str = ""
    spoken: bool = False
    labelled_by: str = ""
    annotations_creators: str = "machine-generated"
    languages: tuple[str, ...] = ()
    answer_language: str = ""
    caution: str = ""

    def __post_init__(self) -> None:
        fault = recipe_fault(self)
        if fault is not None:
            field, found, wanted = fault
            raise RecipeError(
                where=f"recipe {self.name}: {field}",
                found=found,
                wanted=wanted,
                remedy="correct the recipe's module in recipes/",
            )

    @property
    def target(self) -> str:
        """The name that commands take: `suite/name`."""
        return f"{self.suite}/{self.name}"

    @property
    def draws(self) -> str:
        """The name on which draws and ids hang: variants of one recipe share it."""
        return self.base or self.name

    @property
    def is_open(self) -> bool:
        """Whether every item has an answer of its own rather than one of the options."""
        return not self.options

    @property
    def corpora(self) -> tuple[str, ...]:
        """The corpora that it is made from, its own first."""
        return () if self.corpus is None else (self.corpus, *self.also)

    def wanted(self) -> dict[str, int]:
        """Say how many items each label gets; of an open task, how many there are in all, under the empty label."""
        return dict(self.counts) or dict.fromkeys(self.options or ("",), self.per_label)

    def instruction(self, options: tuple[str, ...]) -> str:
        """Put the question with the options in the given order, as the model reads it."""
        return _LISTEN if self.spoken else self.asked(options)

    def asked(self, options: tuple[str, ...]) -> str:
        """Put the question with the options in the given order, written or to be spoken."""
        return self.question.format(*options)

    def rotations(self) -> list[tuple[str, ...]]:
        """Give the orders in which options are offered."""
        return [self.options[place:] + self.options[:place] for place in range(len(self.options))] or [()]

    def script(self) -> tuple[Utterance, ...]:
        """Give what a synthesiser must say for it: the construction's lines, and the question if it is spoken."""
        lines = tuple(self.construction.script())
        asked = dict.fromkeys(self.asked(options) for options in self.rotations()) if self.spoken else ()
        return (*lines, *(Utterance(key=opaque_id("instruction", text), text=text, language="en") for text in asked))

    def released(self) -> Recipe:
        """Give the variant that reproduces the published set.

        Raises
        ------
        RecipeError
            If the recipe has none.
        """
        if self.as_released is None:
            raise RecipeError(
                where=f"recipe {self.target}",
                found="no as_released mode",
                wanted="a recipe whose published construction differs from the clean one",
                remedy="build it without --as-released",
            )
        return replace(
            self,
            name=f"{self.name}-as-released",
            title=f"{self.title}, as released",
            construction=self.as_released,
            as_released=None,
            counts=self.released_counts,
            released_counts=(),
            deviations=(
                _AS_RELEASED,
                _KEPT_OPEN if self.is_open else _KEPT,
                *(f"{_CLEAN}{line}" for line in self.deviations),
            ),
        )

    def varied(self, number: int) -> Recipe:
        """Give the variant that asks in other words, by its number in the paper, from 1.

        Raises
        ------
        RecipeError
            If the recipe has no such variation.
        """
        if not 1 <= number <= len(self.variations):
            count = len(self.variations)
            raise RecipeError(
                where=f"recipe {self.target}",
                found=f"{count or 'no'} instruction variation{'' if count == 1 else 's'}",
                wanted=f"number {number}",
                remedy="give --variation one of its numbers" if count else "build it without --variation",
            )
        return replace(
            self,
            name=f"{self.name}-variation-{number}",
            title=f"{self.title}, instruction variation {number}",
            question=self.variations[number - 1],
            deviations=(
                f"Asked in the paper's instruction variation {number} of {len(self.variations)}; clips and ids are "
                f"those of {self.name}.",
                *self.deviations,
            ),
            variations=(),
            base=self.draws,
            as_released=None,
            released_counts=(),
        )

    def aloud(self) -> Recipe:
        """Give the variant whose question is spoken before the clip (App. C.4 of the SAGI paper)."""
        return replace(
            self,
            name=f"{self.name}-spoken",
            title=f"{self.title}, spoken instruction",
            base=self.draws,
            deviations=(
                "A synthesiser says the question before each clip, and the text only asks to follow it; clips and ids "
                f"are those of {self.name}.",
                *self.deviations,
            ),
            spoken=True,
            variations=(),
            as_released=None,
            released_counts=(),
        )

    def digest(self) -> str:
        """Hash everything that decides the items and their audio."""
        return opaque_id(
            self.name,
            self.question,
            self.options,
            self.per_label,
            self.corpus,
            self.channels,
            SAMPLING_RATE,
            dict(self.construction.digest_fields()),
            *self._newer_fields(),
            digits=64,
        )

    def _newer_fields(self) -> list[Json]:
        """Give the fields that most recipes leave as they are: only what differs is hashed."""
        values: dict[str, Json] = {"also": self.also, "counts": self.counts, "base": self.base, "spoken": self.spoken}
        return [[name, value] for name, value in values.items() if value]
