"""Numbers written as words, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.choosing.lexicon import words

_ONES = {word: value for value, word in enumerate(words("zero one two three four five six seven eight nine"))}
_TEENS = {
    word: value
    for value, word in enumerate(
        words("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"), start=10
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(words("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1000}
_HAN_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1000}
HAN_NUMERALS = frozenset(_HAN_DIGITS) | frozenset(_HAN_SCALES)


def english_number(words: Sequence[str]) -> tuple[int, int]:
    """Read the number that a run of words begins with.

    Parameters
    ----------
    words : sequence of str
        Lower-case words.

    Returns
    -------
    value, length : int, int
        The number, and how many words it took; length 0 if the words begin with none. "one hundred and eighty to" is
        (180, 4); "five six" is (5, 1), since two digits in a row are two numbers.
    """
    total = current = 0
    last = ""
    length = 0
    for place, word in enumerate(words):
        if word == "and" and last in _SCALES and words[place + 1 : place + 2] and _is_small(words[place + 1]):
            continue
        if word in _ONES and (not last or last in _TENS or last in _SCALES):
            current += _ONES[word]
        elif (word in _TEENS or word in _TENS) and (not last or last in _SCALES):
            current += _TEENS.get(word, 0) + _TENS.get(word, 0)
        elif word == "hundred" and 0 < current < 10:
            current *= 100
        elif word == "thousand" and 0 < current < 1000 and total == 0:
            total, current = current * 1000, 0
        else:
            break
        last = word
        length = place + 1
    return total + current, length


def han_number(characters: str) -> int:
    """Read a run of Chinese numerals: by place ("一百八十", "一百八"), or digit by digit ("一八零").

    Parameters
    ----------
    characters : str
        Numerals only, at least one.

    Returns
    -------
    int
        The number.
    """
    if not set(characters) & _HAN_SCALES.keys():
        return int("".join(str(_HAN_DIGITS[character]) for character in characters))
    total = 0
    digit: int | None = None
    scale = 10  # of the place before, for "一百八": the last digit stands one place below it
    for character in characters:
        if character in _HAN_SCALES:
            scale = _HAN_SCALES[character]
            total += scale * (1 if digit is None else digit)
            digit = None
        else:
            digit = _HAN_DIGITS[character]
            if digit == 0:
                digit, scale = None, 10
    return total + (digit or 0) * max(scale // 10, 1)


def _is_small(word: str) -> bool:
    return word in _ONES or word in _TEENS or word in _TENS
