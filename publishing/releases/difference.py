"""Something that is not as the record says: where, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from manifests.printable import printable
from manifests.rows import Scalar

_LONGEST_PLACE, _LONGEST = 5000, 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """One difference.

    Parameters
    ----------
    where : str
        The dataset or file, with its folder.
    item : str
        The item's id; empty if it is about a file.
    found, wanted : str
        In words.
    steps : int or None
        The largest difference of two samples, in steps of 16 bits; None if it is not known, or not about sound.
    text_only : bool
        Whether sound, label and plan are as recorded, and only what was measured or said of them differs.
    """

    where: str
    item: str
    found: str
    wanted: str
    steps: int | None = None
    text_only: bool = False

    def __str__(self) -> str:
        place = printable(f"{self.where}: item {self.item}" if self.item else self.where, most=_LONGEST_PLACE)
        return f"{place}: found {printable(self.found, most=_LONGEST)}; wanted {printable(self.wanted, most=_LONGEST)}"

    def to_json(self) -> dict[str, Any]:
        """Give it as JSON values."""
        return asdict(self)


def short(sha256: str) -> str:
    """Give the beginning of a hash, enough to tell it by."""
    return f"{sha256[:16]}…"


def changed_values(found: Mapping[str, Scalar], wanted: Mapping[str, Scalar], *, most: int = 4) -> tuple[str, str]:
    """Name the entries of two mappings that differ, with both values; at most a few."""
    missing = object()
    names = [name for name in sorted({*found, *wanted}) if found.get(name, missing) != wanted.get(name, missing)]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    told = [", ".join(f"{name} {side[name]!r}" for name in names[:most] if name in side) for side in (found, wanted)]
    return (told[0] or "nothing") + more, told[1] or "nothing"
