"""Read some rows of a set again, with their audio: the first pass keeps none."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Iterator

from verification.opening.collection import Collection
from verification.opening.entry import Entry


def entries_again(collection: Collection, numbers: Container[int]) -> Iterator[Entry]:
    """Stream the rows with these numbers, in order, and stop reading after the last."""
    missing = len(numbers)
    for entry in collection.read():
        if missing == 0:
            return
        if entry.number in numbers:
            missing -= 1
            yield entry
