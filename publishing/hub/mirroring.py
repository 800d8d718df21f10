"""Publish to a folder: a mirror that others can pull from, where a version is there whole or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from tempfile import TemporaryDirectory

from builders.engine.lock import build_lock
from manifests.atomic import output_error
from manifests.digest import file_sha256
from manifests.release_record.folder import HEADER
from publishing.hub.copying import copy_stream
from publishing.hub.errors import HubError
from publishing.hub.shipment import Shipment
from publishing.hub.staging import open_staging
from publishing.hub.uploading import Published


def publish_to_folder(shipment: Shipment, folder: Path) -> Published:
    """Copy a shipment to `<folder>/<name>-<version>`.

    Everything waits in a hidden folder beside it until it is whole; a run that was stopped goes on there. The lock is
    one of this machine and cache: where somebody else publishes at the same time, who is whole first has the place, and
    the other's copy is held to it.

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
    with build_lock(place, work="`soundprobe publish` or `pull` of this release"):
        if place.exists() or place.is_symlink():
            require_same_folder(shipment, place)
            return Published(address=str(place), stood=True)
        try:
            staging = open_staging(place, header_sha256=shipment.sha256[HEADER])
        except OSError as error:
            raise output_error(place, error) from error
        try:
            sent = _fill(shipment, staging)
            _drop_all_but(shipment, staging)
            staging.rename(place)
            _reach_the_disk(folder)
        except OSError as error:
            if place.is_dir():  # somebody else was first
                require_same_folder(shipment, place)
                shutil.rmtree(staging, ignore_errors=True)
                return Published(address=str(place), stood=True)
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
    both = sorted(set(there) & set(shipment.files))
    differing += [path for path in both if file_sha256(there[path]) != shipment.sha256[path]]
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
            try:
                mode = path.lstat().st_mode
            except FileNotFoundError:
                continue  # somebody else has just taken it away
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise HubError(
                    where=str(path),
                    found="a symbolic link" if stat.S_ISLNK(mode) else "a device or a pipe",
                    wanted="plain files and folders",
                    remedy="do not use this copy; get the release from where its authors published it",
                )
            if stat.S_ISREG(mode):
                found[path.relative_to(folder).as_posix()] = path
    return found


def _fill(shipment: Shipment, staging: Path) -> int:
    sent = 0
    # A folder of this run's own, so that nobody who sends the same release finds half a file in the common one.
    with TemporaryDirectory(dir=staging.parent, prefix=f"{staging.name}.", ignore_cleanup_errors=True) as own:
        for path, file in shipment.files.items():
            target = staging.joinpath(*path.split("/"))
            if target.is_file() and file_sha256(target) == shipment.sha256[path]:
                continue
            if target.is_dir():
                shutil.rmtree(target)
            copied = Path(own, target.name)
            with file.open("rb") as source:
                size = file.stat().st_size
                copy_stream(source, copied, size=size, where=str(file), sha256=shipment.sha256[path])
            target.parent.mkdir(parents=True, exist_ok=True)
            copied.replace(target)
            sent += 1
    return sent


def _drop_all_but(shipment: Shipment, staging: Path) -> None:
    for path, file in files_below(staging).items():
        if path not in shipment.files:
            file.unlink(missing_ok=True)


def _reach_the_disk(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
