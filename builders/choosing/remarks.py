"""What the card must say of a choice: what differs between labels beside the label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from builders.choosing.candidates import Unit

MOST_APART = 1.2


def remarks(chosen: Mapping[str, Sequence[Unit]], *, alike: Sequence[str]) -> Iterator[str]:
    """Say what tells one label from another in a choice, with numbers; nothing where nothing does.

    Parameters
    ----------
    chosen : mapping of str to sequence of Unit
        By label; a group stands under each of its labels.
    alike : sequence of str
        Columns whose values should be the same for every label.
    """
    clips = {
        label: [each.clip for unit in units for each in unit.members if each.label == label]
        for label, units in chosen.items()
    }
    medians = {label: median(clip.duration_s for clip in held) for label, held in clips.items()}
    if max(medians.values()) > MOST_APART * min(medians.values()):
        listed = ", ".join(f"{value:.1f} s {label}" for label, value in medians.items())
        yield f"durations differ between labels (median: {listed})"
    for column in alike:
        counts = {
            label: Counter(str(clip.row.get(column) or "not stated") for clip in held) for label, held in clips.items()
        }
        if len({tuple(sorted(held.items())) for held in counts.values()}) > 1:
            yield f"{column} differs between labels ({_listed(counts)})"
    given = Counter(clip.ref.corpus for clip in next(iter(clips.values())))
    if given and max(given.values()) - min(given.values()) > 1:
        yield f"of the clips of each label {' and '.join(f'{count} are of {name}' for name, count in given.items())}"


def _listed(counts: Mapping[str, Counter[str]]) -> str:
    return "; ".join(
        f"{label}: " + ", ".join(f"{count} {value}" for value, count in sorted(held.items()))
        for label, held in counts.items()
    )
