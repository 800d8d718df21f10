"""Publish to a Hub: one commit, then its tag; a version that is there with other content is never touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.predecessor import require_other_version, require_showable, require_successor, standing_at
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
        If the version is there with other content, the repository holds something else or a newer version, it is public
        and `public` was not asked for, it is private and `public` would show more than this release, another publisher
        comes in between again and again, or the Hub refuses. Nothing of the version is there then, or all.
    """
    before = repository.state()
    if before is None:
        repository.create(private=not public)
    state = before or repository.state()
    if state is not None and not state.private and not public:
        raise HubError(
            where=repository.where,
            found="a public repository",
            wanted="a private one, or --public",
            remedy="publish with --public, or make the repository private in its settings",
        )
    hidden = state is not None and state.private and public
    if hidden:
        require_showable(shipment, repository)
    for _ in range(_ROUNDS):
        try:
            done = _publish_once(shipment, repository)
        except MovedError:
            continue
        if hidden:
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
        if path not in there or not shipment.is_same(path, there[path])
    }
    return add, sorted(set(there) - set(shipment.files))


def _publish_once(shipment: Shipment, repository: Repository) -> Published:
    address = f"{repository.where}/tree/{shipment.tag}"
    tags = repository.tags()
    tagged = tags.get(shipment.tag)
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
    there = standing_at(repository, state.commit)
    add, remove = changes(shipment, there.files)
    commit = state.commit
    if add or remove:
        # A commit of this version that lacks files may be filled up; one that has others in their place may not.
        lacking = not remove and not (set(add) & set(there.files))
        if not lacking:
            require_other_version(shipment, repository, there)
        require_successor(shipment, repository, there, versions=(tag.removeprefix("v") for tag in tags))
        message = f"Release {shipment.record.title}"
        commit = repository.commit(add, remove, sha256=shipment.sha256, parent=state.commit, message=message)
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
