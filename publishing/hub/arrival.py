"""Hold what arrives to the record, before anything of it is unpacked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from manifests.digest import file_sha256
from manifests.errors import OutputError
from manifests.release_record.folder import HEADER, RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import LONGEST_LINE, read_release
from publishing.hub.contents import (
    LARGEST_ITEM_LINES,
    LARGEST_TEXT,
    items_path,
    promised_hashes,
    promised_shards,
    require_hash,
    require_names,
)
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.mirroring import files_below
from publishing.metadata.configs import card_faults
from publishing.releases.clips import largest_shard, shard_fault

_REMEDY = "do not use this copy; get the release from where its authors published it"


def require_sizes(files: Mapping[str, RemoteFile], record: ReleaseRecord, *, where: str) -> None:
    """Refuse files that are larger than what the record tells of can be, before they are fetched.

    Raises
    ------
    HubError
        If one is.
    """
    most = dict.fromkeys(files, LARGEST_TEXT)
    most |= {items_path(entry.recipe): min(LARGEST_ITEM_LINES, entry.items * LONGEST_LINE) for entry in record.datasets}
    most |= {path: largest_shard(rows) for path, rows, _ in promised_shards(record)}
    for path, file in files.items():
        if file.size > most[path]:
            raise HubError(
                where=f"{where}: {path}",
                found=f"{file.size:,} bytes",
                wanted=f"at most {most[path]:,}, by what release.json tells of it",
                remedy=_REMEDY,
            )


def require_arrived(
    folder: Path, files: Mapping[str, RemoteFile], record: ReleaseRecord, *, with_audio: bool, where: str
) -> None:
    """Hold what was fetched to the listing, to the hashes in the record, and to what a shard may unpack to.

    A file that fails is removed, so that the next run fetches it anew.

    Raises
    ------
    HubError
        If a file differs, or is a Parquet file that does not have the rows of the record or could fill the memory.
    """
    for path, file in files.items():
        here = folder.joinpath(*path.split("/"))
        if file.same_as(here) is False:
            raise _removed(here, where=f"{where}: {path}", found="other bytes than its listing tells of")
    if read_release(RecordFolder(folder, folder)) != record:
        raise _removed(folder / HEADER, where=f"{where}: {HEADER}", found="a record that changed in the meantime")
    for path, sha256 in promised_hashes(record, with_audio=with_audio).items():
        here = folder.joinpath(*path.split("/"))
        digest = file_sha256(here)
        if digest != sha256:
            found = f"other bytes than release.json promises (sha256 {digest[:16]}…, not {sha256[:16]}…)"
            raise _removed(here, where=f"{where}: {path}", found=found)
    for path, rows, _ in promised_shards(record) if with_audio else ():
        here = folder.joinpath(*path.split("/"))
        fault = shard_fault(here, rows=rows)
        if fault:
            raise _removed(here, where=f"{where}: {path}", found=fault, wanted=f"a Parquet file of {rows:,} rows")
    require_own_files(folder, record, with_audio=with_audio, where=where)


def require_standing(place: Path, record: ReleaseRecord, *, with_audio: bool) -> None:
    """Hold what stands where a release should go to that release.

    Raises
    ------
    OutputError
        If it is something else.
    HubError
        If a file of it was changed, is missing, or has come to it since.
    """
    remedy = "move the whole folder away, and pull again"
    if place.is_symlink() or not (place / HEADER).is_file() or read_release(RecordFolder.at(place)) != record:
        raise OutputError(
            where=str(place),
            found="something else than this release",
            wanted="a free place, or the same release",
            remedy="move it away, or choose another folder with --out",
        )
    try:
        # The bookkeeping of a build may lie in a release that was built here.
        names = [name for name in files_below(place) if not name.startswith("manifests/")]
        whole = require_names(names, record, where=str(place)) == with_audio
    except HubError as error:
        raise HubError(where=error.where, found=error.found, wanted=error.wanted, remedy=remedy) from error
    if not whole:
        raise HubError(where=str(place), found="no audio", wanted="the release with its audio", remedy=remedy)
    if not whole:
        raise HubError(where=str(place), found="no audio", wanted="the release with its audio", remedy=remedy)
    for path, sha256 in promised_hashes(record, with_audio=with_audio).items():
        here = place.joinpath(*path.split("/"))
        require_hash(here, sha256, where=str(here), remedy=remedy)
    require_own_files(place, record, with_audio=with_audio, where=str(place))


def require_own_files(folder: Path, record: ReleaseRecord, *, with_audio: bool, where: str) -> None:
    """Refuse a release whose cards make a loader open anything but its own files.

    Raises
    ------
    HubError
        If one does.
    """
    for name, fault in card_faults(folder, record, with_audio=with_audio):
        raise HubError(where=f"{where}: {name}", found=fault, wanted="the files of its own datasets", remedy=_REMEDY)


def _removed(path: Path, *, where: str, found: str, wanted: str = "what release.json promises") -> HubError:
    path.unlink(missing_ok=True)
    return HubError(where=where, found=found, wanted=wanted, remedy=f"pull again; if it stays so, {_REMEDY}")
