"""What a Hub keeps: repositories, their commits and tags, and files in them."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Blob:
    """A file at a commit."""

    git_sha1: str
    size: int
    data: bytes | None = None  # None for LFS
    sha256: str = ""

    @property
    def etag(self) -> str:
        return self.sha256 or self.git_sha1


@dataclass
class Repo:
    """A repository: commits, newest last, and tags."""

    private: bool
    commits: list[tuple[str, dict[str, Blob]]] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def head(self) -> str:
        return self.commits[-1][0]

    def resolve(self, revision: str) -> str | None:
        known = {"main": self.head, **self.tags}
        oid = known.get(revision, revision)
        return oid if any(oid == commit for commit, _ in self.commits) else None

    def files(self, revision: str = "main") -> dict[str, Blob]:
        return dict(dict(self.commits)[self.resolve(revision)])

    def add(self, files: dict[str, Blob]) -> str:
        text = repr((len(self.commits), sorted((path, blob.etag) for path, blob in files.items()), time.time_ns()))
        oid = hashlib.sha1(text.encode()).hexdigest()
        self.commits.append((oid, files))
        return oid


def plain_blob(data: bytes) -> Blob:
    return Blob(hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest(), len(data), data)


def lfs_blob(sha256: str, size: int) -> Blob:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {size}\n".encode()
    return Blob(plain_blob(pointer).git_sha1, size, None, sha256)


def entry(path: str, blob: Blob) -> dict[str, object]:
    found: dict[str, object] = {"type": "file", "path": path, "size": blob.size, "oid": blob.git_sha1}
    if blob.data is None:
        found["lfs"] = {"oid": blob.sha256, "size": blob.size, "pointerSize": 134}
    return found


def folder_entry(path: str) -> dict[str, object]:
    return {"type": "directory", "path": path, "size": 0, "oid": hashlib.sha1(path.encode()).hexdigest()}
