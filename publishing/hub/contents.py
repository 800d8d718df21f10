"""What a release that is shipped holds, and whether the files here are those that release.json promises."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from manifests.digest import file_sha256
from manifests.release_record.documents import TOP, document_names
from manifests.release_record.folder import COPIES, HEADER
from manifests.release_record.models import ReleaseRecord
from publishing.hub.errors import HubError

# Cards and metadata are texts; what is larger is none. Records grow with the items: a thousand bytes or two each.
LARGEST_TEXT, LARGEST_ITEM_LINES = 64 << 20, 1 << 34


def items_path(recipe: str) -> str:
    """Name the record of a dataset inside a release."""
    return f"{COPIES}/{recipe}.jsonl"


def shipped_files(record: ReleaseRecord, *, with_audio: bool) -> list[str]:
    """Name the files of a release that are shipped, sorted; without audio it is the records and the papers on top.

    The build's own bookkeeping (`manifests/`) stays at home: what counts of it is in release.json and `records/`.
    """
    names = {HEADER, *TOP, *(items_path(entry.recipe) for entry in record.datasets)}
    if with_audio:
        names |= set(document_names(entry.recipe for entry in record.datasets))
        names |= {path for path, _, _ in promised_shards(record)}
    return sorted(names)


def promised_shards(record: ReleaseRecord) -> Iterator[tuple[str, int, str]]:
    """Give path, rows and sha256 of every shard."""
    for entry in record.datasets:
        for shard in entry.shards:
            yield f"{entry.recipe}/data/{shard.name}", shard.rows, shard.sha256


def promised_hashes(record: ReleaseRecord, *, with_audio: bool) -> dict[str, str]:
    """Give the sha256 that release.json promises of what is shipped, by path."""
    hashes = {items_path(entry.recipe): entry.items_sha256 for entry in record.datasets}
    hashes |= {name: sha256 for name, sha256 in record.documents.items() if with_audio or name in TOP}
    if with_audio:
        hashes |= {path: sha256 for path, _, sha256 in promised_shards(record)}
    return hashes


def carries_audio(record: ReleaseRecord, names: Collection[str]) -> bool:
    """Say whether a listing of files holds audio; a release without any is one of records alone."""
    return any(path in names for path, _, _ in promised_shards(record))


def require_names(names: Collection[str], record: ReleaseRecord, *, where: str) -> bool:
    """Hold a listing to what the release must hold and may hold.

    Returns
    -------
    bool
        Whether it holds audio.

    Raises
    ------
    HubError
        If files are missing, or there are some that the record does not know.
    """
    with_audio = carries_audio(record, names)
    wanted = set(shipped_files(record, with_audio=with_audio))
    foreign, missing = sorted(set(names) - wanted), sorted(wanted - set(names))
    if foreign:
        raise HubError(
            where=where,
            found=f"files that {record.title} does not hold: {_some(foreign)}",
            wanted="the files that release.json tells of, and no others",
            remedy="do not use this copy; get the release from where its authors published it",
        )
    if missing:
        raise HubError(
            where=where,
            found=f"no {_some(missing)}",
            wanted=f"every file of {record.title}",
            remedy="the copy is not whole: whoever made it should publish it again",
        )
    return with_audio


def require_hash(path: Path, sha256: str, *, where: str, remedy: str) -> None:
    """Hold a file to the hash in release.json.

    Raises
    ------
    HubError
        If it is no plain file or has other bytes.
    """
    if path.is_symlink() or not path.is_file():
        found = "a symbolic link" if path.is_symlink() else "no such file"
        raise HubError(where=where, found=found, wanted="a plain file, as release.json promises", remedy=remedy)
    digest = file_sha256(path)
    if digest != sha256:
        raise HubError(
            where=where,
            found=f"other bytes than release.json promises (sha256 {digest[:16]}…)",
            wanted=f"sha256 {sha256[:16]}…",
            remedy=remedy,
        )


def _some(names: list[str], *, most: int = 5) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(name[:120] for name in names[:most]) + more
