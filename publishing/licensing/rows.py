"""Whether every row names the licence of its source that the ledger does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from manifests.record import CorpusUse
from manifests.rows import ItemRecord
from publishing.licensing.grants import grant_of


def row_licences(items: Iterable[ItemRecord], corpora: Sequence[CorpusUse]) -> tuple[str, ...]:
    """Hold the licences that rows name against those of the ledger.

    Parameters
    ----------
    items : iterable of ItemRecord
        The rows; read once, and never held.
    corpora : sequence of CorpusUse
        What the record's header says that they are made of.

    Returns
    -------
    tuple of str
        What does not agree, one line a corpus and licence; empty if everything does.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for item in items:
        for corpus, licence in {(ref.corpus, ref.licence) for ref in item.sources}:
            counts[corpus, licence] += 1
            first.setdefault((corpus, licence), item.id)
    told = {use.name: use.licence for use in corpora}
    names = sorted(told.keys() | {corpus for corpus, _ in counts})
    ledger = {name: _ledger_licence(name) for name in names}
    lines = [
        f"corpus {name}: the record says {licence or 'nothing'}, the ledger {ledger[name]}"
        for name, licence in sorted(told.items())
        if licence != ledger[name]
    ]
    for (corpus, licence), count in sorted(counts.items()):
        rows = f"{count:,} row{'s' * (count > 1)} (first: item {first[corpus, licence]})"
        if licence != ledger[corpus]:
            lines.append(f"corpus {corpus}: {rows} say {licence or 'nothing'}, the ledger {ledger[corpus]}")
        if corpus not in told:
            lines.append(f"corpus {corpus}: {rows} are made of it, the record does not name it")
    used = {corpus for corpus, _ in counts}
    lines += [f"corpus {name}: the record names it, no row is made of it" for name in told if name not in used]
    return tuple(lines)


def _ledger_licence(name: str) -> str:
    grant = grant_of(name)
    return grant.licence.spdx if grant.declared else "knows no such corpus"
