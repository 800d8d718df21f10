"""Words of labels and names, in a form in which they can be compared."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred")
_NUMBERS = {word: str(number) for number, word in enumerate(_SMALL)} | {
    word: str(30 + 10 * place) for place, word in enumerate(_TENS)
}
# A name says `snr10` where the label says "10 dB".
_UNITS = frozenset(
    {"db", "dbfs", "hz", "khz", "s", "sec", "second", "ms", "m", "meter", "metre", "cm"}
    | {"percent", "bpm", "degree", "semitone", "lufs", "x"}
)

_LOOSE = re.compile(r"(?<!\w)-\d+(?:\.\d+)?|\d+(?:\.\d+)?|[^\W\d_]+|[#♯♭+%/&°<>=*]")
_PLAIN = re.compile(r"\w+|[^\w\s]")
_CHUNK = re.compile(r"[^\W_]+")
# `dB` is one word, though its case changes.
_PIECE = re.compile(r"dB(?:FS)?|kHz|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_HEX = re.compile(r"(?=.*\d)[0-9a-fA-F]+")
# `snr10db` has two borders between letters and digits; a random name has many.
_MOST_BORDERS, _MOST_HEX_BORDERS, _LONGEST_HEX = 3, 1, 7


def squeezed(text: str) -> str:
    """Give a text without the spaces at its ends and with single ones inside."""
    return " ".join(text.split())


@lru_cache(maxsize=8192)
def loose(text: str) -> str:
    """Give what is left of a text when case, spaces, underscores, hyphens and punctuation do not count.

    Numbers keep sign and decimal point, and signs that carry meaning (`C#`, `5 %`) stay.
    """
    tokens = (f" {token} " if token[-1].isdigit() else token for token in _LOOSE.findall(text.casefold()))
    return "".join(tokens) or squeezed(text)


def plain_tokens(text: str) -> list[str]:
    """Give the words and signs of a sentence, in lower case."""
    return _PLAIN.findall(text.casefold())


_DIGITS = r"[-+]?\d+(?:\.\d+)?"
_BARE = re.compile(rf"[(\[]?\s*{_DIGITS}(?:\s*(?:,|-|–|to|\.\.)\s*{_DIGITS})?\s*[)\]]?")


def is_number(text: str) -> bool:
    """Tell whether a text is a bare number, in digits or as a word, or a range of two."""
    text = text.strip().casefold()
    return text in _NUMBERS or _BARE.fullmatch(text) is not None


@lru_cache(maxsize=8192)
def name_tokens(name: str) -> tuple[str, ...]:
    """Split an id, file or folder name into words and numbers.

    Borders are signs, changes of case and the places where letters meet digits. Random strings (hexadecimal or with
    many borders) have no words: the `10` in `a10f` says nothing.

    Parameters
    ----------
    name : str
        Such as `gaussian_snr10_p232` or `noisyTestset`.

    Returns
    -------
    tuple of str
        In lower case, numbers as digits without leading zeros (also those in words), plurals as singulars.
    """
    pieces = (piece for chunk in _CHUNK.findall(name) for piece in _pieces(chunk))
    return tuple(_canonical(piece) for piece in pieces)


@lru_cache(maxsize=8192)
def label_tokens(label: str) -> tuple[str, ...]:
    """Split a label like a name, without the units at its end: `10 dB` is looked for as `10`."""
    tokens = tuple(_canonical(piece) for chunk in _CHUNK.findall(label) for piece in _PIECE.findall(chunk))
    end = len(tokens)
    while end > 1 and tokens[end - 1] in _UNITS and any(token.isdecimal() for token in tokens[: end - 1]):
        end -= 1
    return tokens[:end]


def _pieces(chunk: str) -> list[str]:
    borders = sum(a.isdigit() != b.isdigit() for a, b in pairwise(chunk))
    is_hex = borders > 0 and _HEX.fullmatch(chunk) is not None
    if is_hex and (borders > _MOST_HEX_BORDERS or len(chunk) > _LONGEST_HEX):
        return []
    return [] if borders > _MOST_BORDERS else _PIECE.findall(chunk)


def _canonical(token: str) -> str:
    token = token.casefold()
    if token.isdecimal():
        return token.lstrip("0") or "0"
    if token in _NUMBERS:
        return _NUMBERS[token]
    return token[:-1] if len(token) > 3 and token.endswith("s") and not token.endswith("ss") else token
