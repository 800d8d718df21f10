"""Every corpus as one JSON document."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from builders.commands.corpora_known import Known, Undeclared
from manifests.errors import CorpusError


def corpora_document(known: Sequence[Known]) -> dict[str, Any]:
    """Give all that is known of corpora; what is not known of one is null."""
    entries = [_entry(each) for each in known]
    keys = {key for entry in entries for key in entry}
    return {"corpora": [{**dict.fromkeys(sorted(keys - entry.keys())), **entry} for entry in entries]}


def _entry(known: Known) -> dict[str, Any]:
    from corpora.fetching.wording import download_bytes

    standing = known.standing
    recipes = {"recipes": list(known.used_by), "stands_in_for": list(known.stands_in_for)}
    fault = _fault(standing.fault)
    if isinstance(standing, Undeclared):
        return {"name": known.name, "state": standing.state, **recipes, "error": fault}
    corpus = standing.corpus
    licence = corpus.licence
    return {
        "name": known.name,
        "title": corpus.title,
        "state": standing.state,
        "root": None if standing.root is None else os.fspath(standing.root),
        "recordings": standing.found,
        "expected_recordings": standing.expected,
        "parts": [
            {"name": each.part.name, "recordings": each.found, "expected_recordings": each.part.recordings}
            for each in standing.parts
        ],
        "size_gb": corpus.size_gb or None,
        "licence": {
            "spdx": licence.spdx,
            "summary": licence.summary,
            "url": licence.url,
            "redistribution": licence.redistribution,
            "commercial_use": licence.commercial_use,
            "share_alike": licence.share_alike,
            "derivatives": licence.derivatives,
            "of_single_recordings": list(corpus.row_licences),
        },
        **recipes,
        "fetchable": bool(corpus.archives),
        "download_bytes": download_bytes(corpus) or None,
        "homepage": corpus.homepage,
        "obtain": corpus.obtain,
        "error": fault,
    }


def _fault(fault: CorpusError | None) -> dict[str, str] | None:
    if fault is None:
        return None
    return {"where": fault.where, "found": fault.found, "wanted": fault.wanted, "remedy": fault.remedy}
