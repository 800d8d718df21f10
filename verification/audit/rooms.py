"""Hand every row to all rules that look at a set as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace

from verification.audit.hearing import HeardRow
from verification.audit.request import AuditRequest
from verification.audit.summaries import Summaries
from verification.findings import Ledger
from verification.guard import guarded
from verification.listening.integrity import Integrity
from verification.opening.collection import Collection
from verification.opening.entry import Entry
from verification.questions.asking import Questions
from verification.questions.leaks import Leaks
from verification.shortcuts.cheating import Shortcuts
from verification.shortcuts.score import FamilyScore
from verification.truth.judging import Truth
from verification.truth.property import Property
from verification.truth.stems import SharedNoise

_UNORDERED = frozenset({"label folders", "audio files"})
_LICENCE_COLUMNS = ("source.licence", "licence", "license")


class Rooms:
    """The rules of one audit.

    Parameters
    ----------
    collection : Collection
        The set.
    name : str
        What findings about the set as a whole call it.
    asked : Property or None
        What the questions ask for.
    request : AuditRequest
        What is known of the set.
    ledger : Ledger
        Takes the findings.
    """

    def __init__(
        self, collection: Collection, *, name: str, asked: Property | None, request: AuditRequest, ledger: Ledger
    ) -> None:
        self._ledger = ledger
        self._name = name
        self._integrity = Integrity(ledger, name=name, corpus=collection.corpus)
        self._questions = Questions(ledger, name=name, style=request.style, own=request.own)
        self._leaks: Leaks | None = Leaks(ledger, name=name, label_column=collection.roles.label)
        inherent: Mapping[str, str] = {**(asked.inherent if asked else {}), **request.inherent}
        self._shortcuts = Shortcuts(name=name, inherent=inherent, ordered=collection.form not in _UNORDERED)
        self._stated = frozenset(asked.columns if asked else ())
        self._asked = asked
        self._truth = Truth(asked, ledger, name=name) if asked else None
        self._noise = SharedNoise(ledger, name=name)
        self._summaries = Summaries(collection.rows)
        self.rows = 0
        self.clips = 0
        self.licences: set[str] = set()

    def add(self, row: HeardRow) -> None:
        """Take one row.

        Raises
        ------
        RuleError
            If the code of a rule breaks off.
        """
        before = len(self._ledger.findings)
        entry, facts = row.entry, row.facts
        first = facts[0] if facts and facts[0].heard else None
        self.rows += 1
        self.clips += sum(each.heard for each in facts)
        with _guarded(self._integrity, entry):
            self._integrity.add(entry, facts)
        with _guarded(self._questions, entry):
            self._questions.add(entry, [each.pcm_sha256 for each in facts])
        open_entry = self._without_statements(entry)
        if self._leaks is not None:
            with _guarded(self._leaks, entry):
                self._leaks.add(open_entry)
        with _guarded(self._shortcuts, entry):
            self._shortcuts.add(open_entry, first)
        with _guarded(self._noise, entry):
            self._noise.add(entry, row.noise)
        holds = None
        if self._truth is not None and first is not None:
            with _guarded(self._asked, entry):
                holds = self._truth.add(entry, row.values)
        self.licences |= {str(entry.metadata[name]) for name in _LICENCE_COLUMNS if name in entry.metadata}
        self._summaries.add(row, holds=holds, at_fault=len(self._ledger.findings) > before)

    def show(self, row: HeardRow) -> None:
        """Take one row that was judged before once more, only to show it."""
        holds = None
        if self._asked is not None and row.values:
            with _guarded(self._asked, row.entry):
                holds = self._asked.judge(row.values, row.entry).holds
        self._summaries.add(row, holds=holds, at_fault=True)

    def _without_statements(self, entry: Entry) -> Entry:
        """Leave out the columns that state the property: of course they tell the label."""
        names = [name for name in entry.metadata if name.casefold() in self._stated]
        if not names:
            return entry
        return replace(entry, metadata={name: value for name, value in entry.metadata.items() if name not in names})

    def finish(self) -> None:
        """Judge the set as a whole, once all rows are in."""
        for rules in (self._integrity, self._questions, self._leaks, self._noise, self._truth):
            if rules is not None:
                with guarded(type(rules).__module__, self._name):
                    rules.finish()
        self._leaks = None  # a kilobyte a row, of which cheating has no need

    @property
    def notes(self) -> tuple[str, ...]:
        """What the rules have to say besides findings."""
        return (*self._integrity.notes, *self._questions.notes, *self._shortcuts.notes)

    @property
    def labels(self) -> Counter[str]:
        """How often each label stands."""
        return self._questions.labels

    @property
    def agreement(self) -> Counter[str]:
        """Judgements of the labels by measurement."""
        return self._truth.agreement if self._truth is not None else Counter()

    @property
    def summaries(self) -> Summaries:
        """The rows to show."""
        return self._summaries

    def cheat(self) -> tuple[FamilyScore, ...]:
        """Try to answer without the property."""
        with guarded(type(self._shortcuts).__module__, self._name):
            return self._shortcuts.finish(self._ledger)


def _guarded(rules: object, entry: Entry) -> AbstractContextManager[None]:
    return guarded(type(rules).__module__, entry.name)
