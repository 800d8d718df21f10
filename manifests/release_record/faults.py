"""Say in plain words what is wrong in a record: which file, line and field, what stands there, what is wanted."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from manifests.errors import RecordError
from manifests.printable import printable

REMEDY = "restore the file from where the release was published, or build the release again"
_LONGEST_SHOWN, _LONGEST_NAME, _LONGEST_REASON, _MOST_NAMED = 80, 60, 400, 5
# A number of more digits is not even turned into text.
_LARGEST_NUMBER = 10**_LONGEST_SHOWN
# Where a scalar is none of the kinds it may be, pydantic names each as if it were a field.
_UNION_TAGS = frozenset(
    {"bool", "int", "float", "str", "none", "constrained-int", "constrained-float", "constrained-str"}
)
_HALF = re.compile("[\ud800-\udfff]")


def invalid(where: str, error: ValidationError, *, remedy: str = REMEDY) -> RecordError:
    """Turn what pydantic found into an error of ours; the first fault is told, the places of the others are named."""
    faults = error.errors(include_url=False)
    first = faults[0]
    if first["type"] == "json_invalid":
        return _no_json(where, first.get("input"), str(first["msg"]), remedy)
    field, *others = dict.fromkeys(_field(fault["loc"]) for fault in faults)
    wanted = str(first["msg"]).removeprefix("Value error, ")
    if first["loc"] and first["loc"][-1] in _UNION_TAGS:
        wanted = "text, true, false, null or a finite number that is not too large"
    return RecordError(
        where=f"{where}, field {field}" if field else where,
        found=_found(first["type"], first.get("input")) + _also(others),
        wanted=printable(_lower(wanted), most=_LONGEST_REASON),
        remedy=remedy,
    )


def _also(places: Sequence[str]) -> str:
    more = f" and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
    return f" (wrong too: {', '.join(places[:_MOST_NAMED])}{more})" if places else ""


def _no_json(where: str, text: object, told: str, remedy: str) -> RecordError:
    """Say why a text is no JSON; where Python reads it all the same, name the field that JSON cannot hold."""
    found, field = "text that is not JSON", ""
    try:
        value = json.loads(text) if isinstance(text, str | bytes) else None
    except RecursionError:
        found += " (nested too deeply)"
    except ValueError as error:
        found += f" ({type(error).__name__}: {printable(str(error), most=_LONGEST_SHOWN)})"
    else:
        field, found = next(_unwritable(value, ""), ("", found))
    return RecordError(
        where=f"{where}, field {field}" if field else where,
        found=found,
        wanted=f"JSON ({printable(told.removeprefix('Invalid JSON: '), most=_LONGEST_REASON)})",
        remedy=remedy,
    )


def _unwritable(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Find numbers and texts that JSON cannot hold: what is not finite, and half of a character."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _unwritable(each, f"{place}.{_named(name)}".removeprefix("."))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _unwritable(each, f"{place}[{number}]")
    elif (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, str) and _HALF.search(value)):
        yield place, repr(value)[:_LONGEST_SHOWN]


def _field(place: Sequence[int | str]) -> str:
    """Spell `("datasets", 0, "level")` as `datasets[0].level`; tags that pydantic adds for unions are left out."""
    text = ""
    for part in place[:-1] if place and place[-1] in _UNION_TAGS else place:
        text += f"[{part}]" if isinstance(part, int) else f".{_named(part)}"
    return text.removeprefix(".")


def _named(name: str) -> str:
    return printable(name, most=_LONGEST_NAME)


def _found(kind: str, value: object) -> str:
    if kind == "missing":
        return "no such field"
    if isinstance(value, dict | list | tuple):
        return f"a {'mapping' if isinstance(value, dict) else 'list'} of {len(value)} entries"
    return shown_value(value)


def shown_value(value: object) -> str:
    """Print a value as Python does, and not all of one that is long."""
    if isinstance(value, int) and abs(value) >= _LARGEST_NUMBER:
        return f"a number of more than {_LONGEST_SHOWN} digits"
    shown = repr(value[: 2 * _LONGEST_SHOWN] if isinstance(value, str | bytes) else value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
