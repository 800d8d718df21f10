"""Whether the clips of a set are whole, are what the set says, and stand in it once."""

from __future__ import annotations

from collections.abc import Sequence

from verification.findings import Ledger
from verification.listening.clip_rules import check_clip, check_declared
from verification.listening.duplicates import Duplicates
from verification.listening.facts import ClipFacts
from verification.listening.forms import Forms
from verification.listening.names import Names
from verification.opening.entry import Entry


class Integrity:
    """Applies the rules of the families `audio`, `duplicate` and `name`, row by row, and what compares rows at the end.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    name : str
        Of the set: what findings about all of it are filed under.
    corpus : str
        The known source corpus that the set is, in its owner's layout; empty otherwise.

    Attributes
    ----------
    notes : list of str
        What is worth saying but no fault, in sentences.
    """

    def __init__(self, ledger: Ledger, *, name: str, corpus: str = "") -> None:
        self.notes: list[str] = []
        self._ledger = ledger
        self._forms = Forms(ledger, name=name, corpus=corpus, notes=self.notes)
        self._duplicates = Duplicates(ledger, notes=self.notes)
        self._names = Names(ledger, notes=self.notes)

    def add(self, entry: Entry, facts: Sequence[ClipFacts]) -> None:
        """Take a row.

        Parameters
        ----------
        entry : Entry
            The row.
        facts : sequence of ClipFacts
            One for each of `entry.audio`, in order.

        Raises
        ------
        ValueError
            If there are more or fewer.
        """
        for ref, fact in zip(entry.audio, facts, strict=True):
            check_clip(entry.name, fact, self._ledger)
            if fact.frames:
                declared = check_declared(entry.name, ref, fact, self._ledger)
                self._forms.add(entry.name, fact, declared=declared)
        self._duplicates.add(entry, facts)
        self._names.add(entry)

    def finish(self) -> None:
        """Compare the rows; call it once, after the last."""
        self._forms.finish()
        self._duplicates.finish()
        self._names.finish()
