"""The options of a question, as they may be named in a reply."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evaluation.asked import Question
from evaluation.choosing.folding import fold
from evaluation.choosing.lexicon import words
from evaluation.choosing.tokens import Kind, Token, tokenise
from manifests.errors import RecordError

Keys = tuple[str, ...]

HERTZ = frozenset({"hz", "hertz", "赫", "兹"})
_RANGE_WORDS = HERTZ | {"to", "and", "between", "from", "until", "year", "years", "old", "岁", "至", "到", "db", "bpm"}
_SAME_ANSWER = {"yes": ("yeah", "yep", "yup"), "no": ("nope",)}
# Options that say an order themselves: "the second one" would be said of the sound, not of the list of options.
_ORDER_WORDS = frozenset(
    words(
        "first second third fourth last former latter earlier later previous next before after beginning start end "
        "1st 2nd 3rd 前 后 先 第"
    )
)


@dataclass(frozen=True, slots=True)
class Form:
    """One way to name an option: its tokens in a row."""

    keys: Keys
    option: int


@dataclass(frozen=True, slots=True)
class Range:
    """An option that is a range of two numbers, whatever stands between them."""

    low: str
    high: str
    option: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """The options of a question, ready to be looked for.

    Parameters
    ----------
    spelt : tuple of str
        As in the set, in this row's order.
    forms : mapping of str to tuple of Form
        By first token, the longest first.
    ranges : tuple of Range
        Those options that are ranges.
    letters, numbers, ordinals : bool
        Whether "B", "option 2" and "the second one" can only mean a place in the list.
    signed : bool
        Whether a minus belongs to a number.
    yes, no : int
        Where "yes" and "no" stand among the options; -1 if the question is not of that kind.
    asked : frozenset of str
        The words of the question and of the options.
    sentences : tuple of Keys
        The sentences of the question, for telling its echo.
    counts : bool
        Whether the question is how many there are, and options are numbers.
    thing : Keys
        What a question "is there ...?" asks for, as words; empty if it is another question.
    """

    spelt: tuple[str, ...]
    forms: Mapping[str, tuple[Form, ...]]
    ranges: tuple[Range, ...]
    letters: bool
    numbers: bool
    ordinals: bool
    signed: bool
    yes: int
    no: int
    asked: frozenset[str]
    sentences: tuple[Keys, ...]
    counts: bool
    thing: Keys

    def exactly(self, tokens: list[Token]) -> int:
        """Return the option that these tokens are, marks aside, or -1."""
        keys = keys_of(tokens)
        numbers = tuple(key for key in keys if key not in HERTZ)
        for found in self.ranges:
            if numbers == (found.low, found.high) and not _begins_negative(tokens):
                return found.option
        return next((form.option for form in self.forms.get(keys[0], ()) if form.keys == keys), -1) if keys else -1


def options_of(question: Question) -> Options:
    """Read the options of a question.

    Raises
    ------
    RecordError
        If it has no options, or its label is none of them.
    """
    if question.label not in question.options:
        raise RecordError(
            where=f"question {question.id}",
            found=f"the label {question.label!r} and the options {list(question.options)}",
            wanted="options, and a label that is one of them",
            remedy="score open questions by another measure, or correct the set",
        )
    synonyms = tuple((option, tuple(question.synonyms.get(option, ()))) for option in question.options)
    return _options(synonyms, question.asked, len(question.clips) > 1)


def keys_of(tokens: list[Token]) -> Keys:
    """Return what tokens are compared by, marks left out."""
    return tuple(token.key for token in tokens if token.kind is not Kind.MARK)


def is_negative(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a minus belongs to a number: "-80", but neither "60-80" nor "- 80"."""
    if not place or tokens[place - 1].key != "-" or tokens[place - 1].end != tokens[place].start:
        return False
    return place == 1 or tokens[place - 2].end < tokens[place - 1].start or tokens[place - 2].key in {"(", "["}


def _begins_negative(tokens: Sequence[Token]) -> bool:
    first = next((place for place, token in enumerate(tokens) if token.kind is Kind.NUMBER), 0)
    return is_negative(tokens, first)


@lru_cache(maxsize=4096)
def _options(named: tuple[tuple[str, tuple[str, ...]], ...], text: str, several_clips: bool) -> Options:
    spelt = tuple(option for option, _ in named)
    signed = any(re.search(r"(?<![\w)\]])[-−+]\d", option) for option in spelt)
    owned: dict[Keys, set[int]] = {}
    for place, option in enumerate(spelt):
        if _range(option, place, signed=signed):
            continue
        for keys in _spellings(option, signed=signed):
            owned.setdefault(keys, set()).add(place)
    synonyms: dict[Keys, set[int]] = {}
    for place, (option, others) in enumerate(named):
        for other in (*others, *_SAME_ANSWER.get(fold(option).strip(), ())):
            for keys in _spellings(other, signed=signed):
                if keys not in owned:
                    synonyms.setdefault(keys, set()).add(place)
    # What would name two options names none.
    forms = [Form(keys, *places) for keys, places in (owned | synonyms).items() if len(places) == 1]
    bare = [keys_of(tokenise(fold(option), signed=signed)) for option in spelt]
    ranges = tuple(found for place, option in enumerate(spelt) if (found := _range(option, place, signed=signed)))
    of_numbers = {found.option for found in ranges}
    sentences = tuple(
        keys for part in re.split(r"[.?!\n]+", fold(text)) if len(keys := keys_of(tokenise(part, signed=signed))) > 3
    )
    counted = any(keys[:1] and keys[0].startswith("#") for place, keys in enumerate(bare) if place not in of_numbers)
    plain = [fold(option).strip(" .!") for option in spelt]
    return Options(
        spelt=spelt,
        forms=_by_first(forms),
        ranges=ranges,
        letters=not _letters(bare) and len(spelt) <= len("abcdefghijklmnopqrstuvwxyz"),
        numbers=not counted,
        ordinals=not several_clips and not counted and not any(key in _ORDER_WORDS for keys in bare for key in keys),
        signed=signed,
        yes=plain.index("yes") if "yes" in plain and "no" in plain else -1,
        no=plain.index("no") if "yes" in plain and "no" in plain else -1,
        asked=frozenset(key for keys in (*sentences, *bare) for key in keys),
        sentences=sentences,
        counts=counted and re.search(r"\bhow many\b|\bnumber of\b", fold(text)) is not None,
        thing=_thing(fold(text)),
    )


def _spellings(option: str, *, signed: bool) -> set[Keys]:
    """Return an option's tokens as they stand, "CopyMachine" in two words, "copy machine" in one, without "the"."""
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", option)
    found = set()
    for spelling in (option, split):
        tokens = tokenise(fold(spelling), signed=signed)
        keys = keys_of(tokens)
        if keys:
            found.add(keys)
        if len(keys) > 1 and re.match(r"(?:the|an|a|The|An) ", spelling):
            found.add(keys[1:])
        if len(keys) > 1 and all(token.kind is Kind.WORD and len(token.key) > 1 for token in tokens):
            found.add(("".join(keys),))
    return found


def _by_first(forms: list[Form]) -> dict[str, tuple[Form, ...]]:
    firsts: dict[str, list[Form]] = {}
    for form in sorted(forms, key=lambda form: (-len(form.keys), form.keys)):
        firsts.setdefault(form.keys[0], []).append(form)
    return {first: tuple(group) for first, group in firsts.items()}


def _range(option: str, place: int, *, signed: bool) -> Range | None:
    tokens = [token for token in tokenise(fold(option), signed=signed) if token.kind is not Kind.MARK]
    numbers = [token.key for token in tokens if token.kind is Kind.NUMBER]
    others = {token.key for token in tokens if token.kind is not Kind.NUMBER}
    return Range(numbers[0], numbers[1], place) if len(numbers) == 2 and others <= _RANGE_WORDS else None


def _letters(spelt: list[Keys]) -> set[str]:
    """Return the single letters among the words of options; an "a" with no other beside it is the article."""
    letters = {key for keys in spelt for key in keys if len(key) == 1 and key.isascii() and key.isalpha()}
    article = letters == {"a"} and all(len(keys) > 1 for keys in spelt if keys[:1] == ("a",))
    return set() if article else letters


def _thing(text: str) -> Keys:
    end = r"(?= (?:in|on|during|within|of|from|at|present|audible)\b|[,.?]|$)"
    match = re.search(rf"\b(?:is|are) there (?:any |an? |some )?([a-z ]+?){end}", text)
    return tuple(match.group(1).split()) if match else ()
