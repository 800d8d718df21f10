"""Try to answer a whole set without the property, and say by which features it can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from verification.findings import Ledger
from verification.listening.facts import ClipFacts
from verification.opening.entry import Entry
from verification.shortcuts.cheats import CheatRow, Cheats
from verification.shortcuts.grouping import FOLDS, choose_grouping, numbered, sample
from verification.shortcuts.repertoire import repertoire
from verification.shortcuts.score import NOT_TRIED, FamilyScore
from verification.shortcuts.texts import options_vary
from verification.shortcuts.trial import Trial

_LEAST_ROWS = 20  # fewer cannot show even a strong shortcut
_LEAST_OF_LABEL = 5  # one for each fold
_MOST_LABELS = 50
_OPEN = 0.5  # labels a row: hardly one stands twice
_NEARLY_ALL = 0.8  # of the rows must have a label that is frequent enough; else the answers are open


class Shortcuts:
    """Collects what a cheat may see of a set's rows, and then cheats.

    Parameters
    ----------
    name : str
        Of the set: what findings are about.
    inherent : mapping of str to str
        Families or single features that are the property itself, with the reason: scored, but no shortcut.
    ordered : bool
        Whether the rows stand in an order that somebody gave them; files in folders do not.
    seed : int
        Of everything that is drawn: folds, permutations, resampling.

    Attributes
    ----------
    notes : list of str
        How it was tried, what was left out, in sentences.
    """

    def __init__(self, *, name: str, inherent: Mapping[str, str], ordered: bool = True, seed: int = 0) -> None:
        self.notes: list[str] = []
        self._name = name
        self._inherent = inherent
        self._ordered = ordered
        self._seed = seed
        self._cheats = Cheats()

    def add(self, entry: Entry, facts: ClipFacts | None) -> None:
        """Take a row in, with the facts of its first clip; None if there is none."""
        self._cheats.add(entry, facts)

    def finish(self, ledger: Ledger) -> tuple[FamilyScore, ...]:
        """Cheat by each family, and note a finding for each that beats chance.

        Returns
        -------
        tuple of FamilyScore
            Empty if the set cannot be tried; `notes` says why.
        """
        rows = self._cheats.rows
        grouping = choose_grouping(rows) if rows else None
        places = sample(rows, grouping, seed=self._seed) if grouping else []
        labels = Counter(rows[place].label for place in places)
        tried = [place for place in places if labels[rows[place].label] >= _LEAST_OF_LABEL]
        why_not = _why_not(len(places), labels, len(tried))
        if why_not or grouping is None:
            self.notes.append(f"{NOT_TRIED}{why_not}.")
            return ()
        if len(places) < len(rows):
            self.notes.append(f"Shortcuts were tried on a sample of {len(places):,} of {len(rows):,} rows.")
        rare = len(places) - len(tried)
        if rare:
            self.notes.append(
                f"Shortcuts: {rare} rows whose label stands fewer than {_LEAST_OF_LABEL} times were left out."
            )
        names, words = [grouping.names[place] for place in tried], grouping.words
        if len(set(names)) < FOLDS:
            names, words = [f"row {place}" for place in tried], "rows, each standing alone, as there are too few groups"
        self.notes.append(f"Shortcuts: cross-validated by {len(set(names)):,} {words}.")
        scores = self._try([rows[place] for place in tried], names)
        self._note_findings(scores, ledger)
        return scores

    def _try(self, rows: Sequence[CheatRow], groups: Sequence[str]) -> tuple[FamilyScore, ...]:
        names = sorted({row.label for row in rows})
        labels = numbered([*names, *(row.label for row in rows)])[len(names) :]
        strata: list[object] = [frozenset(row.options) for row in rows]
        if options_vary(rows):
            strata = [None] * len(rows)
            self.notes.append("Shortcuts: the wording was not tried, as nearly each row has options of its own.")
        trial = Trial(labels, groups=groups, strata=strata, seed=self._seed)
        if trial.few:
            self.notes.append(
                f"Shortcuts: the labels of these groups can be exchanged in {trial.few} ways only, "
                f"so no p-value can be below {1 / trial.few:.2g}."
            )
        return tuple(trial.run(repertoire(rows, groups, inherent=self._inherent, ordered=self._ordered)))

    def _note_findings(self, scores: Sequence[FamilyScore], ledger: Ledger) -> None:
        for score in scores:
            if score.inherent:
                continue
            ledger.expect(
                not score.leaks,
                f"shortcut.{score.family.replace(' ', '_')}",
                self._name,
                found=_told(score),
                wanted=f"chance, {score.chance:.2f}",
                severity="warning",
            )


def _why_not(rows: int, labels: Counter[str], frequent: int) -> str:
    enough = [label for label, count in labels.items() if count >= _LEAST_OF_LABEL]
    if rows < _LEAST_ROWS or (frequent < _LEAST_ROWS and len(labels) <= 1):
        return f"{rows} rows have a label, and {_LEAST_ROWS} are needed"
    if len(labels) == 1:
        return "all rows have the same label"
    if len(enough) > _MOST_LABELS:
        return f"there are {len(enough)} labels, and at most {_MOST_LABELS} can be told apart"
    if frequent < _NEARLY_ALL * rows:
        rare = f"{rows - frequent:,} of {rows:,} rows have a label"
        closed = f"{rare} that stands fewer than {_LEAST_OF_LABEL} times"
        return f"the answers are open: {rare} that few others have" if len(labels) > _OPEN * rows else closed
    if len(enough) < 2 or frequent < _LEAST_ROWS:
        return f"only one label stands {_LEAST_OF_LABEL} times or more"
    return ""


def _told(score: FamilyScore) -> str:
    words = (
        f"balanced accuracy {score.balanced_accuracy:.2f} ({score.low:.2f} to {score.high:.2f}) by {score.family} alone"
    )
    best = sorted(score.single.items(), key=lambda each: (-each[1], each[0]))[:3]
    alone = ", ".join(f"{name} {value:.2f}" for name, value in best if value > score.chance)
    return f"{words}; {alone}" if alone and len(score.single) > 1 else words
