"""Show where two values differ, and no more than that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_LONGEST = 60
_BEFORE = 15


def apart(found: str, wanted: str) -> tuple[str, str]:
    """Quote two texts; long ones from shortly before the place where they part."""
    if max(len(found), len(wanted)) <= _LONGEST:
        return repr(found), repr(wanted)
    shared = next(
        (place for place, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b),
        min(len(found), len(wanted)),
    )
    start = max(shared - _BEFORE, 0)
    return _cut(found, start), _cut(wanted, start)


def _cut(text: str, start: int) -> str:
    stop = start + _LONGEST
    return ("…" if start else "") + repr(text[start:stop]) + ("…" if stop < len(text) else "")


def differing(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, str] | None:
    """List the values that differ between two mappings; None counts as absent.

    Returns
    -------
    tuple of str or None
        What was found and what was wanted, such as `("gain=0.5", "gain=1.0")`; None if nothing differs.
    """
    names = [name for name in sorted({*found, *wanted}) if found.get(name) != wanted.get(name)]
    if not names:
        return None
    shown = names[:4]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    said = [", ".join(f"{name}={values.get(name)!r}" for name in shown) + more for values in (found, wanted)]
    return said[0], said[1]
