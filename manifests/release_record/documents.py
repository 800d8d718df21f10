"""What people read of a release, and its hashes in the record: cards, ATTRIBUTION.md, croissant.json.

None of them holds the hash of release.json, which holds theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from manifests.digest import file_sha256
from manifests.release_record.fields import MOST_DATASETS, RelativePath, Sha256

CARD, ATTRIBUTION, CROISSANT = "README.md", "ATTRIBUTION.md", "croissant.json"
TOP = (CARD, ATTRIBUTION, CROISSANT)
Documents = Annotated[dict[RelativePath, Sha256], Field(max_length=MOST_DATASETS + len(TOP))]


def document_names(recipes: Iterable[str]) -> list[str]:
    """Name the documents of a release of these datasets, sorted: those on top, and a card a dataset."""
    return sorted({*TOP, *(f"{recipe}/{CARD}" for recipe in recipes)})


def hashed(files: Mapping[str, Path]) -> dict[str, str]:
    """Give the sha256 of documents by their paths in the release, sorted."""
    return {name: file_sha256(path) for name, path in sorted(files.items())}


def require_known(documents: Collection[str], recipes: Iterable[str]) -> None:
    """Hold the names of a record's documents to those that a release has.

    Raises
    ------
    ValueError
        If one on top is missing (unless there are no documents at all), or one is foreign.
    """
    foreign = sorted(set(documents) - set(document_names(recipes)))
    missing = sorted(set(TOP) - set(documents)) if documents else []
    if foreign:
        raise ValueError(f"documents of this release, and no {foreign[0][:80]!r}")
    if missing:
        raise ValueError(f"documents that hold {', '.join(missing)}")
