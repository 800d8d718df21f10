"""What is sent to one place: the files of a release, or of one of its datasets, each checked before it leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from manifests.atomic import write_text_atomically
from manifests.digest import file_sha256
from manifests.errors import RecordError
from manifests.release_record.documents import document_names, hashed
from manifests.release_record.folder import HEADER, RecordFolder
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from manifests.release_record.reading import read_release
from publishing.hub.contents import items_path, promised_hashes, require_hash, shipped_files
from publishing.hub.files import RemoteFile
from publishing.hub.papers import write_papers
from publishing.hub.readiness import require_readable, require_ready
from publishing.hub.terms import terms_of_part
from publishing.hub.versions import tag_of
from publishing.metadata.identity import require_own_papers

Layout = Literal["suite", "task"]
_REMEDY = "build the release again, or restore the file; `soundprobe release verify` tells all that differs"


@dataclass(frozen=True, kw_only=True)
class Shipment:
    """The files that go to one repository or folder.

    Parameters
    ----------
    record : ReleaseRecord
        The record that goes with them: the release's, or that of one of its datasets.
    with_audio : bool
        Whether the clips go with it.
    files : mapping of str to pathlib.Path
        Where each file lies here, by its path there, sorted.
    sha256 : mapping of str to str
        What each hashed to when it was packed: what arrives is held to that, not to what the files are by then.
    """

    record: ReleaseRecord
    with_audio: bool
    files: Mapping[str, Path]
    sha256: Mapping[str, str]

    @property
    def tag(self) -> str:
        """The tag of the version."""
        return tag_of(self.record.version)

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes by path."""
        return {path: file.stat().st_size for path, file in self.files.items()}

    def is_same(self, path: str, there: RemoteFile) -> bool:
        """Say whether a file elsewhere has the bytes of the file that was packed under that path."""
        if path not in self.files or there.size != self.files[path].stat().st_size:
            return False
        if there.sha256:
            return there.sha256 == self.sha256[path]
        # git's hash is of this file as it is now.
        return there.same_as(self.files[path]) is True and file_sha256(self.files[path]) == self.sha256[path]


@contextmanager
def packed(release: Path, *, layout: Layout = "suite", recipe_only: bool = False) -> Iterator[list[Shipment]]:
    """Verify a release against its hashes and lay out what is sent; papers made anew live as long as the block.

    Parameters
    ----------
    release : pathlib.Path
        A release folder; for records alone the record's own folder does too.
    layout : {'suite', 'task'}
        The whole release in one place, or each dataset in one of its own, as a release of one dataset that has the
        dataset's name.
    recipe_only : bool
        Leave the audio out.

    Raises
    ------
    HubError
        If a file has other bytes than release.json promises, or is missing.
    RecordError
        If there is no record or it is wrong, there is no audio or no paper beside it, no hash of a paper in it, or
        papers tell of another release; or if papers must be made anew, and a recipe is another here.
    LicenceError
        If rows, corpora and terms do not say the same of a source, as the ledger does.
    RecipeError
        If papers must be made anew, and a recipe is not known here.
    """
    from publishing.licensing.holding import require_sources

    place = RecordFolder.at(release)
    record = read_release(place)
    if not place.is_release and not recipe_only:
        raise RecordError(
            where=str(release),
            found="a record without audio beside it",
            wanted="a release folder",
            remedy="give a folder such as build/releases/NAME-VERSION, or publish the record with --recipe-only",
        )
    sources = _sources(place, record, with_audio=not recipe_only)
    if not recipe_only:
        require_ready(place.folder, record)
    for path, sha256 in promised_hashes(record, with_audio=not recipe_only).items():
        if not (recipe_only and path in record.documents):  # then the papers are made anew
            require_hash(sources[path], sha256, where=str(sources[path]), remedy=_REMEDY)
    if not recipe_only:
        require_readable(place.folder, record)
        require_own_papers(place.folder, record)
    require_sources(record, place.items, where=record.title)
    records = [record] if layout == "suite" else [_alone(record, entry) for entry in record.datasets]
    with TemporaryDirectory(prefix="soundprobe-") as scratch:
        yield [_shipment(each, record, sources, Path(scratch) / each.name, recipe_only=recipe_only) for each in records]


def require_allowed(shipment: Shipment) -> None:
    """Refuse what the terms of a source forbid, as they are known here or as the record has them.

    Raises
    ------
    LicenceError
        If the audio may not be passed on.
    """
    from publishing.licensing.ledger import release_terms, require_publishable

    terms = release_terms(corpus for entry in shipment.record.datasets for corpus in entry.corpora)
    if terms.redistribution and not shipment.record.licence.redistribution:
        spdx = ", ".join(shipment.record.licence.spdx)
        terms = replace(terms, redistribution=False, refusals=(f"{spdx}: its record says it may not be passed on",))
    require_publishable(terms, with_audio=shipment.with_audio, where=shipment.record.title)


def _shipment(
    part: ReleaseRecord, whole: ReleaseRecord, sources: Mapping[str, Path], scratch: Path, *, recipe_only: bool
) -> Shipment:
    names = shipped_files(part, with_audio=not recipe_only)
    files = {name: sources[name] for name in names if name in sources}
    scratch.mkdir(parents=True)
    if part != whole or recipe_only:
        files |= write_papers(part, sources, scratch, with_audio=not recipe_only)
        part = _with_documents(part, files)
    # What was read and held is what goes, whatever becomes of the file.
    write_text_atomically(scratch / HEADER, part.to_text())
    files[HEADER] = scratch / HEADER
    for name in names:
        if name not in files or files[name].is_symlink() or not files[name].is_file():
            raise RecordError(
                where=name,
                found="no such file in the release",
                wanted="a plain file",
                remedy="build the release again: run the same `soundprobe release build` command",
            )
    sha256 = {HEADER: file_sha256(files[HEADER]), **promised_hashes(part, with_audio=not recipe_only)}
    return Shipment(
        record=part,
        with_audio=not recipe_only,
        files={name: files[name] for name in names},
        sha256={name: sha256[name] for name in names},
    )


def _with_documents(part: ReleaseRecord, files: Mapping[str, Path]) -> ReleaseRecord:
    """Give the record with the hashes of the papers that go with it."""
    names = document_names(entry.recipe for entry in part.datasets)
    return part.model_copy(update={"documents": hashed({name: files[name] for name in names if name in files})})


def _sources(place: RecordFolder, record: ReleaseRecord, *, with_audio: bool) -> dict[str, Path]:
    """Say where each file lies here."""
    names = shipped_files(record, with_audio=with_audio)
    found = {name: place.folder.joinpath(*name.split("/")) for name in names}
    found |= {items_path(entry.recipe): place.items(entry.recipe) for entry in record.datasets}
    return found


def _alone(record: ReleaseRecord, entry: DatasetEntry) -> ReleaseRecord:
    """Give the record of one dataset as a release of its own, under the terms of its own sources."""
    terms = terms_of_part(record, entry).model_dump(mode="json")
    value = {**record.to_json(), "name": entry.recipe, "datasets": [entry.model_dump(mode="json")], "licence": terms}
    names = document_names([entry.recipe])
    value["documents"] = {name: sha256 for name, sha256 in record.documents.items() if name in names}
    return ReleaseRecord.model_validate_json(json.dumps(value))
