"""What the items of a dataset tell in one pass: the first one, how long they are, who speaks in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builders.engine.spoken import is_asked_aloud
from manifests.rows import ItemRecord, SourceRef

SYNTHESISED = "synthesised"  # the corpus whose speakers are an engine's voices


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
    voices : int
        Synthetic voices, which are no speakers.
    asked_by : str
        The voice that speaks the question before the first clip; empty where the question is written.
    groups : int
        Groups of items that belong together.
    speakers_apart : bool
        Whether no speaker is in two groups; true if none is named.
    """

    first: ItemRecord
    frames: int
    recordings: int
    speakers: Mapping[str, int]
    unnamed: int
    voices: int = 0
    asked_by: str = ""
    groups: int = 0
    speakers_apart: bool = True


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
    groups: set[str] = set()
    homes: dict[tuple[str, str], str] = {}
    apart = True
    for item in items:
        first = first or item
        frames += item.frames
        groups.add(item.group)
        for ref in _own_sources(item):
            recordings.add((ref.corpus, ref.item))
            if ref.speaker:
                speaker = (ref.corpus, ref.speaker)
                sexes.setdefault(speaker, set()).add(ref.sex)
                apart = apart and homes.setdefault(speaker, item.group) == item.group
            else:
                unnamed.add((ref.corpus, ref.item))
    if first is None:
        return None
    by_sex = Counter(
        next(iter(each)) if len(each) == 1 else "" for (corpus, _), each in sexes.items() if corpus != SYNTHESISED
    )
    return ItemSummary(
        first=first,
        frames=frames,
        recordings=len(recordings),
        speakers=dict(sorted(by_sex.items())),
        unnamed=len(unnamed),
        voices=sum(corpus == SYNTHESISED for corpus, _ in sexes),
        asked_by=first.sources[-1].speaker if is_asked_aloud(first) else "",
        groups=len(groups),
        speakers_apart=apart,
    )


def _own_sources(item: ItemRecord) -> tuple[SourceRef, ...]:
    """Give what the clip is made of: the recording of a spoken question is not of it."""
    return item.sources[:-1] if is_asked_aloud(item) else item.sources
