"""What is wrong with a recipe: every rule that its fields must keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from string import Formatter
from typing import TYPE_CHECKING

from builders.engine.construction import Construction

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe

Fault = tuple[str, str, str]
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TAKEN_NAME = re.compile(r"manifests|level[0-9]+")  # of folders beside the datasets', and of targets
_OPERATION = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*/[1-9][0-9]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
# Who labels, as the Hub lists it (https://github.com/huggingface/hub-docs/blob/main/datasetcard.md).
_CREATORS = ("machine-generated", "expert-generated", "found", "crowdsourced")
_NO_LABEL = "none"  # what `label_of` says where the measurements support no label


def recipe_fault(recipe: Recipe) -> Fault | None:
    """Give the first field that cannot be built from, what was found there, and what was wanted; None if all can."""
    for rules in (_words, _numbers, _lists):
        for holds, field, wanted in rules(recipe):
            if not holds:
                return field, repr(getattr(recipe, field)), wanted
    return next(_of_questions(recipe), None) or next(_of_constructions(recipe), None)


def _words(recipe: Recipe) -> Iterator[tuple[bool, str, str]]:
    for field in ("name", "suite"):
        wanted = "lower case words or digits, joined by hyphens; not manifests, level1, level2, ..."
        yield _is_name(getattr(recipe, field)), field, wanted
    for field in ("title", "question"):
        yield _is_text(getattr(recipe, field)), field, "a text"
    for field in ("paper", "measure", "base", "labelled_by", "caution"):
        yield isinstance(getattr(recipe, field), str), field, "a text, or nothing"
    yield recipe.annotations_creators in _CREATORS, "annotations_creators", f"one of {', '.join(_CREATORS)}"
    wanted = "a BCP 47 tag, as en or en-GB; nothing where it is the language of the clips"
    yield not recipe.answer_language or _is_language(recipe.answer_language), "answer_language", wanted
    for field in ("corpus", "stand_in"):
        value = getattr(recipe, field)
        yield value is None or _is_text(value), field, "the name of a corpus, or None"
    yield isinstance(recipe.spoken, bool), "spoken", "True or False"


def _numbers(recipe: Recipe) -> Iterator[tuple[bool, str, str]]:
    yield type(recipe.level) is int and recipe.level >= 1, "level", "a whole number from 1"
    yield type(recipe.per_label) is int and recipe.per_label >= 1, "per_label", "at least one item a label"
    yield type(recipe.channels) is int and recipe.channels in {1, 2}, "channels", "1 or 2"


def _lists(recipe: Recipe) -> Iterator[tuple[bool, str, str]]:
    wanted = f"a tuple of two or more different texts, none of them {_NO_LABEL!r}; empty for an open task"
    different = _are_texts(recipe.options) and len(set(recipe.options)) == len(recipe.options) != 1
    yield different and _NO_LABEL not in recipe.options, "options", wanted
    for field in ("shortcuts", "deviations", "also", "variations"):
        yield _are_texts(getattr(recipe, field)), field, 'a tuple of texts, as ("one",)'
    wanted = 'a tuple of BCP 47 tags, as ("en-GB", "zh")'
    yield _are_texts(recipe.languages) and all(map(_is_language, recipe.languages)), "languages", wanted
    wanted = 'a tuple of pairs of texts, as (("edges", "a ramp from silence"),)'
    pairs = isinstance(recipe.inherent, tuple) and all(_are_texts(pair) and len(pair) == 2 for pair in recipe.inherent)
    yield pairs, "inherent", wanted
    wanted = 'a tuple of pairs of an option and texts, each text for one option, as (("rising", ("louder",)),)'
    yield _are_synonyms(recipe), "synonyms", wanted
    for field in ("counts", "released_counts"):
        wanted = 'nothing, or a pair of each option and its number of items, as (("yes", 56), ("no", 64))'
        yield _are_counts(getattr(recipe, field), recipe.options), field, wanted
    yield not recipe.also or recipe.corpus is not None, "also", "nothing, where there is no corpus"
    yield bool(recipe.options) or bool(recipe.measure), "measure", "what an open task is scored by, as 'sagi-wer'"
    yield not (recipe.options and recipe.measure), "measure", "nothing: a closed task is scored by choice"
    yield not (recipe.options and recipe.answer_language), "answer_language", "nothing: a closed task has options"


def _are_synonyms(recipe: Recipe) -> bool:
    if not isinstance(recipe.synonyms, tuple) or not all(isinstance(each, tuple) for each in recipe.synonyms):
        return False
    if not all(len(each) == 2 and each[0] in recipe.options and _are_texts(each[1]) for each in recipe.synonyms):
        return False
    words = [word.casefold() for _, texts in recipe.synonyms for word in texts]
    return len(set(words)) == len(words)


def _are_counts(value: object, options: tuple[str, ...]) -> bool:
    if not isinstance(value, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        return False
    if not all(type(count) is int and count >= 1 for _, count in value):
        return False
    return not value or tuple(label for label, _ in value) == options


def _of_questions(recipe: Recipe) -> Iterator[Fault]:
    for field, texts in (("question", (recipe.question,)), ("variations", recipe.variations)):
        for text in texts:
            fault = _question_fault(text, len(recipe.options))
            if fault:
                yield (field, *fault)


def _question_fault(question: str, options: int) -> tuple[str, str] | None:
    places = [str(number) for number in range(options)]
    wanted = f"{', '.join(f'{{{place}}}' for place in places)} where the options stand, and no other braces"
    if not places:
        wanted = "no braces: an open task offers no options"
    try:
        fields = [part[1:] for part in Formatter().parse(question) if part[1] is not None]
    except ValueError as error:
        return f"{question!r} ({error})", wanted
    # A format or a conversion ({0!r}, {0:>9}) would change how an option reads.
    if {name for name, _, _ in fields} != set(places) or any(spec or conversion for _, spec, conversion in fields):
        return repr(question), f"{wanted}; {{{{ is a brace itself"
    return None


def _of_constructions(recipe: Recipe) -> Iterator[Fault]:
    for field in ("construction", "as_released"):
        construction = getattr(recipe, field)
        if construction is not None or field == "construction":
            fault = _construction_fault(construction)
            if fault:
                yield (field, *fault)


def _construction_fault(construction: object) -> tuple[str, str] | None:
    if not isinstance(construction, Construction):
        found = f"the class {construction.__name__}" if isinstance(construction, type) else repr(construction)
        return found, "the construction of a builder, as VolumeRamp()"
    kind = type(construction)
    if not hasattr(kind, "__dataclass_fields__"):
        return f"the class {kind.__name__}, not a dataclass", "@dataclass(frozen=True, kw_only=True) above the class"
    for name, holds, wanted in _CLASS_RULES:
        value = getattr(kind, name, None)
        if not holds(value):
            found = f"no {name}" if value is None else f"{name} = {value!r}"
            return f"{found} in the class {kind.__name__}", f"{wanted} (see CONTRIBUTING.md)"
    return None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(_NAME.fullmatch(value)) and not _TAKEN_NAME.fullmatch(value)


def _is_language(value: object) -> bool:
    return isinstance(value, str) and bool(_LANGUAGE.fullmatch(value))


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
