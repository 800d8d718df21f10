"""Texts as they are compared: Whisper's normalisers, words and characters."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from evaluation.errors import MissingLibraryError

# Thirty seconds of speech hold about 600 characters: a reply that never ends is measured by its beginning.
LONGEST_TEXT = 20_000

# Han, kana and the ideographic number zero: one token each where a text mixes them with words.
_IDEOGRAPH = "\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MIXED = re.compile(rf"[{_IDEOGRAPH}]|[^\s{_IDEOGRAPH}]+")
_LIST_MARKS = re.compile(r"[\s,;\[\](){}\"'“”‘’、，；]+")


def english(text: str) -> str:
    """Normalise as Whisper's paper does for English (its Appendix C): case, fillers, contractions, numbers, spelling.

    A number too long for the library's arithmetic (over 4,300 digits) falls back to `basic`.

    Raises
    ------
    MissingLibraryError
        If whisper-normalizer is not installed.
    """
    normalise = _english()
    try:
        return normalise(_bounded(text)).strip()
    except (ValueError, ArithmeticError, AssertionError):
        return basic(text)


def basic(text: str) -> str:
    """Normalise as Whisper's paper does for every other language: case, brackets, symbols and punctuation.

    Combining marks are kept, which the paper's own code turns into spaces: in Arabic or Hindi that would cut words.

    Raises
    ------
    MissingLibraryError
        If whisper-normalizer is not installed.
    """
    return _basic()(_bounded(text)).strip()


def english_words(text: str) -> list[str]:
    """Split into words after Whisper's English normalisation."""
    return english(text).split()


def words(text: str) -> list[str]:
    """Split into words after Whisper's basic normalisation."""
    return basic(text).split()


def characters(text: str) -> list[str]:
    """Split into characters after Whisper's basic normalisation; spaces do not count."""
    return list("".join(basic(text).split()))


def mixed_tokens(text: str) -> list[str]:
    """Split into characters of Chinese and Japanese, and words of anything else, after basic normalisation."""
    return _MIXED.findall(basic(text))


def symbols(text: str) -> list[str]:
    """Split at white space alone, as phonemes are written; case is kept, which some phoneme alphabets need."""
    return text[:LONGEST_TEXT].split()


def list_tokens(text: str) -> list[str]:
    """Split at white space and at the marks of a written list (commas, brackets, quotation marks)."""
    return [token for token in _LIST_MARKS.split(text[:LONGEST_TEXT]) if token]


def _bounded(text: str) -> str:
    """Cut a text that never ends, blank the brackets that nothing closes, and make white space single.

    The normalisers do the last two all the same, but only after patterns that take quadratic time on them.
    """
    bounded = text[:LONGEST_TEXT]
    for opening, closing in (("[<", "]>"), ("(", ")")):
        last = max(bounded.rfind(mark) for mark in closing) + 1
        bounded = bounded[:last] + bounded[last:].translate(dict.fromkeys(map(ord, opening), " "))
    return " ".join(bounded.split())


@cache
def _english() -> Callable[[str], str]:
    try:
        from whisper_normalizer.english import EnglishTextNormalizer
    except ImportError as error:
        raise MissingLibraryError.of("whisper-normalizer", needed_for="word error rate") from error
    normalise: Callable[[str], str] = EnglishTextNormalizer()
    return normalise


@cache
def _basic() -> Callable[[str], str]:
    try:
        from whisper_normalizer.basic import BasicTextNormalizer
    except ImportError as error:
        raise MissingLibraryError.of("whisper-normalizer", needed_for="error rates") from error
    normalise: Callable[[str], str] = BasicTextNormalizer(preserve_marks=True)
    return normalise
