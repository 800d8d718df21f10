"""Recordings that a corpus holds more than once: one is used, or none if they are said to be different things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from builders.engine.supply import SourceClip, Supply
from manifests.counting import counted
from manifests.errors import PlanError

_NAMED = 5


def once_each(
    supply: Supply, clips: Sequence[SourceClip], says: Callable[[SourceClip], Hashable | None]
) -> list[SourceClip]:
    """Take of the copies of a recording the first that has a label; leave all of them out if their labels differ.

    Parameters
    ----------
    supply : Supply
        Whose notes tell what was left out.
    clips : sequence of SourceClip
        As `supply.clips(duplicates=True)` gives them, of one corpus or of several.
    says : callable
        Gives the label that a clip would have; None if it would have none. Only copies are asked.

    Returns
    -------
    list of SourceClip
        In the order in which they were given.

    Raises
    ------
    PlanError
        If nothing is left.
    """
    copies: dict[tuple[str, int, int], list[SourceClip]] = defaultdict(list)
    for clip in clips:
        copies[clip.content].append(clip)
    kept: list[SourceClip] = []
    torn: list[list[SourceClip]] = []
    for few in copies.values():
        labels = [says(clip) for clip in few] if len(few) > 1 else [None]
        if len({label for label in labels if label is not None}) > 1:
            torn.append([clip for clip, label in zip(few, labels, strict=True) if label is not None])
        else:
            kept.append(next((clip for clip, label in zip(few, labels, strict=True) if label is not None), few[0]))
    if torn:
        named = "; ".join(" = ".join(f"{clip.ref.corpus}/{clip.ref.item}" for clip in few) for few in torn[:_NAMED])
        more = f"; and {len(torn) - _NAMED:,} more" if len(torn) > _NAMED else ""
        told = f"{counted(len(torn), 'recording')} left out, as there are copies of each under different labels"
        if not kept:
            raise PlanError(
                where=supply.named,
                found=f"{told}: {named}{more}",
                wanted="recordings of which one thing is said",
                remedy=supply.how_to_complete(),
            )
        supply.notes.append(f"{told}: {named}{more}")
    chosen = {id(clip) for clip in kept}
    return [clip for clip in clips if id(clip) in chosen]
