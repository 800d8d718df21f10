"""What a recipe is: a task in words, over a construction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from itertools import chain
from string import Formatter
from typing import Any

from builders.engine.construction import SAMPLING_RATE, Construction
from manifests.digest import opaque_id
from manifests.errors import RecipeError

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TAKEN_NAME = re.compile(r"manifests|level[0-9]+")  # of folders beside the datasets', and of targets
_OPERATION = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*/[1-9][0-9]*")
# Even a set that is built as published departs from it in what gives answers away.
_KEPT = ("The order of the options is balanced, and ids are opaque; in the release neither is.",)
_NO_LABEL = "none"  # what `label_of` says where the measurements support no label


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
        The labels, in the paper's order; `none` is reserved for "no label holds".
    construction : Construction
        The builder's parameters.
    per_label : int
        Items for each label.
    corpus : str or None
        Name of the source corpus; None if everything is synthesised.
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
        The construction that reproduces the published set, defects included.
    paper : str
        Citation line of the task's paper; empty if the task is in none.
    synonyms : tuple of pairs of str and tuple of str
        For an option, what counts as naming it when a model's reply is scored, such as `("increasing", ("louder",))`.

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

    def __post_init__(self) -> None:
        for holds, field, wanted in chain(self._rules_of_words(), self._rules_of_numbers()):
            if not holds:
                raise self._wrong(field, repr(getattr(self, field)), wanted)
        self._require_question()
        self._require_construction("construction", self.construction)
        if self.as_released is not None:
            self._require_construction("as_released", self.as_released)

    def _rules_of_words(self) -> Iterator[tuple[bool, str, str]]:
        for field in ("name", "suite"):
            wanted = "lower case words or digits, joined by hyphens; not manifests, level1, level2, ..."
            yield _is_name(getattr(self, field)), field, wanted
        for field in ("title", "question"):
            yield _is_text(getattr(self, field)), field, "a text"
        yield isinstance(self.paper, str), "paper", "a text, or nothing"
        yield self.corpus is None or _is_text(self.corpus), "corpus", "the name of a corpus, or None"
        wanted = f"a tuple of two or more different texts, none of them {_NO_LABEL!r}"
        different = _are_texts(self.options) and len(set(self.options)) == len(self.options) >= 2
        yield different and _NO_LABEL not in self.options, "options", wanted
        for field in ("shortcuts", "deviations"):
            yield _are_texts(getattr(self, field)), field, 'a tuple of texts, as ("one",)'
        wanted = 'a tuple of pairs of texts, as (("edges", "a ramp from silence"),)'
        pairs = isinstance(self.inherent, tuple) and all(_are_texts(pair) and len(pair) == 2 for pair in self.inherent)
        yield pairs, "inherent", wanted
        wanted = 'a tuple of pairs of an option and texts, each text for one option, as (("rising", ("louder",)),)'
        yield self._are_synonyms(), "synonyms", wanted

    def _are_synonyms(self) -> bool:
        if not isinstance(self.synonyms, tuple) or not all(isinstance(each, tuple) for each in self.synonyms):
            return False
        if not all(len(each) == 2 and each[0] in self.options and _are_texts(each[1]) for each in self.synonyms):
            return False
        words = [word.casefold() for _, texts in self.synonyms for word in texts]
        return len(set(words)) == len(words)

    def _rules_of_numbers(self) -> Iterator[tuple[bool, str, str]]:
        yield type(self.level) is int and self.level >= 1, "level", "a whole number from 1"
        yield type(self.per_label) is int and self.per_label >= 1, "per_label", "at least one item a label"
        yield type(self.channels) is int and self.channels in {1, 2}, "channels", "1 or 2"

    def _require_question(self) -> None:
        places = [str(number) for number in range(len(self.options))]
        wanted = f"{', '.join(f'{{{place}}}' for place in places)} where the options stand, and no other braces"
        try:
            fields = [part[1:] for part in Formatter().parse(self.question) if part[1] is not None]
        except ValueError as error:
            raise self._wrong("question", f"{self.question!r} ({error})", wanted) from error
        # A format or a conversion ({0!r}, {0:>9}) would change how an option reads.
        if {name for name, _, _ in fields} != set(places) or any(spec or conversion for _, spec, conversion in fields):
            raise self._wrong("question", repr(self.question), f"{wanted}; {{{{ is a brace itself")

    def _require_construction(self, field: str, construction: object) -> None:
        if not isinstance(construction, Construction):
            found = f"the class {construction.__name__}" if isinstance(construction, type) else repr(construction)
            raise self._wrong(field, found, "the construction of a builder, as VolumeRamp()")
        kind = type(construction)
        if not hasattr(kind, "__dataclass_fields__"):
            wanted = "@dataclass(frozen=True, kw_only=True) above the class"
            raise self._wrong(field, f"the class {kind.__name__}, not a dataclass", wanted)
        for name, holds, wanted in _CLASS_RULES:
            value = getattr(kind, name, None)
            if not holds(value):
                found = f"no {name}" if value is None else f"{name} = {value!r}"
                raise self._wrong(field, f"{found} in the class {kind.__name__}", f"{wanted} (see CONTRIBUTING.md)")

    def _wrong(self, field: str, found: str, wanted: str) -> RecipeError:
        return RecipeError(
            where=f"recipe {self.name}: {field}",
            found=found,
            wanted=wanted,
            remedy="correct the recipe's module in recipes/",
        )

    @property
    def target(self) -> str:
        """The name that commands take: `suite/name`."""
        return f"{self.suite}/{self.name}"

    def instruction(self, options: tuple[str, ...]) -> str:
        """Put the question with the options in the given order."""
        return self.question.format(*options)

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
            deviations=("Built with the thresholds and the order of the published set, defects included.", *_KEPT),
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
            digits=64,
        )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(_NAME.fullmatch(value)) and not _TAKEN_NAME.fullmatch(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, value))


# What is declared in the class of a construction: by name, whether it will do, and what would.
_CLASS_RULES: tuple[tuple[str, Callable[[object], bool], str], ...] = (
    (
        "operation",
        lambda value: isinstance(value, str) and bool(_OPERATION.fullmatch(value)),
        'operation: ClassVar[str] = "module.what/1"',
    ),
    ("Parameters", is_dataclass, "Parameters: ClassVar = a dataclass of plain values"),
    ("Measurements", is_dataclass, "Measurements: ClassVar = a dataclass of plain values"),
    ("paired", lambda value: isinstance(value, bool), "paired: ClassVar[bool] = True or False"),
)
