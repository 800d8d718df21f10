"""What the items of a dataset tell in one pass: the first one, how long they are, who speaks in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from manifests.rows import ItemRecord


@dataclass(frozen=True, kw_only=True)
class ItemSummary:
    """The items of a dataset in numbers.

    Parameters
    ----------
    first : ItemRecord
        The first item.
    frames : int
        Samples of all clips together, at the dataset's rate.
    recordings : int
        Different source recordings.
    speakers : mapping
        Speakers by sex as the corpora state it; `""` where it is not stated, or differs between recordings.
    unnamed : int
        Recordings whose speaker the corpus does not name.
    """

    first: ItemRecord
    frames: int
    recordings: int
    speakers: Mapping[str, int]
    unnamed: int


def summarise(items: Iterable[ItemRecord]) -> ItemSummary | None:
    """Summarise the items of a record; None if there are none.

    Parameters
    ----------
    items : iterable of ItemRecord
        In the dataset's order; read once, and never held.
    """
    first: ItemRecord | None = None
    frames = 0
    recordings: set[tuple[str, str]] = set()
    unnamed: set[tuple[str, str]] = set()
    sexes: dict[tuple[str, str], set[str]] = {}
    for item in items:
        first = first or item
        frames += item.frames
        for ref in item.sources:
            recordings.add((ref.corpus, ref.item))
            if ref.speaker:
                sexes.setdefault((ref.corpus, ref.speaker), set()).add(ref.sex)
            else:
                unnamed.add((ref.corpus, ref.item))
    if first is None:
        return None
    by_sex = Counter(next(iter(each)) if len(each) == 1 else "" for each in sexes.values())
    return ItemSummary(
        first=first,
        frames=frames,
        recordings=len(recordings),
        speakers=dict(sorted(by_sex.items())),
        unnamed=len(unnamed),
    )
