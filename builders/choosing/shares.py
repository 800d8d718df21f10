"""Divide a number among kinds of clips so that every label gets the same of each kind: then no kind tells a label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from builders.choosing.candidates import Unit


def even_shares(total: int, capacities: Mapping[str, int]) -> dict[str, int]:
    """Divide `total` as evenly as capacities allow; what one cannot hold goes to the others.

    Parameters
    ----------
    total : int
        What to divide; no more than the capacities hold in all is given out.
    capacities : mapping of str to int
        The most that each can hold.

    Returns
    -------
    dict
        The shares: those that are not full differ by one at most from any other, and of equals the first get more.
    """
    shares = dict.fromkeys(capacities, 0)
    left = total
    # The smallest first: what it cannot take is left to the others, and of equals the first are the last.
    order = {name: (room, -place) for place, (name, room) in enumerate(capacities.items())}
    for place, name in enumerate(sorted(order, key=order.__getitem__)):
        shares[name] = min(capacities[name], left // (len(capacities) - place))
        left -= shares[name]
    return shares


def alike(units: Mapping[str, Sequence[Unit]], columns: Sequence[str], count: int) -> dict[str, list[Unit]]:
    """Take `count` units for each label, with the same number of each kind for every label as far as there are any.

    Parameters
    ----------
    units : mapping of str to sequence of Unit
        By label, in the order in which they are to be taken; at least `count` of each.
    columns : sequence of str
        What makes a kind: the values of these, such as the speaker's sex. Where one is empty, the clip is of no
        kind, and is taken only when the kinds do not suffice.
    count : int
        How many.
    """
    if not columns:
        return {label: list(ordered[:count]) for label, ordered in units.items()}
    kinds: dict[str, dict[tuple[str, ...], list[Unit]]] = {label: defaultdict(list) for label in units}
    for label, ordered in units.items():
        for unit in ordered:
            kinds[label][unit.members[0].values(columns)].append(unit)
    everywhere = sorted(set.intersection(*({kind for kind in held if all(kind)} for held in kinds.values())))
    rooms = {"\t".join(kind): min(len(held[kind]) for held in kinds.values()) for kind in everywhere}
    shares = even_shares(count, rooms)
    chosen: dict[str, list[Unit]] = {}
    for label, ordered in units.items():
        first = {unit for kind in everywhere for unit in kinds[label][kind][: shares["\t".join(kind)]]}
        rest = [unit for unit in ordered if unit not in first][: count - len(first)]
        taken = first | set(rest)
        chosen[label] = [unit for unit in ordered if unit in taken]
    return chosen
