"""Where the right answer stands among a row's options, and whether both are written well."""

from __future__ import annotations

import re
from functools import lru_cache

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.words import loose, squeezed

_KEYED = re.compile(r"\(?([A-Za-z]|\d{1,2})\s*[).:]\s+(\S.*)", re.DOTALL)
_KEY = re.compile(r"\(?([A-Za-z])[).:]?")


@lru_cache(maxsize=1024)
def bare_options(options: tuple[str, ...]) -> tuple[str, ...]:
    """Give the options' texts, without the spaces around them and without keys such as `(A)` or `1.` before them."""
    texts = tuple(squeezed(option) for option in options)
    keyed = [_KEYED.fullmatch(text) for text in texts]
    if len(texts) > 1 and all(keyed):
        keys = [each.group(1).upper() for each in keyed if each]
        if keys in (_letters(len(keys)), [str(place + 1) for place in range(len(keys))]):
            return tuple(squeezed(each.group(2)) for each in keyed if each)
    return texts


def places(entry: Entry) -> tuple[int, ...]:
    """Give the places, from 0, at which the right answer stands among the options; empty if at none.

    A label may be the option as it stands, its text without the key, or the key alone.
    """
    return _places(squeezed(entry.label), entry.options)


@lru_cache(maxsize=1024)
def _places(label: str, options: tuple[str, ...]) -> tuple[int, ...]:
    if not label:
        return ()
    bare = bare_options(options)
    for texts in (tuple(squeezed(option) for option in options), bare):
        found = tuple(place for place, text in enumerate(texts) if text == label)
        if found:
            return found
    key = _KEY.fullmatch(label)
    if key and key.group(1).upper() in _letters(len(bare)) and not any(len(text) == 1 for text in bare):
        return (ord(key.group(1).upper()) - ord("A"),)
    keyed = _KEYED.fullmatch(label)
    return tuple(place for place, text in enumerate(bare) if keyed and text == squeezed(keyed.group(2)))


def answer_of(entry: Entry) -> str:
    """Give the right answer in words: where the label is a key, the option that it stands for."""
    found = places(entry)
    return bare_options(entry.options)[found[0]] if found else squeezed(entry.label)


def check_answer(entry: Entry, ledger: Ledger) -> None:
    """Hold one row's label against its options.

    The rules are `question.no_answer`, `.spelling`, `.answer_twice`, `.repeated_option` and `.spaces`.

    Parameters
    ----------
    entry : Entry
        The row; rules that need what it does not give are not applied.
    ledger : Ledger
        Takes the findings.
    """
    texts = [text for text in (entry.label, *entry.options) if text]
    if texts:
        untidy = [repr(text) for text in dict.fromkeys(texts) if text != squeezed(text)]
        ledger.expect(
            not untidy,
            "question.spaces",
            entry.name,
            found="spaces at an end or in a row in " + ", ".join(untidy),
            wanted="single spaces, inside the text only",
            severity="warning",
        )
    if not entry.options:
        return
    if entry.label.strip():
        _check_place(entry, ledger)
    _check_repeats(entry, ledger)


def _check_place(entry: Entry, ledger: Ledger) -> None:
    found = places(entry)
    listed = " | ".join(entry.options)
    same = [text for text in bare_options(entry.options) if loose(text) == loose(entry.label)]
    ledger.expect(
        bool(found) or not same,
        "question.spelling",
        entry.name,
        found=f"label {entry.label!r}, option {same[0] if same else ''!r}",
        wanted="one spelling",
    )
    ledger.expect(
        bool(found) or bool(same),
        "question.no_answer",
        entry.name,
        found=f"label {entry.label!r}, options {listed}",
        wanted="the label among the options",
    )
    ledger.expect(
        len(found) <= 1,
        "question.answer_twice",
        entry.name,
        found=f"the label {entry.label!r} {len(found)} times among {listed}",
        wanted="once",
    )


def _check_repeats(entry: Entry, ledger: Ledger) -> None:
    # The label's own repetition is told by `question.answer_twice`.
    bare = bare_options(entry.options)
    answer = answer_of(entry)
    repeated = [text for text in dict.fromkeys(bare) if text != answer and bare.count(text) > 1]
    ledger.expect(
        not repeated,
        "question.repeated_option",
        entry.name,
        found=", ".join(f"{text!r} {bare.count(text)} times" for text in repeated),
        wanted="each option once",
    )


def _letters(number: int) -> list[str]:
    return [chr(ord("A") + place) for place in range(min(number, 26))]
