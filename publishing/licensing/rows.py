"""Whether every row names the corpus that the header does, and the licence that the ledger gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from corpora.indexing.model import ANY_LICENCE
from manifests.licences import all_of, licences_in
from manifests.rows import PlanItem
from publishing.licensing.grants import NamedCorpus, licences_of

# More licences than any release has are not counted: what is wrong is found among the first.
_MOST_PAIRS = 1000


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
        told = {use.name: licences_in(use.licence) for use in corpora}
        used = {corpus for corpus, _ in self._counts}
        ledger = {name: licences_of(name) for name in told.keys() | used}
        lines = [
            f"corpus {name}: the record says {all_of(licences) or 'nothing'}, the ledger {_either(ledger[name])}"
            for name, licences in sorted(told.items())
            if not all(_allowed(licence, ledger[name]) for licence in licences or ("",))
        ]
        for (corpus, licence), count in sorted(self._counts.items()):
            rows = f"{count:,} row{'s' * (count > 1)} (first: item {self._first[corpus, licence]})"
            said = f"corpus {corpus}: {rows} say {licence or 'nothing'}"
            if not _allowed(licence, ledger[corpus]):
                lines.append(f"{said}, the ledger {_either(ledger[corpus])}")
            elif licence not in told.get(corpus, (licence,)):
                lines.append(f"{said}, the record {all_of(told[corpus])}")
            if corpus not in told:
                lines.append(f"corpus {corpus}: {rows} are made of it, the record does not name it")
        lines += [f"corpus {name}: the record names it, no row is made of it" for name in told if name not in used]
        return tuple(lines)


def _allowed(licence: str, ledger: tuple[str, ...]) -> bool:
    """Say whether the ledger knows of such recordings in a corpus; of a corpus without a module it knows nothing."""
    return not ledger or (bool(licence) and (licence in ledger or ANY_LICENCE in ledger))


def _either(licences: tuple[str, ...]) -> str:
    return " or ".join("any named licence" if licence == ANY_LICENCE else licence for licence in licences)


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
