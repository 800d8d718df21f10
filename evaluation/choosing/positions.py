"""Options named by their letter or by their place in the list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from evaluation.choosing.lexicon import words
from evaluation.choosing.mentions import Mention
from evaluation.choosing.options import Options
from evaluation.choosing.spans import within

_END = r"(?=\s*(?:$|[.,;:!?/)\]\n\-\"'(]|because\b|since\b|as\b|or\b|and\b|因为))"
_LETTERS = (
    re.compile(r"\b(?:option|choice|letter)\s*[\"'(\[]*([a-z])\b"),
    re.compile(r"(?:选项|选择|选|答案(?:是|为)?\s*:?)\s*[\"'(\[]*([a-z])(?![a-z])"),
    re.compile(r"(?<![a-z])([a-z])\s*(?:选项|项)"),
    re.compile(r"\b(?:answer|is|be|choose|pick|select|say|with|for|guess)\s*[:=]?\s*[\"'(\[]*([a-z])\b" + _END),
    re.compile(
        r"(?:^|[\n.:]|\b(?:answer|is|choose|pick|select|say|with|both|either))\s*([a-z])\s*(?:[,/]|\bor\b|\band\b)\s*[a-z]\b"
        + _END
    ),
    re.compile(r"(?<![a-z])[a-z]\s*(?:[,/]|\bor\b|\band\b)\s*([a-z])\b" + _END),
    re.compile(r"(?<![\w)])[(\[]([a-z])[)\]]"),
    re.compile(r"(?m)^[ \t]*[\"'(\[]*([a-z])[\"')\].:]+(?=\s|$)"),
    re.compile(r"(?m)(?:^|(?<=[.!?:;]))[ \t\"'(\[]*([a-z])[ \t\"')\]]*(?=[.!?;:,]|$)"),
)
_DIALOGUE = re.compile(r"(?m)^\s*(a)\s*:")
_ORDINALS = {
    word: place
    for place, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th")
    )
    for word in words.split()
}
_NUMBERS = {word: place for place, word in enumerate(words("one two three four five six seven eight nine"))}
_HAN = {character: place for place, character in enumerate("一二三四五六七八九")}
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)}|last)\s+(?:one|option|choice|answer|range|category|label)\b")
_HAN_ORDINAL = re.compile(r"第\s*([一二三四五六七八九1-9])\s*(?:个|项|种)")
_NUMBERED = re.compile(
    rf"\b(?:option|choice|number)\s*#?\s*([1-9]|{'|'.join(_NUMBERS)})\b|选项\s*([1-9一二三四五六七八九])"
)


def positions_in(text: str, options: Options) -> list[Mention]:
    """Find options that are named by letter ("(b)", "option B") or by place ("the second one", "option 2").

    Parameters
    ----------
    text : str
        Folded.
    options : Options
        Which says whether letters, numbers and ordinals can mean anything else here.

    Returns
    -------
    list of Mention
        In order; none beyond the last option.
    """
    found: set[Mention] = set()
    if options.letters:
        speakers = (
            {match.start(1) for match in _DIALOGUE.finditer(text)} if re.search(r"(?m)^\s*q\s*:", text) else set()
        )
        for pattern in _LETTERS:
            found.update(_mentions(pattern, text, options, lambda name: ord(name) - ord("a")))
        found = {mention for mention in found if mention.start not in speakers}
    if options.ordinals:
        last = len(options.spelt) - 1
        found.update(_mentions(_ORDINAL, text, options, lambda name: _ORDINALS.get(name, last)))
        found.update(_mentions(_HAN_ORDINAL, text, options, _place))
    if options.numbers:
        found.update(_mentions(_NUMBERED, text, options, _place))
    return sorted(found, key=lambda mention: mention.start)


def listed(text: str, named: Sequence[Mention], options: Options) -> set[Mention]:
    """Return the mentions that only repeat the list: "(A) left (B) right", "1. left", "['left', 'right']".

    A list is what gives two options or more their letters or numbers in order, or what stands all in brackets.
    """
    items = {mention for mention in named if _enumerated(text, mention)}
    several = len({mention.option for mention in items}) > 1
    numbered = {one for one, item in pairwise(named) if item in items and _numbers(one, item)}
    repeated = items | numbered if several else set()
    for match in re.finditer(r"\[[^\[\]\n]*\]|\{[^{}\n]*\}|\([^()\n]*\)", text):
        inner = within(named, match.span())
        options_within = {mention.option for mention in inner}
        outside = re.search(r"\w", text[: match.start()]) or re.search(r"\w", text[match.end() :])
        if len(options_within) == len(options.spelt) > 1 and outside:
            repeated.update(inner)
    return repeated


def _enumerated(text: str, mention: Mention) -> bool:
    """Tell whether the letter or the number of its place stands before a name."""
    letter = chr(ord("a") + mention.option)
    before = text[max(0, mention.start - 8) : mention.start]
    return re.search(rf"(?<!\w)\(?(?:{letter}|{mention.option + 1})\s*[.):\]]\s*[\"'(]*$", before) is not None


def _numbers(letter: Mention, item: Mention) -> bool:
    return letter.option == item.option and letter.end <= item.start < letter.end + 7


def _mentions(
    pattern: re.Pattern[str], text: str, options: Options, place_of: Callable[[str], int]
) -> Iterable[Mention]:
    for match in pattern.finditer(text):
        group = next(number for number, name in enumerate(match.groups(), start=1) if name is not None)
        place = place_of(match.group(group))
        if 0 <= place < len(options.spelt):
            yield Mention(place, *match.span(group))


def _place(name: str) -> int:
    if name.isdigit():
        return int(name) - 1
    return _NUMBERS.get(name, _HAN.get(name, -1))
