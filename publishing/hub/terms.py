"""The terms of one dataset of a release: those of its sources, and whatever else its release forbids."""

from __future__ import annotations

from manifests.release_record.models import DatasetEntry, LicenceEntry, ReleaseRecord
from publishing.licensing.ledger import Terms, release_terms


def terms_of_part(record: ReleaseRecord, entry: DatasetEntry) -> LicenceEntry:
    """Give the terms of a dataset that leaves its release.

    What the release forbids beyond what the sources of all its datasets account for, it forbids of each.

    Parameters
    ----------
    record : ReleaseRecord
        The release.
    entry : DatasetEntry
        One of its datasets.

    Raises
    ------
    CorpusError
        If a corpus module is broken.
    """
    said = record.licence
    whole, part = _terms(*record.datasets), _terms(entry)
    return LicenceEntry(
        spdx=tuple(sorted({*part.spdx, *(set(said.spdx) - set(whole.spdx))})),
        redistribution=part.redistribution and (said.redistribution or not whole.redistribution),
        commercial_use=part.commercial_use and (said.commercial_use or not whole.commercial_use),
        share_alike=part.share_alike or (said.share_alike and not whole.share_alike),
    )


def _terms(*datasets: DatasetEntry) -> Terms:
    return release_terms(corpus for entry in datasets for corpus in entry.corpora)
