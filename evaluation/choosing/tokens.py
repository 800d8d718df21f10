"""Words, numbers, Chinese characters and marks of a text, with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from evaluation.choosing.numerals import HAN_NUMERALS, english_number, han_number

_TOKEN = re.compile(r"\d+(?:\.\d+)?|[\u3400-\u9fff〇]|[^\W\d_\u3400-\u9fff]+|\n|[^\s\w]")
_SIGNED = re.compile(r"(?<![\w)\]])([-+]|\bminus\s+|\bnegative\s+|负)(?=\d)")
# After a lone numeral they show that it counts: 一个, but not 一定 or 统一.
_MEASURES = frozenset("个位名人次种项秒岁号赫到至选")


class Kind(Enum):
    """What a token is."""

    WORD = auto()
    NUMBER = auto()
    HAN = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text.

    Parameters
    ----------
    key : str
        What it is compared by: the word, the character, the mark; a number as "#" and its value.
    start, end : int
        Where it stands, in characters.
    kind : Kind
        What it is.
    """

    key: str
    start: int
    end: int
    kind: Kind


def tokenise(text: str, *, signed: bool = False) -> list[Token]:
    """Cut a folded text into tokens.

    Parameters
    ----------
    text : str
        As `folding.fold` returns it.
    signed : bool
        Whether a minus before a number belongs to it ("-5 dB"); where it does not, it is a mark ("80-150").

    Returns
    -------
    list of Token
        In order; numbers in digits or in words have the same key.
    """
    signs = {match.end(): match for match in _SIGNED.finditer(text)} if signed else {}
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        piece, start = match.group(), match.start()
        if sign := signs.get(start):
            while found and found[-1].start >= sign.start():
                found.pop()
            negative = sign.group(1) != "+"
            found.append(
                Token(_number_key(-float(piece) if negative else float(piece)), start, match.end(), Kind.NUMBER)
            )
        elif piece[0].isdigit():
            found.append(Token(_number_key(float(piece)), start, match.end(), Kind.NUMBER))
        else:
            found.append(Token(piece, start, match.end(), _kind(piece)))
    return _with_number_words(found)


def _kind(piece: str) -> Kind:
    if "\u3400" <= piece <= "\u9fff" or piece == "〇":
        return Kind.HAN
    return Kind.WORD if piece[0].isalpha() else Kind.MARK


def _number_key(value: float) -> str:
    return f"#{value:g}" if abs(value) < 1e6 else f"#{value!r}"


def _with_number_words(tokens: list[Token]) -> list[Token]:
    merged = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        length = 0
        value = 0
        if token.kind is Kind.HAN and token.key in HAN_NUMERALS:
            value, length = _han_run(tokens, place)
        elif token.kind is Kind.WORD:
            value, length = _word_run(tokens, place)
        if length:
            merged.append(Token(_number_key(value), token.start, tokens[place + length - 1].end, Kind.NUMBER))
            place += length
        else:
            merged.append(token)
            place += 1
    return merged


def _han_run(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    end = place
    while end < len(tokens) and tokens[end].key in HAN_NUMERALS:
        end += 1
    follower = tokens[end] if end < len(tokens) else None
    counts = end - place > 1 or follower is None or follower.kind is not Kind.HAN or follower.key in _MEASURES
    preceded = place > 0 and tokens[place - 1].kind is Kind.HAN and tokens[place - 1].key in "统唯单同"
    if not counts or preceded:
        return 0, 0
    return han_number("".join(token.key for token in tokens[place:end])), end - place


def _word_run(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """Read number words; hyphens inside them ("twenty-one") take no part."""
    if not english_number([tokens[place].key])[1]:
        return 0, 0
    window = tokens[place : place + 12]
    words = [(offset, token.key) for offset, token in enumerate(window) if token.key != "-"]
    for index, (offset, _) in enumerate(words):
        if window[offset].kind is not Kind.WORD:
            words = words[:index]
            break
    value, length = english_number([word for _, word in words])
    return value, words[length - 1][0] + 1
