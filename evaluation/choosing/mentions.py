"""Where a text names options: whole words, the longest name first."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.choosing.options import HERTZ, Form, Options, Range, is_negative
from evaluation.choosing.senses import other_senses
from evaluation.choosing.tokens import Kind, Token

_INSIDE = frozenset("-/'\"()[]")
_SEPARATORS = frozenset({"-", "~", ",", "to", "and", "through", "until", "/", "至", "到", "和", "与"})
_UNITS = frozenset(
    {"khz", "mhz", "ms", "s", "sec", "secs", "second", "seconds", "minutes", "db", "bpm", "words", "cents"}
)
_COMPOUND_ENDS = frozenset({"side", "sided", "channel", "ear", "only", "hand", "sounding"})
_CONNECTORS = frozenset({"because", "since", "as", "is", "and", "or", "but", "not", "option"})
# Chinese words of grammar that answer only where they stand alone, or open a clause.
_ALONE = frozenset("是否对错不会能")
_OPENING = frozenset({"有", "无", "没", "没有"})
_CLAUSE = 120  # characters of a Chinese clause that are looked at
_HAN_ALONE = re.compile(r"[的啊呀哦了呢吧嗯]*(?:(?:或者?|和|与|还是).*)?")
_HAN_LEAD = re.compile(
    r"(?:.*(?:或者?|和|与|还是))?(?:嗯|我认为|我觉得|答案|回答|是|为|应该|这个|这|说法|判断|选择|选|我|结果|:|\s)*"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """An option that is named.

    Parameters
    ----------
    option : int
        Which, by its place.
    start, end : int
        Where, in characters.
    """

    option: int
    start: int
    end: int


def mentions_in(tokens: Sequence[Token], text: str, options: Options) -> list[Mention]:
    """Find what names an option, without overlaps, from left to right.

    Parameters
    ----------
    tokens : sequence of Token
        Of `text`.
    text : str
        Folded.
    options : Options
        What may be named.

    Returns
    -------
    list of Mention
        In order. Inside a longer word, a compound ("left-handed") or another option, nothing is named.
    """
    found = []
    senses = other_senses(text, options.forms, options.asked)
    place = 0
    while place < len(tokens):
        option, end = _at(tokens, place, options)
        if option < 0:
            place += 1
            continue
        mention = Mention(option, tokens[place].start, tokens[end - 1].end)
        name = "".join(token.key for token in tokens[place:end])
        if _counts(tokens, place, end, text, options) and not _lies_in(mention, senses.get(name, ())):
            found.append(mention)
        place = end
    return found


def _at(tokens: Sequence[Token], place: int, options: Options) -> tuple[int, int]:
    if tokens[place].kind is Kind.NUMBER:
        for wanted in options.ranges:
            if end := _range_end(tokens, place, wanted, options):
                return wanted.option, end
    for form in options.forms.get(tokens[place].key, ()):
        if end := _form_end(tokens, place, form):
            return form.option, end
    return -1, place


def _form_end(tokens: Sequence[Token], place: int, form: Form) -> int:
    for key in form.keys[1:]:
        place += 1
        while place < len(tokens) and tokens[place].key in _INSIDE:
            place += 1
        if place >= len(tokens) or tokens[place].key != key:
            return 0
    return place + 1


def _range_end(tokens: Sequence[Token], place: int, wanted: Range, options: Options) -> int:
    """Return where "180 Hz to 250 Hz" ends if it is the range wanted, otherwise 0."""
    if tokens[place].key != wanted.low or is_negative(tokens, place):
        return 0
    place = _after_unit(tokens, place + 1)
    if place < len(tokens) and tokens[place].key == "up":
        place += 1
    if place >= len(tokens) or tokens[place].key not in _SEPARATORS:
        return 0
    place += 1
    if place >= len(tokens) or tokens[place].key != wanted.high:
        return 0
    end = _after_unit(tokens, place + 1)
    foreign = end < len(tokens) and tokens[end].key in _UNITS and tokens[end].key not in options.asked
    return 0 if foreign else end


def _after_unit(tokens: Sequence[Token], place: int) -> int:
    while place < len(tokens) and tokens[place].key in HERTZ:
        place += 1
    return place


def _counts(tokens: Sequence[Token], first: int, end: int, text: str, options: Options) -> bool:
    token = tokens[first]
    if token.kind is Kind.HAN:
        return _han_counts("".join(one.key for one in tokens[first:end]), token.start, tokens[end - 1].end, text)
    if len(token.key) == 1 and token.kind is Kind.WORD and end == first + 1:
        following = tokens[end] if end < len(tokens) else None
        return following is None or following.kind is not Kind.WORD or following.key in _CONNECTORS
    return not (_glued(tokens, first - 1, -1, options.asked) or _glued(tokens, end, 1, options.asked | _COMPOUND_ENDS))


def _glued(tokens: Sequence[Token], hyphen: int, step: int, allowed: frozenset[str]) -> bool:
    """Tell whether a hyphen ties a foreign word to what stands at its other side."""
    word = hyphen + step
    if not (0 <= hyphen < len(tokens) and 0 <= word < len(tokens)) or tokens[hyphen].key != "-":
        return False
    left, right = sorted((hyphen, word))
    tight = tokens[left].end == tokens[right].start and tokens[hyphen - step].kind is not Kind.MARK
    beside = tokens[hyphen].start == tokens[hyphen - 1].end and tokens[hyphen + 1].start == tokens[hyphen].end
    return tight and beside and tokens[word].kind is Kind.WORD and tokens[word].key not in allowed


def _han_counts(name: str, start: int, end: int, text: str) -> bool:
    if name not in _ALONE and name not in _OPENING:
        return True
    before = re.split(r"[,.;!?\n()\"']", text[max(0, start - _CLAUSE) : start])[-1]
    after = re.split(r"[,.;!?\n()\"']", text[end : end + _CLAUSE])[0]
    opens = _HAN_LEAD.fullmatch(before) is not None
    if name == "是":
        opens = before.strip(" :") in {"", "答案", "答案是", "回答", "回答是"}
    if name in _OPENING:
        return opens
    return opens and _HAN_ALONE.fullmatch(after.strip()) is not None


def _lies_in(mention: Mention, spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a mention lies in one of some spans that are in order."""
    place = bisect_right(spans, mention.start, key=lambda span: span[0])
    return any(mention.end <= end for _, end in spans[max(0, place - 3) : place])
