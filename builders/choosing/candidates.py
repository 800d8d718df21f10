"""Clips that a corpus gives a label, and the units in which they are taken: single clips, or one of every label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builders.engine.supply import SourceClip
from manifests.digest import stable_hash


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A clip with its label, and what the corpus says of it: the value of a column."""

    clip: SourceClip
    label: str
    column: str
    value: str

    @property
    def name(self) -> str:
        """Corpus and id."""
        return f"{self.clip.ref.corpus}/{self.clip.ref.item}"

    @property
    def speaker(self) -> str:
        """Corpus and speaker; where the corpus names none, the clip stands for itself."""
        ref = self.clip.ref
        return f"{ref.corpus}/{ref.speaker}" if ref.speaker else self.name

    def values(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Give the values of some columns as text; empty where the corpus says nothing."""
        return tuple("" if (value := self.clip.row.get(name)) is None else str(value) for name in columns)


@dataclass(frozen=True, eq=False)
class Unit:
    """What is taken together: one clip, or a group with one clip of every label."""

    members: tuple[Candidate, ...]

    @property
    def speaker(self) -> str:
        """The speaker of its first clip."""
        return self.members[0].speaker


Rank = Callable[[Candidate], Any]


def singles(candidates: Iterable[Candidate]) -> list[Unit]:
    """Take every clip for itself."""
    return [Unit((each,)) for each in candidates]


def groups(candidates: Sequence[Candidate], columns: Sequence[str], labels: Sequence[str]) -> list[Unit]:
    """Put clips together that agree in some columns; of several with one label, the first stands.

    Parameters
    ----------
    candidates : sequence of Candidate
        In order of preference.
    columns : sequence of str
        Clips in which one of them is empty are in no group.
    labels : sequence of str
        What a group must hold one of each of; groups that do not are left out.
    """
    found: dict[tuple[str, ...], dict[str, Candidate]] = defaultdict(dict)
    for each in candidates:
        values = each.values(columns)
        if all(values):
            found[each.clip.ref.corpus, *values].setdefault(each.label, each)
    return [Unit(tuple(held[label] for label in labels)) for held in found.values() if len(held) == len(labels)]


def speakers_of_values(candidates: Sequence[Candidate], column: str) -> Mapping[str, int]:
    """Count the speakers of whom there is a clip with each value of a column, such as those who read a text."""
    pairs = {(each.values((column,))[0], each.speaker) for each in candidates}
    return Counter(value for value, _ in pairs if value)


def seeded_rank(seed: int, recipe: str, column: str, shared: Mapping[str, int]) -> Rank:
    """Give the key of an order that hangs on the seed and the clip alone.

    Parameters
    ----------
    seed : int
        The release seed.
    recipe : str
        The recipe whose draws these are.
    column : str
        A column whose values should be common to the labels; empty if none.
    shared : mapping of str to int
        How many speakers have each value: the more, the sooner it comes, in one order for all speakers.
    """

    def rank(each: Candidate) -> Any:
        own = stable_hash(seed, recipe, "order", each.clip.ref.item)
        if not column:
            return own
        value = each.values((column,))[0]
        return -shared.get(value, 0), stable_hash(seed, recipe, "shared", value) if value else 0, own

    return rank
