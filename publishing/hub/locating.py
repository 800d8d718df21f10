"""Find the release that `REPO_OR_FOLDER@VERSION` names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from execution.patience import Patience
from manifests.release_record.folder import HEADER
from publishing.hub.errors import HubError, shown_address
from publishing.hub.repository import open_repository
from publishing.hub.sources import FolderSource, HubSource, Source, StoreSource
from publishing.hub.stores import Store, open_store
from publishing.hub.versions import newest, split_title, split_version, tag_of, unknown_version

_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


def locate(place: str, *, endpoint: str | None = None, patience: Patience | None = None) -> tuple[Source, str | None]:
    """Find a release.

    Parameters
    ----------
    place : str
        `OWNER/NAME`, a release folder, a mirror, or an fsspec address such as `s3://bucket/folder`; with `@VERSION` or
        without, which names the newest. What is there on disk is a folder, whatever it looks like.
    endpoint : str, optional
        The Hub's address.
    patience : Patience, optional
        How long failures are borne with.

    Returns
    -------
    source : Source
        The release.
    version : str or None
        The version that it must be; None if any will do.

    Raises
    ------
    HubError
        If there is none, or several are meant.
    """
    name, version = split_version(place)
    if name.startswith("file://"):
        name = name.removeprefix("file://")
    elif "://" in name:
        return _in_store(open_store(name, patience=patience), version)
    folder = Path(name).expanduser()
    if _is(folder, Path.is_dir):
        return _in_folder(folder, version)
    if not _REPOSITORY.fullmatch(name) or _is(folder, Path.is_file):
        tail = unknown_version(place)
        if tail is not None:
            raise HubError(
                where=shown_address(place),
                found=f"{tail[:80]!r} behind the @, which is no version",
                wanted="three numbers, such as 1.0.0; or no @, for the newest",
                remedy=f"`soundprobe pull {shown_address(place.rpartition('@')[0])}` fetches the newest",
            )
        raise HubError(
            where=shown_address(place),
            found="a file" if _is(folder, Path.is_file) else "no such folder, and no name of a repository",
            wanted="OWNER/NAME on the Hub, a folder, or an address such as s3://bucket/folder; maybe with @VERSION",
            remedy="check the spelling",
        )
    repository = open_repository(name, endpoint=endpoint, needs_token=False, patience=patience)
    tags = repository.tags()
    chosen = version or newest(tag.removeprefix("v") for tag in tags if tag.startswith("v"))
    if chosen is None or tag_of(chosen) not in tags:
        there = ", ".join(sorted(tags)) or "none"
        raise HubError(
            where=repository.where,
            found=f"no version {chosen}; the tags are: {there}" if chosen else "no repository, or no version in it",
            wanted="a published version",
            remedy="check name and version; a private repository needs a token: run `hf auth login`, or set HF_TOKEN",
        )
    return HubSource(repository, repository.commit_of(tag_of(chosen))), chosen


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(path)
    except (OSError, ValueError):  # a name that is too long for the file system, or holds NUL
        return False


def _in_folder(folder: Path, version: str | None) -> tuple[Source, str | None]:
    if (folder / HEADER).exists():
        return FolderSource(folder), version
    titles = [path.name for path in folder.iterdir() if (path / HEADER).is_file()]
    title, chosen = _choose(titles, version, where=str(folder))
    return FolderSource(folder / title), chosen


def _in_store(store: Store, version: str | None) -> tuple[Source, str | None]:
    if store.holds(HEADER):
        return StoreSource(store), version
    titles = [name for name in store.folders() if split_title(name) and store.below(name).holds(HEADER)]
    title, chosen = _choose(titles, version, where=store.where)
    return StoreSource(store.below(title)), chosen


def _choose(titles: Sequence[str], version: str | None, *, where: str) -> tuple[str, str]:
    """Choose one of the releases in a mirror."""
    found = [(title, *parts) for title in titles if (parts := split_title(title)) and not title.startswith(".")]
    fitting = [entry for entry in found if version in {None, entry[2]}]
    names = sorted({name for _, name, _ in fitting})
    if len(names) != 1:
        there = ", ".join(sorted(title for title, _, _ in found)) or "none"
        tail = unknown_version(where)
        spelled = f"; {tail[:80]!r} behind the @ is no version: that is three numbers" if tail else ""
        raise HubError(
            where=where,
            found=f"releases of {len(names)} names" if names else f"no version {version}" if version else "no release",
            wanted=f"one release; there are: {there}",
            remedy=f"give the release's own folder, NAME-VERSION, or another version such as @1.0.0{spelled}",
        )
    chosen = newest(each for _, _, each in fitting) or fitting[0][2]
    return next(title for title, _, each in fitting if each == chosen), chosen
