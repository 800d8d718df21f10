"""Where a release is fetched from: a commit on a Hub, a folder on disk, a folder in a store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from publishing.hub.copying import copy_stream
from publishing.hub.files import RemoteFile, require_safe
from publishing.hub.mirroring import files_below
from publishing.hub.repository import Repository
from publishing.hub.stores import Store
from publishing.hub.versions import split_title


class Source(Protocol):
    """One release, somewhere."""

    @property
    def where(self) -> str:
        """Its address, for messages."""

    @property
    def title(self) -> str | None:
        """The release that its place is named after, `<name>-<version>`; None if it has a name of another form."""

    def files(self) -> Mapping[str, RemoteFile]:
        """List its files, held to what may be written here."""

    def fetch(self, file: RemoteFile, folder: Path) -> None:
        """Fetch a file to its place below a folder."""


@dataclass(frozen=True)
class HubSource:
    """A release at a commit of a repository: what is fetched cannot change in between."""

    repository: Repository
    commit: str

    @property
    def where(self) -> str:
        """The repository's address."""
        return self.repository.where

    @property
    def title(self) -> str | None:
        """None: a repository has a name of its own."""
        return None

    def files(self) -> Mapping[str, RemoteFile]:
        """List its files.

        Raises
        ------
        HubError
            If they cannot be listed, or a path is none that may be written here.
        """
        return self.repository.files(self.commit)

    def fetch(self, file: RemoteFile, folder: Path) -> None:
        """Fetch a file; one that is cut in the middle is gone on with where it broke off.

        Raises
        ------
        HubError
            If it cannot be fetched.
        """
        self.repository.fetch(file, revision=self.commit, folder=folder)


@dataclass(frozen=True)
class FolderSource:
    """A release folder on disk."""

    folder: Path

    @property
    def where(self) -> str:
        """The folder."""
        return str(self.folder)

    @property
    def title(self) -> str | None:
        """The folder's name, if it is that of a release."""
        return _title(self.folder.resolve().name)

    def files(self) -> Mapping[str, RemoteFile]:
        """List its files.

        Raises
        ------
        HubError
            If there is a link, a device or a pipe among them.
        """
        # The bookkeeping of a build is not part of what is published; a mirror has none.
        found = files_below(self.folder)
        files = (
            RemoteFile(path=name, size=path.stat().st_size)
            for name, path in found.items()
            if not name.startswith("manifests/")
        )
        return require_safe(files, where=self.where)

    def fetch(self, file: RemoteFile, folder: Path) -> None:
        """Copy a file.

        Raises
        ------
        HubError
            If it is not as long as it was.
        OSError
            If it cannot be copied.
        """
        parts = file.path.split("/")
        source = self.folder.joinpath(*parts)
        with source.open("rb") as opened:
            copy_stream(opened, folder.joinpath(*parts), size=file.size, where=str(source))


@dataclass(frozen=True)
class StoreSource:
    """A release in a store."""

    store: Store

    @property
    def where(self) -> str:
        """The address."""
        return self.store.where

    @property
    def title(self) -> str | None:
        """The folder's name, if it is that of a release."""
        return _title(self.store.root.rstrip("/").rpartition("/")[2])

    def files(self) -> Mapping[str, RemoteFile]:
        """List its files.

        Raises
        ------
        HubError
            If they cannot be listed, or a path is none that may be written here.
        """
        return self.store.files()

    def fetch(self, file: RemoteFile, folder: Path) -> None:
        """Fetch a file.

        Raises
        ------
        HubError
            If it cannot be fetched.
        OSError
            If it cannot be written.
        """
        self.store.fetch(file, folder.joinpath(*file.path.split("/")))


def _title(name: str) -> str | None:
    return name if split_title(name) else None
