"""Whether the papers of a release tell of this release: its name, its version, its licence and its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from manifests.errors import RecordError
from manifests.release_record.documents import ATTRIBUTION, CARD, CROISSANT
from manifests.release_record.models import ReleaseRecord
from publishing.metadata.configs import card_faults, front_matter_of

_LARGEST_CROISSANT = 64 << 20
_SHOWN = 120


def require_own_papers(folder: Path, record: ReleaseRecord) -> None:
    """Refuse a release whose papers tell of another: one of them was edited, or release.json was.

    Texts are made anew by each soundprobe in its own words, so that they are not compared; what names the release is.

    Parameters
    ----------
    folder : pathlib.Path
        The release, with its audio.
    record : ReleaseRecord
        Its record.

    Raises
    ------
    RecordError
        If they do.
    """
    faults = [*_croissant(folder / CROISSANT, record), *_card(folder / CARD, record)]
    faults += _attribution(folder / ATTRIBUTION, record)
    faults += card_faults(folder, record, with_audio=True)
    if faults:
        name, fault = faults[0]
        raise RecordError(
            where=f"{folder / name}",
            found=fault,
            wanted=f"the papers of {record.title}, as they were built with its release.json",
            remedy="restore both; another name or version is another release: `soundprobe release build` makes it",
        )


def _croissant(path: Path, record: ReleaseRecord) -> Iterator[tuple[str, str]]:
    try:
        with path.open("rb") as source:
            value = json.loads(source.read(_LARGEST_CROISSANT))
        said: dict[str, Any] = {name: value[name] for name in ("name", "version", "datePublished")}
        files = {file["contentUrl"]: file["sha256"] for file in value["distribution"] if "contentUrl" in file}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        yield path.name, "no Croissant metadata of a release"
        return
    wanted = {"name": record.name, "version": record.version, "datePublished": record.date}
    for name, want in wanted.items():
        if said[name] != want:
            yield path.name, f"{name} {str(said[name])[:_SHOWN]!r}, and {want!r} in release.json"
    shards = {f"{entry.recipe}/data/{shard.name}": shard.sha256 for entry in record.datasets for shard in entry.shards}
    if files != shards:
        differing = sorted(map(str, files.items() ^ shards.items()))
        yield path.name, f"other files than release.json: {differing[0][:_SHOWN]}"


def _card(path: Path, record: ReleaseRecord) -> Iterator[tuple[str, str]]:
    from publishing.licensing.ledger import release_terms

    try:
        header = front_matter_of(path)
    except ValueError as error:
        yield path.name, str(error)
        return
    terms = release_terms(corpus for entry in record.datasets for corpus in entry.corpora)
    wanted = {"pretty_name": f"{record.name} {record.version}", "license": terms.hub_fields()["license"]}
    for name, want in wanted.items():
        if header.get(name) != want:
            yield path.name, f"{name} {str(header.get(name))[:_SHOWN]!r}, and {want!r} by release.json"


def _attribution(path: Path, record: ReleaseRecord) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf-8", errors="replace") as source:
        line = source.readline(1000).strip()
    if line.replace("\\", "") != f"# Attribution: {record.name} {record.version}":
        yield path.name, f"the title {line[:_SHOWN]!r}"
