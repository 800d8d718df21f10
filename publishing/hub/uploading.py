"""Publish to a Hub: one commit, then its tag; a version that is there with other content is never touched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from manifests.release_record.folder import HEADER
from manifests.release_record.reading import LARGEST_HEADER
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.refusals import AGAIN
from publishing.hub.repository import MovedError, Repository
from publishing.hub.shipment import Shipment

# Once for a publisher that came first, once for a commit whose answer was lost on the way.
_ROUNDS = 3


@dataclass(frozen=True, kw_only=True)
class Published:
    """What was done.

    Parameters
    ----------
    address : str
        Where the version is.
    stood : bool
        Whether it was there before, with the same content.
    sent, removed : int
        Files that the commit added or changed, and removed.
    """

    address: str
    stood: bool
    sent: int = 0
    removed: int = 0


def publish_to_hub(shipment: Shipment, repository: Repository, *, public: bool) -> Published:
    """Make the repository, commit what it lacks, tag the commit.

    Parameters
    ----------
    shipment : Shipment
        What is published.
    repository : Repository
        Where.
    public : bool
        Whether everybody may see it.

    Raises
    ------
    HubError
        If the version is there with other content, the repository is public and `public` was not asked for, another
        publisher comes in between again and again, or the Hub refuses. Nothing of the version is there then, or all.
    """
    state = repository.state()
    if state is None:
        repository.create(private=not public)
    elif not state.private and not public:
        raise HubError(
            where=repository.where,
            found="a public repository",
            wanted="a private one, or --public",
            remedy="publish with --public, or make the repository private in its settings",
        )
    for _ in range(_ROUNDS):
        try:
            done = _publish_once(shipment, repository)
        except MovedError:
            continue
        if public and state is not None and state.private:
            repository.show_to_all()
        return done
    raise HubError(
        where=repository.where,
        found="another publisher at work, who commits in between each time",
        wanted="one publisher at a time",
        remedy=f"wait for the other to end, then {AGAIN}",
    )


def changes(shipment: Shipment, there: Mapping[str, RemoteFile]) -> tuple[dict[str, Path], list[str]]:
    """Say what a commit must add or change, and remove, so that a repository holds the shipment and nothing else."""
    add = {
        path: file
        for path, file in shipment.files.items()
        if path not in there or there[path].same_as(file) is not True
    }
    return add, sorted(set(there) - set(shipment.files))


def _publish_once(shipment: Shipment, repository: Repository) -> Published:
    address = f"{repository.where}/tree/{shipment.tag}"
    tagged = repository.tags().get(shipment.tag)
    if tagged is not None:
        _require_same(shipment, repository, tagged)
        return Published(address=address, stood=True)
    state = repository.state()
    if state is None:
        raise HubError(
            where=repository.where,
            found="no repository, though it was just made",
            wanted="the repository",
            remedy=AGAIN,
        )
    there = repository.files(state.commit)
    add, remove = changes(shipment, there)
    commit = state.commit
    if add or remove:
        # A commit of this version that lacks files may be filled up; one that has others in their place may not.
        lacking = HEADER in there and not remove and not (set(add) & set(there))
        if HEADER in there and not lacking:
            _require_other_version(shipment, repository, state.commit, there[HEADER], same=HEADER not in add)
        message = f"Release {shipment.record.title}"
        commit = repository.commit(add, remove, parent=state.commit, message=message)
    _require_arrived(shipment, repository, commit)
    repository.tag(shipment.tag, commit=commit)
    return Published(address=address, stood=False, sent=len(add), removed=len(remove))


def _require_same(shipment: Shipment, repository: Repository, commit: str) -> None:
    """Hold what stands at a commit to the shipment, file by file."""
    add, extra = changes(shipment, repository.files(commit))
    differing = [*add, *extra]
    if not differing:
        return
    more = f" and {len(differing) - 5} more" if len(differing) > 5 else ""
    raise HubError(
        where=f"{repository.where} at {shipment.tag}",
        found=f"{shipment.record.title} with other content: {', '.join(differing[:5])}{more}",
        wanted="the same content: what was published is never overwritten",
        remedy="publish under another version (`soundprobe release build --version`), or in another repository",
    )


def _require_arrived(shipment: Shipment, repository: Repository, commit: str) -> None:
    """Hold a commit to what was sent before it gets its tag: a Hub leaves out what it is told to ignore."""
    add, extra = changes(shipment, repository.files(commit))
    if add or extra:
        raise HubError(
            where=repository.where,
            found=f"a commit without, or with other bytes in, {', '.join([*add, *extra][:5])}",
            wanted="every file as it was sent",
            remedy=f"look for a .gitignore in the repository and take it out; then {AGAIN}",
        )


def _require_other_version(
    shipment: Shipment, repository: Repository, commit: str, header: RemoteFile, *, same: bool
) -> None:
    """Refuse to go over a commit of this very version that has other content and no tag yet."""
    record = shipment.record
    if same or _named(repository, commit, header) == (record.name, record.version):
        raise HubError(
            where=repository.where,
            found=f"{record.title} with other content, committed by another publisher and not tagged yet",
            wanted="the same content: what was published is never overwritten",
            remedy=f"publish under another version; or, if what is there is right, tag it {shipment.tag}",
        )


def _named(repository: Repository, commit: str, header: RemoteFile) -> tuple[Any, Any] | None:
    """Read name and version of the release at a commit; None if what is there is no release."""
    if header.size > LARGEST_HEADER:
        return None
    with TemporaryDirectory(prefix="soundprobe-") as folder:
        repository.fetch(HEADER, revision=commit, folder=Path(folder))
        try:
            value = json.loads((Path(folder) / HEADER).read_bytes())
        except (ValueError, RecursionError):
            return None
    return (value.get("name"), value.get("version")) if isinstance(value, dict) else None
