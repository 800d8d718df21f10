"""Written lists and mappings, read as data without being run."""

from __future__ import annotations

import ast
import json
import math
from typing import Any

from evaluation.metrics.normalising import LONGEST_TEXT
from evaluation.metrics.quantities import tidy

_OPENING, _CLOSING = "[({", "])}"


def literal_of(text: str) -> Any:
    """Read a Python or JSON list, tuple or mapping; None if the text is none.

    Texts over 20,000 characters are not read.
    """
    stripped = text.strip()
    if not stripped or len(stripped) > LONGEST_TEXT or stripped[0] not in _OPENING:
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(stripped)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        if isinstance(found, list | tuple | dict):
            return found
    return None


def brackets_in(text: str) -> list[str]:
    """Give the outermost bracketed parts of a text, brackets included; those never closed are left out."""
    parts, depth, start = [], 0, 0
    for at, mark in enumerate(text[:LONGEST_TEXT]):
        if mark in _OPENING:
            start = at if depth == 0 else start
            depth += 1
        elif mark in _CLOSING and depth:
            depth -= 1
            if depth == 0:
                parts.append(text[start : at + 1])
    return parts


def numbers_of(text: str) -> tuple[float, ...] | None:
    """Read a text that is a list of numbers, bracketed or between commas, white space or semicolons; None if it is not.

    One number alone is a list of one, "[]" an empty one.
    """
    plain = tidy(text).strip()
    if len(plain) > LONGEST_TEXT:
        return None
    for opening, closing in zip(_OPENING[:2], _CLOSING[:2], strict=True):
        if plain.startswith(opening) and plain.endswith(closing):
            plain = plain[1:-1].strip()
            break
    else:
        if not plain:
            return None
    try:
        numbers = tuple(float(each) for each in plain.replace(",", " ").replace(";", " ").split())
    except ValueError:
        return None
    return numbers if all(math.isfinite(each) for each in numbers) else None


def is_number(value: object) -> bool:
    """Say whether a value read from a literal is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def items_of(text: str) -> tuple[str, ...] | None:
    """Read a list of texts, bracketed or between commas or semicolons; None of a text that holds nothing.

    "[]", "none" and "{}" are empty lists. Items are compared folded: case, outer quotation marks and white space aside.
    """
    stripped = text.strip()
    if not stripped or len(stripped) > LONGEST_TEXT:
        return None
    if stripped.casefold().rstrip(".") in {"none", "empty", "[]", "{}", "()"}:
        return ()
    found = literal_of(stripped)
    if isinstance(found, dict):
        return tuple(folded(f"{key}: {value}") for key, value in found.items())
    if found is not None:
        return tuple(folded(each if isinstance(each, str) else json.dumps(each, default=str)) for each in found)
    inner = stripped[1:-1] if stripped[0] in "[(" and stripped[-1] in "])" else stripped
    for mark in ("、", "，", "；", ";", "\n"):
        inner = inner.replace(mark, ",")
    return tuple(item for each in inner.split(",") if (item := folded(each)))


def folded(text: str) -> str:
    """Give a text as lists are compared by: folded, without outer quotation marks."""
    return " ".join(text.strip().strip("\"'“”‘’`").split()).casefold()
