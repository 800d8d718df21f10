"""Texts with slots in double braces: every slot filled, every value used, values never read again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evaluation.errors import JudgeError

_SLOT = re.compile(r"\{\{([a-z_]+)\}\}")


def slots_of(text: str) -> frozenset[str]:
    """Name the slots of a text."""
    return frozenset(_SLOT.findall(text))


def fill(text: str, values: Mapping[str, str], *, where: str) -> str:
    """Put a value into each slot, in one pass: what looks like a slot inside a value stays as it is.

    Raises
    ------
    JudgeError
        If a slot has no value, or a value has no slot.
    """
    slots = slots_of(text)
    missing, unknown = sorted(slots - values.keys()), sorted(values.keys() - slots)
    if missing or unknown:
        found = [f"no value for {', '.join(missing)}"] if missing else []
        found += [f"a value for {', '.join(unknown)}"] if unknown else []
        raise JudgeError(
            where=where,
            found=" and ".join(found),
            wanted=f"a value for each of {', '.join(sorted(slots)) or 'no slot'}, and no other",
            remedy="give the missing ones and leave the others out",
        )
    return _SLOT.sub(lambda match: values[match[1]], text)
