"""Say in plain words what is wrong in a record: which file, line and field, what stands there, what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from manifests.errors import RecordError

REMEDY = "restore the file from where the release was published, or build the release again"
_LONGEST_SHOWN = 80


def invalid(where: str, error: ValidationError) -> RecordError:
    """Turn what pydantic found into an error of ours; the first fault is told, the others are counted."""
    faults = error.errors(include_url=False)
    first = faults[0]
    field = _field(first["loc"])
    more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
    return RecordError(
        where=f"{where}, field {field}" if field else where,
        found=_found(first["type"], first.get("input")) + more,
        wanted=_lower(str(first["msg"]).removeprefix("Value error, ")),
        remedy=REMEDY,
    )


def _field(place: Sequence[int | str]) -> str:
    """Spell `("datasets", 0, "level")` as `datasets[0].level`; tags that pydantic adds for unions are left out."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _found(kind: str, value: object) -> str:
    if kind == "json_invalid":
        return "text that is not JSON"
    if kind == "missing":
        return "no such field"
    if isinstance(value, dict | list | tuple):
        return f"a {'mapping' if isinstance(value, dict) else 'list'} of {len(value)} entries"
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
