"""Draw rows of a large set: the same ones every time, whatever the order, without knowing them all."""

from __future__ import annotations

from manifests.digest import stable_hash
from verification.opening.entry import Entry

_SCALE = 1 << 32


class Lottery:
    """Draws about so many rows of a set, by a hash of their place and name.

    Parameters
    ----------
    purpose : str
        What they are drawn for: another purpose draws others.
    rows : int
        How many the set has.
    most : int
        About how many to draw; all if there are no more.
    """

    def __init__(self, purpose: str, *, rows: int, most: int) -> None:
        self._purpose = purpose
        self._limit = _SCALE if rows <= most else _SCALE * most // rows

    @property
    def draws_all(self) -> bool:
        """Whether no row is left out."""
        return self._limit == _SCALE

    def draws(self, entry: Entry) -> bool:
        """Say whether a row is drawn."""
        return self.draws_all or stable_hash(self._purpose, entry.number, entry.name) % _SCALE < self._limit
