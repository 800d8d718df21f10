"""Publish to an object store: release.json is written last, and until it is there the version is not."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from manifests.release_record.folder import HEADER
from publishing.hub.errors import HubError
from publishing.hub.files import RemoteFile
from publishing.hub.shipment import Shipment
from publishing.hub.stores import Store
from publishing.hub.uploading import Published

_CLAIM = "publishing"


def publish_to_store(shipment: Shipment, store: Store) -> Published:
    """Send a shipment to `<store>/<name>-<version>`.

    A store has no renaming in one go. So the place is claimed first, by a small file beside it that is made only if
    it is not there, and that holds the hash of release.json: whoever has another release of that name and version is
    refused, and the same one may go on where a run was stopped. release.json is the mark of a version that is whole:
    it is made last, only if it is not there, and only after every other file was read back and had its hash. Then the
    claim is taken away: from then on release.json keeps others out.

    Parameters
    ----------
    shipment : Shipment
        What is published.
    store : Store
        The folder that holds the versions.

    Raises
    ------
    HubError
        If the version is there with other content or is being published with it, or the store refuses.
    """
    place = store.below(shipment.record.title)
    if place.holds(HEADER):
        _require_same(shipment, place)
        return Published(address=place.where, stood=True)
    claim = f".{shipment.record.title}.{_CLAIM}"
    _claim(shipment, store, claim)
    # Only now: one who had the claim before may have made the version whole, and given the claim up.
    there = place.files()
    if HEADER in there:
        _let_go(store, claim)
        _require_same(shipment, place)
        return Published(address=place.where, stood=True)
    foreign = sorted(set(there) - set(shipment.files))
    if foreign:
        raise _other(shipment, place, foreign)
    sent = _send(shipment, place, there)
    _require_arrived(shipment, place)
    header = shipment.files[HEADER].read_bytes()
    if not place.create(HEADER, header) and place.read(HEADER) != header:
        raise _other(shipment, place, [HEADER])
    _let_go(store, claim)
    return Published(address=place.where, stood=False, sent=sent + 1)


def _claim(shipment: Shipment, store: Store, claim: str) -> None:
    mine = shipment.sha256[HEADER].encode()
    store.create(claim, mine)
    # Read back even if it was just made: not every store holds two at once apart.
    if store.read(claim) != mine:
        raise HubError(
            where=f"{store.where}/{claim}",
            found=f"another {shipment.record.title} that is being published, or was begun and not finished",
            wanted="one release of a name and version",
            remedy="publish under another version; or, if nobody is at work on the other any more, remove this file "
            f"and what is in {shipment.record.title}/, and run the same command again",
        )


def _let_go(store: Store, claim: str) -> None:
    """Take the claim away where that is allowed; beside a version that is whole it means nothing."""
    with suppress(HubError):
        store.remove(claim)


def _send(shipment: Shipment, place: Store, there: Mapping[str, RemoteFile]) -> int:
    sent = 0
    for path, file in shipment.files.items():
        if path == HEADER:
            continue
        listed = there.get(path)
        same_size = listed is not None and listed.size == file.stat().st_size
        if not (same_size and place.sha256(path) == shipment.sha256[path]):
            place.put(file, path)
            sent += 1
    return sent


def _require_arrived(shipment: Shipment, place: Store) -> None:
    there = place.files()
    # One who publishes the same at the same time may have been first with the header.
    wrong = sorted((set(there) ^ set(shipment.files)) - {HEADER})
    wrong += [
        path
        for path, sha256 in shipment.sha256.items()
        if path in there and path != HEADER and place.sha256(path) != sha256
    ]
    if wrong:
        raise HubError(
            where=place.where,
            found=f"files that are not as they were packed: {', '.join(wrong[:5])}",
            wanted="the bytes that release.json promises, and nothing else",
            remedy="let nobody else write there or to the release folder, and run the same command again; release.json "
            "is not there yet, so nothing counts as published",
        )


def _require_same(shipment: Shipment, place: Store) -> None:
    there = place.files()
    differing = sorted(set(there) ^ set(shipment.files))
    differing += [path for path, sha256 in shipment.sha256.items() if path in there and place.sha256(path) != sha256]
    if differing:
        raise _other(shipment, place, differing)


def _other(shipment: Shipment, place: Store, differing: list[str]) -> HubError:
    more = f" and {len(differing) - 5} more" if len(differing) > 5 else ""
    return HubError(
        where=place.where,
        found=f"{shipment.record.title} with other content: {', '.join(differing[:5])}{more}",
        wanted="the same content: what was published is never overwritten",
        remedy="publish under another version (`soundprobe release build --version`), or in another folder",
    )
