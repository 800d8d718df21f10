"""Whether every row names the corpus that the header does, and the licence that the ledger gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from manifests.rows import PlanItem
from publishing.licensing.grants import grant_of

# More licences than any release has are not counted: what is wrong is found among the first.
_MOST_PAIRS = 1000


class NamedCorpus(Protocol):
    """A corpus as a header names it, of a build or of a release."""

    @property
    def name(self) -> str:
        """Its name here."""

    @property
    def licence(self) -> str:
        """SPDX identifier of its terms."""


class RowLicences:
    """A count of the corpora and licences that rows name; no row is held."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], str] = {}

    def add(self, item: PlanItem) -> None:
        """Take note of a row."""
        for pair in {(ref.corpus, ref.licence) for ref in item.sources}:
            if pair in self._first or len(self._first) < _MOST_PAIRS:
                self._counts[pair] += 1
                self._first.setdefault(pair, item.id)

    def faults(self, corpora: Sequence[NamedCorpus]) -> tuple[str, ...]:
        """Hold what rows and header name to one another, and both to the ledger.

        Parameters
        ----------
        corpora : sequence of NamedCorpus
            What the record's header says that the rows are made of.

        Returns
        -------
        tuple of str
            What does not agree, one line a corpus and licence; empty if everything does. Of a corpus that has no
            module here the ledger knows nothing: its rows are held to the header alone, and its terms forbid
            everything.

        Raises
        ------
        CorpusError
            If a corpus module is broken.
        """
        told = {use.name: use.licence for use in corpora}
        used = {corpus for corpus, _ in self._counts}
        ledger = {name: _ledger_licence(name) for name in told.keys() | used}
        lines = [
            f"corpus {name}: the record says {licence or 'nothing'}, the ledger {ledger[name]}"
            for name, licence in sorted(told.items())
            if licence != (ledger[name] or licence)
        ]
        for (corpus, licence), count in sorted(self._counts.items()):
            rows = f"{count:,} row{'s' * (count > 1)} (first: item {self._first[corpus, licence]})"
            said = f"corpus {corpus}: {rows} say {licence or 'nothing'}"
            if ledger[corpus] and licence != ledger[corpus]:
                lines.append(f"{said}, the ledger {ledger[corpus]}")
            elif licence != told.get(corpus, licence) and not ledger[corpus]:
                lines.append(f"{said}, the record {told[corpus]}")
            if corpus not in told:
                lines.append(f"corpus {corpus}: {rows} are made of it, the record does not name it")
        lines += [f"corpus {name}: the record names it, no row is made of it" for name in told if name not in used]
        return tuple(lines)


def row_licences(items: Iterable[PlanItem], corpora: Sequence[NamedCorpus]) -> tuple[str, ...]:
    """Hold the corpora and licences that rows name to those of the header and the ledger.

    Parameters
    ----------
    items : iterable of PlanItem
        The rows; read once, and never held.
    corpora : sequence of NamedCorpus
        What the record's header says that they are made of.

    Returns
    -------
    tuple of str
        What does not agree, as `RowLicences.faults` tells it.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    rows = RowLicences()
    for item in items:
        rows.add(item)
    return rows.faults(corpora)


def _ledger_licence(name: str) -> str:
    """Give the licence of a corpus that has a module here; nothing of one that has none."""
    grant = grant_of(name)
    return grant.licence.spdx if grant.declared else ""
