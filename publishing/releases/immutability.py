"""A version that was released is never overwritten: the same again is nothing to do, another is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from manifests.digest import file_sha256
from manifests.errors import OutputError, RecordError
from manifests.layout import DatasetPaths
from manifests.release_record.folder import HEADER, RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import read_release

_SHOWN = 5


def standing(folder: Path) -> ReleaseRecord | None:
    """Read the record that stands at `folder`; None if the place is free.

    Raises
    ------
    OutputError
        If there is something, and no record.
    RecordError
        If what stands there cannot be read: it is left alone.
    """
    if (folder / HEADER).exists():
        return read_release(RecordFolder.at(folder))
    if folder.exists() or folder.is_symlink():
        raise OutputError(
            where=str(folder),
            found="files without a release.json",
            wanted="a free place, or the release of this name and version",
            remedy="move them away, or choose another folder",
        )
    return None


def taken(folder: Path, names: Sequence[str]) -> OutputError:
    """Say that another release has this name and version.

    Parameters
    ----------
    folder : pathlib.Path
        Where it stands.
    names : sequence of str
        The fields that differ.
    """
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return OutputError(
        where=f"{folder / HEADER}",
        found=f"a release of this name and version that differs in {', '.join(names[:_SHOWN])}{more}",
        wanted="the same content: what was released is never overwritten",
        remedy="choose another --version; `soundprobe release rebuild` makes the old one from its record",
    )


def require_same(folder: Path, record: ReleaseRecord) -> bool:
    """Say whether `record` stands at `folder` already; False if the place is free.

    Raises
    ------
    OutputError
        If something else stands there; what differs is named.
    RecordError
        If a file has been changed since.
    """
    found = standing(folder)
    if found is None:
        return False
    if found != record:
        raise taken(folder, _differing(found, record))
    for path, sha256 in _promised(RecordFolder.at(folder), record):
        if not path.is_file() or file_sha256(path) != sha256:
            raise RecordError(
                where=str(path),
                found="other bytes than release.json says" if path.is_file() else "no such file",
                wanted=f"the sha256 {sha256[:16]}…",
                remedy="restore it, or move the whole folder away and run the same command again",
            )
    return True


def _promised(place: RecordFolder, record: ReleaseRecord) -> Iterator[tuple[Path, str]]:
    for dataset in record.datasets:
        yield place.items(dataset.recipe), dataset.items_sha256
        if place.is_release:
            data = DatasetPaths(place.folder, dataset.recipe).data
            yield from ((data / shard.name, shard.sha256) for shard in dataset.shards)
    if place.is_release:
        yield from ((place.folder.joinpath(*name.split("/")), sha256) for name, sha256 in record.documents.items())


def _differing(found: ReleaseRecord, wanted: ReleaseRecord) -> list[str]:
    """Name the fields that differ, as `datasets[volume-perception].plan_sha256`."""
    names = [
        name
        for name in type(found).model_fields
        if name not in {"datasets", "documents"} and getattr(found, name) != getattr(wanted, name)
    ]
    before, after = ({dataset.recipe: dataset for dataset in record.datasets} for record in (found, wanted))
    for recipe in sorted(before | after):
        if recipe not in before or recipe not in after:
            names.append(f"datasets[{recipe}], which {'only the new one' if recipe in after else 'the old one'} has")
            continue
        names += [
            f"datasets[{recipe}].{name}"
            for name in type(before[recipe]).model_fields
            if getattr(before[recipe], name) != getattr(after[recipe], name)
        ]
    # The documents tell of all the rest, and differ with it.
    return names or [
        f"documents[{name}]"
        for name in sorted(found.documents.keys() | wanted.documents.keys())
        if found.documents.get(name) != wanted.documents.get(name)
    ]
