"""What sets a build apart from the set that its paper has: a stand-in corpus, or fewer items."""

from __future__ import annotations

import re
from collections.abc import Iterable

# As the plan writes them into the record; its other notes tell of choices that the paper made too.
_APART = re.compile(r"^made from .+ in place of |; the recipe asks for |; the published set has ")


def departures(notes: Iterable[str]) -> tuple[str, ...]:
    """Give the notes of a record that make its scores no match for the paper's.

    Parameters
    ----------
    notes : iterable of str
        As the header of the record has them.
    """
    return tuple(note for note in notes if _APART.search(note))
