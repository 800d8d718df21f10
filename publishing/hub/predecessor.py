"""What stands in a repository before a release goes into it: nothing, or an older version of the same release.

A commit takes away what is not part of the release: so there must be nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from manifests.errors import RecordError
from manifests.release_record.folder import HEADER, RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import LARGEST_HEADER, read_release
from publishing.hub.contents import shipped_files
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.repository import Repository
from publishing.hub.shipment import Shipment
from publishing.hub.versions import is_version, precedence

_SHOWN = 5
# Each commit is looked at before a repository is shown to all.
_MOST_COMMITS = 200


@dataclass(frozen=True)
class Standing:
    """The files at a commit, and the release that they are; None if there is no release.json."""

    files: Mapping[str, RemoteFile]
    record: ReleaseRecord | None


def standing_at(repository: Repository, commit: str) -> Standing:
    """Look at a commit.

    Raises
    ------
    HubError
        If it cannot be read, or its release.json is none that this soundprobe knows.
    """
    files = repository.files(commit)
    header = files.get(HEADER)
    if header is None:
        return Standing(files, None)
    if header.size > LARGEST_HEADER:
        raise _unreadable(repository, f"a release.json of {header.size:,} bytes")
    with TemporaryDirectory(prefix="soundprobe-") as folder:
        repository.fetch(header, revision=commit, folder=Path(folder))
        try:
            return Standing(files, read_release(RecordFolder(Path(folder), Path(folder))))
        except RecordError as error:
            raise _unreadable(repository, f"a release.json with {error.found}") from error


def require_successor(shipment: Shipment, repository: Repository, there: Standing, *, versions: Iterable[str]) -> None:
    """Refuse to commit over anything but an older version of the same release, or a part of this very one.

    Parameters
    ----------
    shipment : Shipment
        What is published.
    repository : Repository
        Where.
    there : Standing
        The newest commit.
    versions : iterable of str
        The versions that have a tag.

    Raises
    ------
    HubError
        If there is something else: another release, a newer version, or files that no release holds.
    """
    record, before = shipment.record, there.record
    if before is None:
        foreign = sorted(path for path, file in there.files.items() if not shipment.is_same(path, file))
    else:
        foreign = _foreign(there.files, before)
        if before.name != record.name:
            raise _taken(repository, shipment, f"another release, {before.title}")
    if foreign:
        more = f" and {len(foreign) - _SHOWN:,} more" if len(foreign) > _SHOWN else ""
        found = f"files that are not of this release: {', '.join(name[:120] for name in foreign[:_SHOWN])}{more}"
        raise _taken(repository, shipment, found)
    newer = [
        version
        for version in {*filter(is_version, versions), *([before.version] if before else [])}
        if precedence(version) > precedence(record.version)
    ]
    if newer:
        raise HubError(
            where=repository.where,
            found=f"version {max(newer, key=precedence)}, which is newer than {record.version}",
            wanted=f"nothing newer than {record.version}: what is published last is what everybody gets first",
            remedy="publish it in a repository of its own, or as a newer version",
        )


def require_showable(shipment: Shipment, repository: Repository) -> None:
    """Refuse to show to all a private repository that holds, or ever held, anything but versions of this release.

    Raises
    ------
    HubError
        If a commit that can be reached holds something else, or there are too many to look at.
    """
    history = repository.history()
    if len(history) > _MOST_COMMITS:
        raise _unshowable(repository, f"{len(history):,} commits, too many to look at each")
    for commit in sorted(history):
        there = standing_at(repository, commit)
        known = there.record is not None and there.record.name == shipment.record.name
        foreign = _foreign(there.files, there.record) if there.record and known else sorted(there.files)
        if foreign:
            raise _unshowable(repository, f"{foreign[0][:120]} at commit {commit[:10]}, which is not of this release")


def require_other_version(shipment: Shipment, repository: Repository, there: Standing) -> None:
    """Refuse to go over a commit of this very version that has other content and no tag yet.

    Raises
    ------
    HubError
        If it is one.
    """
    record, before = shipment.record, there.record
    if before is not None and before.title == record.title:
        raise HubError(
            where=repository.where,
            found=f"{record.title} with other content, committed by another publisher and not tagged yet",
            wanted="the same content: what was published is never overwritten",
            remedy=f"publish under another version; or, if what is there is right, tag it {shipment.tag}",
        )


def _foreign(files: Mapping[str, RemoteFile], record: ReleaseRecord) -> list[str]:
    return sorted(set(files) - set(shipped_files(record, with_audio=True)))


def _taken(repository: Repository, shipment: Shipment, found: str) -> HubError:
    return HubError(
        where=repository.where,
        found=found,
        wanted=f"an empty repository, or one of {shipment.record.name}: what is not of a release is taken away",
        remedy="publish in another repository: one that is not there yet is made",
    )


def _unshowable(repository: Repository, found: str) -> HubError:
    return HubError(
        where=repository.where,
        found=f"a private repository with {found}",
        wanted="versions of this release alone: --public would show everybody all that it ever held",
        remedy="publish in another repository; or look through the history, and make it public in its settings",
    )


def _unreadable(repository: Repository, found: str) -> HubError:
    return HubError(
        where=repository.where,
        found=found[:300],
        wanted="a release that this soundprobe can read, or an empty repository",
        remedy="use the soundprobe that published it, or a newer one; or publish in another repository",
    )
