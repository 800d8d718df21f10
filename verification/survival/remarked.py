"""A treatment that tells what it really did: the bit rate that came out, the clips that were cut."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from verification.listening.facts import Sound
from verification.survival.treatment import Treatment

Done = Mapping[str, float]


class Remarked(Treatment):
    """A treatment whose row of the table has a note, made from what was done to each clip."""

    @abstractmethod
    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Give what arrives, and numbers on what was done to this clip (names carry their units): a pure function."""

    @abstractmethod
    def remark(self, done: Sequence[Done]) -> str:
        """Sum up what was done to all clips (one at least) in a few words for people."""

    def apply(self, sound: Sound) -> Sound:
        """Give what arrives: a pure function."""
        return self.treat(sound)[0]


def count_of(done: Sequence[Done], name: str) -> str:
    """Say for how many clips a number is not zero, such as `3 of 40 clips`."""
    return f"{sum(bool(each[name]) for each in done)} of {len(done)} clips"


def range_of(done: Sequence[Done], name: str, *, form: str) -> str:
    """Write the range that a number takes over all clips, each end in `form`, such as `-3.1 to +12.0`."""
    values = [each[name] for each in done]
    ends = [format(end, form) for end in (min(values), max(values))]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)
