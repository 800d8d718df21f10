"""Object stores and whatever else fsspec can reach: `s3://bucket/folder`, `gs://...`, `memory://...`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from execution.patience import Patience
from publishing.hub.copying import copy_stream
from publishing.hub.errors import HubError, said_of, shown_address
from publishing.hub.files import CHUNK, RemoteFile, require_safe
from publishing.hub.refusals import AGAIN
from publishing.hub.retrying import bear

Result = TypeVar("Result")

# Stores without folders; to make one there can make a bucket, which nobody asked for.
_FLAT = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "az", "oss", "memory"})


@dataclass(frozen=True, kw_only=True)
class Store:
    """A folder in a store.

    Parameters
    ----------
    url : str
        As the user wrote it.
    system : fsspec.AbstractFileSystem
        What reaches it.
    root : str
        The folder's path in the system.
    patience : Patience
        How long failures are borne with.
    """

    url: str = field(repr=False)
    system: Any = field(repr=False)
    root: str = field(repr=False)
    patience: Patience = field(default_factory=Patience, repr=False)

    @property
    def where(self) -> str:
        """The address, without secrets."""
        return shown_address(self.url.rstrip("/"))

    def below(self, name: str) -> Store:
        """Give the store's folder of that name."""
        root = f"{self.root.rstrip('/')}/{name}"
        return Store(url=f"{self.url.rstrip('/')}/{name}", system=self.system, root=root, patience=self.patience)

    def folders(self) -> list[str]:
        """Name the folders right below; none if nothing is there."""
        entries = self._ask("listing it", lambda: self._listed(lambda: self.system.ls(self.root, detail=True), []))
        names = [str(entry["name"]).rstrip("/") for entry in entries if entry.get("type") == "directory"]
        return sorted(name.rpartition("/")[2] for name in names)

    def holds(self, path: str) -> bool:
        """Say whether a file is there."""
        return self._ask("looking for it", lambda: bool(self.system.isfile(self._place(path))))

    def files(self) -> Mapping[str, RemoteFile]:
        """List all files below, held to what may be written here.

        Raises
        ------
        HubError
            If it cannot be listed, or holds a link or a path that leads out.
        """
        self.system.invalidate_cache()
        found = self._ask("listing it", lambda: self._listed(lambda: self.system.find(self.root, detail=True), {}))
        prefix = self.root.rstrip("/") + "/"
        links = [name for name, entry in found.items() if entry.get("islink") or entry.get("type") not in {"file"}]
        if links:
            raise HubError(
                where=self.where,
                found=f"something that is no plain file: {links[0][-120:]!r}",
                wanted="plain files",
                remedy="do not use this copy; get the release from where its authors published it",
            )
        files = [
            RemoteFile(path=str(name).removeprefix(prefix), size=int(entry.get("size") or 0))
            for name, entry in found.items()
        ]
        return require_safe(files, where=self.where)

    def sha256(self, path: str) -> str:
        """Hash a file there, read in pieces."""

        def hashed() -> str:
            digest = hashlib.sha256()
            with self.system.open(self._place(path), "rb", block_size=CHUNK) as source:
                while piece := source.read(CHUNK):
                    digest.update(piece)
            return digest.hexdigest()

        return self._ask(f"reading {path}", hashed)

    def read(self, path: str) -> bytes:
        """Read a small file there."""
        return self._ask(f"reading {path}", lambda: bytes(self.system.cat_file(self._place(path))))

    def put(self, file: Path, path: str) -> None:
        """Send a file in pieces."""

        def send() -> None:
            if not self._flat:
                self.system.makedirs(self._place(path).rpartition("/")[0], exist_ok=True)
            self.system.put_file(str(file), self._place(path))

        self._ask(f"sending {path}", send)

    def create(self, path: str, data: bytes) -> bool:
        """Write a small file that is not there yet; False if it is there already."""

        def send() -> bool:
            if not self._flat:
                self.system.makedirs(self._place(path).rpartition("/")[0], exist_ok=True)
            try:
                self.system.pipe_file(self._place(path), data, mode="create")
            except FileExistsError:
                return False
            return True

        return self._ask(f"sending {path}", send)

    def remove(self, path: str) -> None:
        """Remove a file that may be gone already."""

        def send() -> None:
            with suppress(FileNotFoundError):
                self.system.rm_file(self._place(path))

        self._ask(f"removing {path}", send)

    def fetch(self, file: RemoteFile, target: Path) -> None:
        """Fetch a file in pieces, never more of it than is listed."""

        def get() -> None:
            with self.system.open(self._place(file.path), "rb", block_size=CHUNK) as source:
                copy_stream(source, target, size=file.size, where=f"{self.where}/{file.path}")

        self._ask(f"fetching {file.path}", get)

    @property
    def _flat(self) -> bool:
        protocol = self.system.protocol
        return bool(_FLAT & {protocol} if isinstance(protocol, str) else _FLAT & set(protocol))

    def _place(self, path: str) -> str:
        return f"{self.root.rstrip('/')}/{path}"

    @staticmethod
    def _listed(call: Callable[[], Any], nothing: Any) -> Any:
        try:
            return call()
        except FileNotFoundError:
            return nothing

    def _ask(self, doing: str, call: Callable[[], Result]) -> Result:
        try:
            return bear(self.patience, call)
        except HubError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno is not None and doing.startswith("fetching"):
                raise  # of this disk
            raise HubError(
                where=self.where,
                found=f"a failure while {doing}: {said_of(self.url, f'{type(error).__name__}: {error}')}",
                wanted="a store that can be read and written",
                remedy=f"check address and access; then {AGAIN}",
            ) from error


def open_store(url: str, *, patience: Patience | None = None) -> Store:
    """Prepare to talk to a store.

    Raises
    ------
    HubError
        If its kind is not known, its library is not installed, or it cannot be opened.
    """
    from fsspec.core import url_to_fs

    try:
        system, root = url_to_fs(url)
    except ImportError as error:
        raise HubError(
            where=shown_address(url),
            found=f"no library for this kind of store ({said_of(url, str(error))})",
            wanted="one that fsspec can use",
            remedy="install it: `pip install s3fs` for s3://, `pip install gcsfs` for gs://, `pip install adlfs` for az://",
        ) from error
    except Exception as error:
        raise HubError(
            where=shown_address(url),
            found=f"an address that cannot be opened: {said_of(url, str(error))}",
            wanted="an address such as s3://bucket/folder",
            remedy="check it",
        ) from error
    return Store(url=url, system=system, root=str(root), patience=patience or Patience())
