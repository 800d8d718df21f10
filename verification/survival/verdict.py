"""From counts to a verdict on whether the question is still answerable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from verification.opening.entry import Entry
from verification.survival.choosing import label_of
from verification.survival.matrix import Verdict

# Labels that a treatment may cost before the task counts as weakened: one item in twenty changes no ranking of models.
MOST_LOST = 0.05
# Put in the notes of a table whose task cannot be measured on these clips at all.
NOT_EVEN_UNTREATED = "not measurable even without it, so this says nothing about the treatment"


@dataclass(frozen=True, kw_only=True, slots=True)
class Guessing:
    """What a model without ears would score.

    Parameters
    ----------
    chance : float
        1 / number of labels (or of options, where every row has them; the mean over the rows).
    majority : float
        Share of the most frequent label among the rows that were treated.
    """

    chance: float
    majority: float

    @classmethod
    def at(cls, chosen: Sequence[Entry], entries: Sequence[Entry]) -> Guessing:
        """Work out both for the `chosen` rows of the set `entries`."""
        labels = Counter(map(label_of, chosen))
        options = [len({" ".join(option.split()).casefold() for option in entry.options}) for entry in chosen]
        if min(options) > 1:
            chance = sum(1 / count for count in options) / len(options)
        else:
            chance = 1 / len({label_of(entry) for entry in entries if entry.label})
        return cls(chance=chance, majority=max(labels.values()) / len(chosen))

    @property
    def best(self) -> float:
        """The better of the two."""
        return max(self.chance, self.majority)


def verdict(share: float, low: float, *, untreated: float, guessing: Guessing) -> Verdict:
    """Judge one treatment.

    Parameters
    ----------
    share, low : float
        Share of the labels that hold after it, and the lower end of its 95 % interval.
    untreated : float
        Share of the labels that hold without it.
    guessing : Guessing
        What guessing scores.

    Returns
    -------
    str
        `unanswerable` if `low` is no higher than what guessing scores (which it also is if nothing could be measured);
        else `answerable` if the share is at most 0.05 below the untreated one; else `weakened`.
    """
    if low <= guessing.best:
        return "unanswerable"
    # Shares are quotients: a loss of exactly 0.05 must not depend on their rounding.
    return "answerable" if share >= untreated - MOST_LOST - 1e-9 else "weakened"
