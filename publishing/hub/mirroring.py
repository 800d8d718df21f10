"""Publish to a folder: a mirror that others can pull from, where a version is there whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from builders.engine.lock import build_lock
from manifests.atomic import output_error
from manifests.digest import file_sha256
from manifests.errors import OutputError
from publishing.hub.copying import copy_stream
from publishing.hub.errors import HubError
from publishing.hub.shipment import Shipment
from publishing.hub.uploading import Published


def publish_to_folder(shipment: Shipment, folder: Path) -> Published:
    """Copy a shipment to `<folder>/<name>-<version>`.

    Everything waits in a hidden folder beside it until it is whole; a run that was stopped goes on there.

    Parameters
    ----------
    shipment : Shipment
        What is published.
    folder : pathlib.Path
        The mirror; it is made if it is not there.

    Raises
    ------
    HubError
        If the version is there with other content: it is left as it is.
    OutputError
        If another process publishes it there now, or it cannot be written.
    """
    place = folder / shipment.record.title
    staging = folder / f".{shipment.record.title}.partial"
    with build_lock(place, work="`soundprobe publish` or `pull` of this release"):
        if place.exists() or place.is_symlink():
            require_same_folder(shipment, place)
            return Published(address=str(place), stood=True)
        try:
            staging.mkdir(parents=True, exist_ok=True)
            sent = _fill(shipment, staging)
            staging.rename(place)
            _reach_the_disk(folder)
        except OSError as error:
            raise output_error(place, error) from error
    return Published(address=str(place), stood=False, sent=sent)


def require_same_folder(shipment: Shipment, place: Path) -> None:
    """Hold a folder that is there to the shipment, byte by byte.

    Raises
    ------
    HubError
        If anything differs.
    """
    there = files_below(place)
    differing = sorted(set(there) ^ set(shipment.files))
    differing += [path for path in shipment.files if path in there and not _same(shipment.files[path], there[path])]
    if differing:
        more = f" and {len(differing) - 5} more" if len(differing) > 5 else ""
        raise HubError(
            where=str(place),
            found=f"{shipment.record.title} with other content: {', '.join(differing[:5])}{more}",
            wanted="the same content: what was published is never overwritten",
            remedy="publish under another version (`soundprobe release build --version`), or in another folder",
        )


def files_below(folder: Path) -> dict[str, Path]:
    """List the plain files below a folder by their POSIX paths.

    Raises
    ------
    HubError
        If there is a link, a device or a pipe among them.
    """
    found = {}
    for here, folders, names in os.walk(folder):
        for name in sorted([*folders, *names]):
            path = Path(here) / name
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                raise HubError(
                    where=str(path),
                    found="a symbolic link" if path.is_symlink() else "a device or a pipe",
                    wanted="plain files and folders",
                    remedy="do not use this copy; get the release from where its authors published it",
                )
            if path.is_file():
                found[path.relative_to(folder).as_posix()] = path
    return found


def _fill(shipment: Shipment, staging: Path) -> int:
    if staging.is_symlink() or not staging.is_dir():
        raise OutputError(
            where=str(staging), found="no folder", wanted="a folder for unfinished work", remedy="move it away"
        )
    for path, file in files_below(staging).items():
        if path not in shipment.files:
            file.unlink()
    sent = 0
    for path, file in shipment.files.items():
        target = staging.joinpath(*path.split("/"))
        if target.is_file() and _same(file, target):
            continue
        if target.is_dir():
            shutil.rmtree(target)
        with file.open("rb") as source:
            copy_stream(source, target, size=file.stat().st_size, where=str(file))
        sent += 1
    return sent


def _same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and file_sha256(one) == file_sha256(other)


def _reach_the_disk(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
