"""Read the answers to choose from, however a set writes them down."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from verification.opening.enumerations import enumerated, split_list
from verification.opening.values import text_of

_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_SEPARATORS = ("\n", "|", ";", "\t")
_TEXT_KEYS = ("text", "choices", "value", "option")
_COLUMN = re.compile(
    r"(?P<stem>option|choice|answer(?=.?[a-j]$)|candidate|opt|alternative)s?[_ \-.]?(?P<key>[a-j]|\d{1,2})"
)


class Options(NamedTuple):
    """The options of a row, spelt as in the set, and what a label may call them by."""

    texts: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def lettered(texts: Sequence[str]) -> Options:
    """Key options by the letters that readers give them."""
    return Options(tuple(texts), tuple(string.ascii_uppercase[: len(texts)]))


def options_of(value: Any) -> Options:
    """Read an options cell: a list, a mapping by letter, or a text that is one or separates them."""
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, Mapping):
        return _from_mapping(value)
    if isinstance(value, list | tuple):
        return _without_marks([_option_text(each) for each in value if each is not None])
    return Options()


def option_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Find the columns that hold one option each: `choice_a`, `choice_b` ..., `option1` ..., `A`, `B` ..."""
    families: dict[str, list[str]] = {}
    for column in columns:
        match = _COLUMN.fullmatch(column.lower())
        if match:
            families.setdefault(match["stem"], []).append(column)
    letters = [column for column in columns if len(column) == 1 and column in string.ascii_uppercase[:10]]
    if letters[:2] == ["A", "B"]:
        families["letters"] = letters
    largest = max(families.values(), key=len, default=[])
    return tuple(sorted(largest, key=_column_order)) if len(largest) > 1 else ()


def options_by_columns(columns: Sequence[str], cells: Sequence[Any]) -> Options:
    """Read options that stand in columns of their own; empty cells are no options."""
    pairs = [(_key(column), text_of(value)) for column, value in zip(columns, cells, strict=True)]
    kept = [(key, text) for key, text in pairs if text]
    return Options(tuple(text for _, text in kept), tuple(key for key, _ in kept))


def _key(column: str) -> str:
    match = _COLUMN.fullmatch(column.lower())
    return match["key"].upper() if match else column


def _column_order(column: str) -> tuple[int, str]:
    key = _key(column)
    return (int(key), "") if key.isdigit() else (-1, key)


@lru_cache(maxsize=4096)
def _from_text(text: str) -> Options:
    if not text.strip():
        return Options()
    if text.lstrip()[0] in "[{":
        value = _literal(text.strip())
        if isinstance(value, Mapping | list):
            return options_of(value)
    marked = enumerated(text)
    if marked:
        return Options(*marked)
    separator = next((each for each in _SEPARATORS if each in text.strip()), None)
    if separator is None:
        pieces = [piece for piece in split_list(text) if piece]
        return lettered(pieces if "," in text and len(pieces) > 1 else [text])
    parts = [part for part in text.strip("\r\n").split(separator) if part.strip()]
    # "a; b; c": the blank belongs to the separator if it stands after each of them.
    if all(part.startswith(" ") for part in parts[1:]):
        if separator == "|" and all(part.endswith(" ") for part in parts[:-1]):
            parts = [*(part[:-1] for part in parts[:-1]), parts[-1]]
        parts = [parts[0], *(part[1:] for part in parts[1:])]
    return lettered([part.rstrip("\r") for part in parts])


def _literal(text: str) -> Any:
    """Read JSON or a Python literal; None if it is neither."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        value = None
    quoted = [single or double for single, double in _QUOTED.findall(text)]
    # numpy prints ['a' 'b'], which Python joins to one text.
    if text[0] == "[" and len(quoted) > 1 and not (isinstance(value, list) and len(value) == len(quoted)):
        return quoted
    return value


def _from_mapping(value: Mapping[str, Any]) -> Options:
    for name in _TEXT_KEYS:  # {"text": [...], "label": ["A", ...]}
        texts = value.get(name)
        if isinstance(texts, list | tuple) and texts:
            keys = value.get("label") or value.get("labels") or value.get("keys")
            if isinstance(keys, list | tuple) and len(keys) == len(texts):
                return Options(tuple(map(text_of, texts)), tuple(map(text_of, keys)))
            return options_of(texts)
    pairs = [(str(key), text_of(each)) for key, each in value.items() if each is not None]
    return Options(tuple(text for _, text in pairs), tuple(key for key, _ in pairs))


def _option_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return next((text_of(value[name]) for name in ("text", "value", "option", "content") if name in value), "")
    return text_of(value)


def _without_marks(texts: Sequence[str]) -> Options:
    """Take `A. ` or `(A) ` off options that all carry it: it numbers them and is no part of an answer."""
    marked = [re.fullmatch(r"\(?([A-Za-z])[).:]\s+(\S.*)", text, re.DOTALL) for text in texts]
    letters = "".join(match[1].upper() for match in marked if match)
    if len(texts) > 1 and letters == string.ascii_uppercase[: len(texts)]:
        return lettered([match[2] for match in marked if match])
    return lettered(texts)
