"""Publish to an object store: release.json is written last, and until it is there the version is not."""

from __future__ import annotations

from manifests.digest import file_sha256
from manifests.release_record.folder import HEADER
from publishing.hub.errors import HubError
from publishing.hub.shipment import Shipment
from publishing.hub.stores import Store
from publishing.hub.uploading import Published


def publish_to_store(shipment: Shipment, store: Store) -> Published:
    """Send a shipment to `<store>/<name>-<version>`.

    A store has no renaming in one go. The header is the mark of a version that is whole: it is made last, and only if
    it is not there. What a stopped run left is compared by size and sha256 and not sent again.

    Parameters
    ----------
    shipment : Shipment
        What is published.
    store : Store
        The folder that holds the versions.

    Raises
    ------
    HubError
        If the version is there with other content, or the store refuses.
    """
    place = store.below(shipment.record.title)
    there = place.files()
    if HEADER in there:
        _require_same(shipment, place)
        return Published(address=place.where, stood=True)
    foreign = sorted(set(there) - set(shipment.files))
    if foreign:
        raise _other(shipment, place, foreign)
    sent = 0
    for path, file in shipment.files.items():
        if path == HEADER:
            continue
        size, listed = file.stat().st_size, there.get(path)
        if listed is not None and listed.size == size and place.sha256(path) == file_sha256(file):
            continue
        place.put(file, path)
        sent += 1
    _require_arrived(shipment, place)
    header = shipment.files[HEADER].read_bytes()
    if not place.create(HEADER, header) and place.read(HEADER) != header:
        raise _other(shipment, place, [HEADER])
    return Published(address=place.where, stood=False, sent=sent + 1)


def _require_arrived(shipment: Shipment, place: Store) -> None:
    sizes, there = shipment.sizes, place.files()
    wrong = [path for path in sizes if path != HEADER and (path not in there or there[path].size != sizes[path])]
    if wrong:
        raise HubError(
            where=place.where,
            found=f"files that did not arrive whole: {', '.join(wrong[:5])}",
            wanted="the sizes that were sent",
            remedy="run the same command again; release.json is not there yet, so nothing counts as published",
        )


def _require_same(shipment: Shipment, place: Store) -> None:
    there = place.files()
    differing = sorted(set(there) ^ set(shipment.files))
    differing += [
        path
        for path, size in shipment.sizes.items()
        if path in there and (there[path].size != size or place.sha256(path) != file_sha256(shipment.files[path]))
    ]
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
