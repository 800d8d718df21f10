"""Which items are treated: whole groups, labels in balance, the same ones every time."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Sequence

from manifests.digest import stable_hash
from verification.opening.entry import Entry


def choose(entries: Sequence[Entry], *, most_items: int) -> tuple[Entry, ...]:
    """Choose rows that have a clip and a label.

    Whole groups, in the order of a hash of their names; the next group is always one that has the label that has come
    up least so far. A group that is larger than the room that is left is passed over; if every group is larger than
    `most_items`, rows are chosen one by one as if they had no group.

    Parameters
    ----------
    entries : sequence of Entry
        Rows in any order: it makes no difference to which are chosen, as long as they have names.
    most_items : int
        How many to choose at most.

    Returns
    -------
    tuple of Entry
        In the order of the set; all rows if they are no more than `most_items`.
    """
    usable = [entry for entry in entries if entry.audio and entry.label]
    if len(usable) > most_items:
        usable = _balanced(usable, most_items, grouped=True) or _balanced(usable, most_items, grouped=False)
    return tuple(sorted(usable, key=lambda entry: entry.number))


def label_of(entry: Entry) -> str:
    """Give the label without the accidents of spelling that a count of labels should not see."""
    return " ".join(entry.label.split()).casefold()


def _balanced(entries: Sequence[Entry], most_items: int, *, grouped: bool) -> list[Entry]:
    groups: defaultdict[Hashable, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.group if grouped and entry.group else ("alone", entry.name, entry.number)].append(entry)
    waiting: defaultdict[str, deque[Hashable]] = defaultdict(deque)
    for key in sorted(groups, key=_place):
        for label in sorted({label_of(entry) for entry in groups[key]}):
            waiting[label].append(key)
    chosen: list[Entry] = []
    counts: Counter[str] = Counter()
    while waiting and len(chosen) < most_items:
        label = min(waiting, key=lambda name: (counts[name], stable_hash("survival", name)))
        members = groups.pop(waiting[label].popleft(), [])  # gone if it came up under another of its labels
        if len(members) <= most_items - len(chosen):
            chosen.extend(members)
            counts.update(map(label_of, members))
        if not waiting[label]:
            del waiting[label]
    return chosen


def _place(key: Hashable) -> tuple[int, int]:
    if isinstance(key, tuple):
        _, name, number = key
        return stable_hash("survival", "row", name), number
    return stable_hash("survival", "group", str(key)), 0
