"""Take units speaker by speaker in turn, so that few of many speakers are taken rather than many of a few."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from builders.choosing.candidates import Unit


def in_turn(units: Sequence[Unit], *, place: Callable[[str], Any]) -> list[Unit]:
    """Put units into rounds: every speaker's first, then every speaker's second, and so on.

    Parameters
    ----------
    units : sequence of Unit
        In each speaker's own order.
    place : callable
        Gives the place of a speaker in a round.
    """
    turns: Counter[str] = Counter()
    keyed = []
    for unit in units:
        keyed.append((turns[unit.speaker], place(unit.speaker), unit))
        turns[unit.speaker] += 1
    return [unit for _, _, unit in sorted(keyed, key=lambda each: each[:2])]


def within_limits(units: Iterable[Unit], *, per_speaker: int | None, speakers_per_label: int | None) -> list[Unit]:
    """Leave out what would be too many of one speaker, or too many speakers, under a label."""
    clips: Counter[tuple[str, str]] = Counter()
    speakers: dict[str, set[str]] = defaultdict(set)
    taken = []
    for unit in units:
        full = per_speaker is not None and any(clips[each.label, each.speaker] >= per_speaker for each in unit.members)
        crowded = speakers_per_label is not None and any(
            each.speaker not in speakers[each.label] and len(speakers[each.label]) >= speakers_per_label
            for each in unit.members
        )
        if full or crowded:
            continue
        taken.append(unit)
        for each in unit.members:
            clips[each.label, each.speaker] += 1
            speakers[each.label].add(each.speaker)
    return taken
