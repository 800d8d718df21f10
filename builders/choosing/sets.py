"""Full sets of clips, or an error that says which label falls short of what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from builders.choosing.candidates import Candidate, Unit
from builders.choosing.shares import alike, even_shares
from builders.engine.supply import Supply

# Units in the order in which they are to be taken, by label and corpus.
Held = Mapping[tuple[str, str], Sequence[Unit]]
Chosen = dict[str, list[Unit]]


def grouped(
    supply: Supply, whole: Sequence[Unit], candidates: Sequence[Candidate], *, labels: Sequence[str], by: Sequence[str]
) -> Chosen:
    """Take whole groups; each stands under all of its labels.

    Raises
    ------
    PlanError
        If there are too few.
    """
    counts = Counter(each.label for each in candidates)
    listed = ", ".join(f"{counts[label]:,} {label}" for label in labels)
    of_what = f"groups with a clip of every label that agree in {', '.join(by)} (clips: {listed})"
    taken = whole[: supply.enough(len(whole), of_what=of_what)]
    return {label: list(taken) for label in labels}


def balanced(supply: Supply, held: Held, *, labels: Sequence[str], kinds: Sequence[str]) -> Chosen:
    """Take equally many of each label, and of every corpus the same number for each label.

    Parameters
    ----------
    supply : Supply
        Says how many.
    held : mapping
        What there is.
    labels : sequence of str
        The labels.
    kinds : sequence of str
        Columns whose values should come equally often under every label.

    Raises
    ------
    PlanError
        If a label falls short.
    """
    corpora = _corpora(held)
    rooms = {corpus: min(len(held[label, corpus]) for label in labels) for corpus in corpora}
    scarcest = min(labels, key=lambda label: sum(len(held[label, corpus]) for corpus in corpora))
    each = ", ".join(f"{room:,} of {corpus}" for corpus, room in rooms.items()) if len(corpora) > 1 else ""
    of_what = f"clips that every label can have{f' ({each})' if each else ''}; {_described(held, scarcest)}"
    parts = even_shares(supply.enough(sum(rooms.values()), of_what=of_what), rooms)
    chosen: Chosen = {label: [] for label in labels}
    for corpus in corpora:
        found = alike({label: held[label, corpus] for label in labels}, kinds, parts[corpus])
        for label, units in found.items():
            chosen[label] += units
    return chosen


def counted(supply: Supply, held: Held, *, labels: Sequence[str]) -> Chosen:
    """Take of each label as many as a published set has.

    Raises
    ------
    PlanError
        If a label falls short.
    """
    chosen: Chosen = {}
    for label in labels:
        units = [unit for corpus in _corpora(held) for unit in held[label, corpus]]
        chosen[label] = units[: supply.enough(len(units), of_what=f"clips; {_described(held, label)}", label=label)]
    return chosen


def _described(held: Held, label: str) -> str:
    parts = {corpus: held[label, corpus] for corpus in _corpora(held)}
    speakers = {unit.speaker for units in parts.values() for unit in units}
    found = " and ".join(f"{len(units):,} of {corpus}" for corpus, units in parts.items())
    return f"{label!r} has {found or 'none'}, by {len(speakers):,} speakers"


def _corpora(held: Held) -> list[str]:
    return list(dict.fromkeys(corpus for _, corpus in held))
