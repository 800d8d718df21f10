"""Fetch a release: nothing is believed that is not in its record, and nothing is in place before all of it is."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from builders.engine.lock import build_lock
from execution.progress import Progress
from manifests.atomic import output_error
from manifests.digest import file_sha256
from manifests.errors import OutputError
from manifests.release_record.documents import document_names
from manifests.release_record.folder import HEADER, RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import LARGEST_HEADER, read_release
from publishing.hub.arrival import require_arrived, require_sizes, require_standing
from publishing.hub.contents import require_names
from publishing.hub.downloading import UNFINISHED
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.mirroring import files_below
from publishing.hub.places import temporary_error
from publishing.hub.sources import Source
from publishing.hub.staging import open_staging


@dataclass(frozen=True, kw_only=True)
class Pulled:
    """What was fetched.

    Parameters
    ----------
    folder : pathlib.Path
        Where it is.
    record : ReleaseRecord
        Its record.
    with_audio : bool
        Whether the clips are there, or records alone.
    stood : bool
        Whether it was there before.
    unvouched : tuple of str
        Cards and papers whose hashes its record does not hold.
    """

    folder: Path
    record: ReleaseRecord
    with_audio: bool
    stood: bool
    unvouched: tuple[str, ...]


def pull(source: Source, out: Path, *, version: str | None = None, deep: bool = False, workers: int = 1) -> Pulled:
    """Fetch a release to `<out>/<name>-<version>`.

    Files wait in a hidden folder beside it, each held to its hash, until all are there; then the folder takes its
    place in one go. A run that was stopped goes on there.

    Parameters
    ----------
    source : Source
        Where it is.
    out : pathlib.Path
        The folder of releases.
    version : str, optional
        The version that it must be.
    deep : bool
        Decode every clip too, and compare rows and samples with the record.
    workers : int
        Processes for that.

    Raises
    ------
    HubError
        If it cannot be fetched, or is not what its record says: then it is not put in place.
    RecordError
        If its record is wrong.
    OutputError
        If it cannot be written, as where the disk is full, or something else stands in its place.
    """
    files = source.files()
    record, header_sha256 = _record(source, files, version)
    with_audio = require_names(files, record, where=source.where)
    require_sizes(files, record, where=source.where)
    place = out / record.title
    with build_lock(place, work="`soundprobe publish` or `pull` of this release"):
        stood = place.exists() or place.is_symlink()
        if stood:
            require_standing(place, record, with_audio=with_audio)
            if deep and with_audio:
                _require_whole(place, workers=workers, where=str(place))
        else:
            try:
                staging = open_staging(place, header_sha256=header_sha256)
                _fetch_all(source, files, record, staging, with_audio=with_audio)
                if deep and with_audio:
                    _require_whole(staging, workers=workers, where=source.where)
                staging.rename(place)
            except OSError as error:
                raise output_error(place, error) from error
    papers = [name for name in document_names(entry.recipe for entry in record.datasets) if name in files]
    unvouched = tuple(name for name in papers if name not in record.documents)
    return Pulled(folder=place, record=record, with_audio=with_audio, stood=stood, unvouched=unvouched)


def _record(source: Source, files: Mapping[str, RemoteFile], version: str | None) -> tuple[ReleaseRecord, str]:
    """Read the record before anything else, and give its file's sha256 too."""
    header = files.get(HEADER)
    if header is None or header.size > LARGEST_HEADER:
        raise HubError(
            where=source.where,
            found="no release.json" if header is None else f"a release.json of {header.size:,} bytes",
            wanted="a release that soundprobe published",
            remedy="check the name; `soundprobe audit` looks at question sets that others made",
        )
    try:
        with TemporaryDirectory(prefix="soundprobe-") as folder:
            source.fetch(header, Path(folder))
            record = read_release(RecordFolder(Path(folder), Path(folder)))
            sha256 = file_sha256(Path(folder) / HEADER)
    except OSError as error:
        raise temporary_error(error) from error
    found, wanted = f"the record of {record.title}", source.title or record.title
    if version is not None and record.version != version:
        found, wanted = f"the record of version {record.version}", f"version {version}"
    elif record.title == wanted:
        return record, sha256
    raise HubError(
        where=f"{source.where}/{HEADER}",
        found=found,
        wanted=f"that of {wanted}",
        remedy="do not use this copy; ask whoever published it",
    )


def _fetch_all(
    source: Source, files: Mapping[str, RemoteFile], record: ReleaseRecord, staging: Path, *, with_audio: bool
) -> None:
    for name, path in files_below(staging).items():
        if name not in files and not name.startswith(f"{UNFINISHED}/"):
            path.unlink()
    missing = [file for file in files.values() if file.same_as(staging.joinpath(*file.path.split("/"))) is False]
    _require_room(staging, sum(file.size for file in missing))
    with Progress(f"fetching {record.title}", total=len(missing), unit="files") as progress:
        for file in missing:
            source.fetch(file, staging)
            progress.advance()
    require_arrived(staging, files, record, with_audio=with_audio, where=source.where)
    shutil.rmtree(staging / UNFINISHED, ignore_errors=True)


def free_bytes(folder: Path) -> int:
    """Give what the disk of a folder still holds."""
    return shutil.disk_usage(folder).free


def _require_room(folder: Path, size: int) -> None:
    """Refuse before anything is fetched what the disk cannot hold."""
    free = free_bytes(folder)
    if size > free:
        raise OutputError(
            where=str(folder.parent),
            found=f"{free:,} bytes free",
            wanted=f"{size:,}, for what is still to be fetched",
            remedy="free some space, or choose another folder with --out; what was fetched before is kept",
        )


def _require_whole(folder: Path, *, workers: int, where: str) -> None:
    from publishing.releases.verifying import verify_release

    report = verify_release(folder, workers=workers)
    if not report.holds:
        raise HubError(
            where=where,
            found=f"{len(report.differences):,} differences from its record, such as: {report.differences[0]}",
            wanted="every row and sample as recorded",
            remedy="do not use this copy; get the release from where its authors published it",
        )
