"""Hold a release to the licences of its sources: what rows, datasets and header say is what the ledger knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from manifests.printable import printable
from manifests.release_record.models import LicenceEntry, ReleaseRecord
from manifests.release_record.reading import read_release_items
from publishing.licensing.grants import licences_of
from publishing.licensing.ledger import LicenceError, release_terms
from publishing.licensing.rows import row_licences

_SHOWN = 3


def require_sources(record: ReleaseRecord, items: Callable[[str], Path], *, where: str) -> None:
    """Refuse a record whose rows, corpora or terms are not what the ledger knows of them.

    Every row is read once, and none is held.

    Parameters
    ----------
    record : ReleaseRecord
        The header.
    items : callable
        Gives the file of a dataset's items by its recipe, as `RecordFolder.items` does.
    where : str
        The release, for the message.

    Raises
    ------
    LicenceError
        If a row names a corpus that its header does not, another licence than the ledger, or the other way round; or
        if the record claims freer terms than those of its corpora together.
    RecordError
        If the items cannot be read.
    CorpusError
        If a corpus module is broken.
    """
    faults = [
        f"{entry.recipe}: {fault}"
        for entry in record.datasets
        for fault in row_licences(read_release_items(items(entry.recipe)), entry.corpora)
    ]
    faults += terms_faults(record)
    if faults:
        more = f"; and {len(faults) - _SHOWN:,} more" if len(faults) > _SHOWN else ""
        raise LicenceError(
            where=where,
            found="; ".join(printable(fault, most=300) for fault in faults[:_SHOWN]) + more,
            wanted="rows, corpora and terms that say the same of every source, as the ledger of licences does",
            remedy="restore the record from where the release was published, or build the release again",
        )


def terms_faults(record: ReleaseRecord) -> Iterator[str]:
    """Say where a record claims freer terms than those of its corpora together; stricter ones it may claim.

    A record that names a corpus without a module here is not held to the ledger, which forbids everything of it.
    """
    uses = [corpus for entry in record.datasets for corpus in entry.corpora]
    if not all(licences_of(use.name) for use in uses):
        return
    terms = release_terms(uses)
    said, known = record.licence, LicenceEntry(**{**terms.to_json(), "spdx": terms.spdx})
    if set(known.spdx) - set(said.spdx):
        yield f"licences {', '.join(said.spdx) or 'none'} of the whole, the ledger {', '.join(known.spdx)}"
    if said.redistribution > known.redistribution:
        yield "terms that allow redistribution, which the ledger forbids"
    if said.commercial_use > known.commercial_use:
        yield "terms that allow commercial use, which the ledger forbids"
    if said.share_alike < known.share_alike:
        yield "terms without share-alike, for which the ledger asks"
