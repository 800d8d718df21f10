"""Read JSON of others without losing what it says twice, and find in it what no metadata can mean."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from corpora.indexing.metadata import read_metadata
from manifests.errors import CorpusError
from manifests.printable import printable

_DEEPEST = 20
_MOST_DIGITS = 15  # more than that no number of ours has; Python itself reads 4,300


class Repeating(dict[str, Any]):
    """An object that has a key twice: `repeated`."""

    repeated = ""


def read_json(path: Path, *, wanted: str) -> Any:
    """Read a file of JSON; an object with a key twice is a `Repeating`, a number without bounds is infinite or NaN.

    Raises
    ------
    CorpusError
        If the file cannot be read, is not JSON or nests too deep. `wanted` says what it should hold.
    """
    text = read_metadata(path)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=float)
    except json.JSONDecodeError as error:
        where, found = f"{path}, line {error.lineno:,}", f"no JSON ({error.msg})"
    except RecursionError:
        where, found = f"{path}", "JSON that nests too deep"
    raise CorpusError(where=where, found=found, wanted=wanted, remedy="unpack the corpus again")


def fault_in(value: Any) -> str:
    """Say what of a JSON value no metadata can mean; empty if there is nothing.

    That is a key twice, a number that is infinite or NaN, a text with what cannot be printed (a line end, a NUL, half
    a character), and lists within lists without end.
    """
    waiting = [(value, 0)]
    while waiting:
        some, depth = waiting.pop()
        if depth > _DEEPEST:
            return f"lists within lists, more than {_DEEPEST} deep"
        if isinstance(some, Repeating):
            return f"{printable(repr(some.repeated))} twice"
        if isinstance(some, float) and not math.isfinite(some):
            return f"the number {some}"
        if isinstance(some, str) and not some.isprintable():
            return f"a character that cannot be printed in {printable(repr(some))}"
        waiting += [(each, depth + 1) for each in _inside(some)]
    return ""


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list) else ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = Repeating(found)
    twice.repeated = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
    return twice


def _integer(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)
