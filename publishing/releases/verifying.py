"""Verify a release folder: every file, row and sample against the record, and nothing that does not belong there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import file_sha256
from manifests.errors import RecordError
from manifests.layout import RECORDS, DatasetPaths
from manifests.release_record.documents import document_names
from manifests.release_record.folder import COPIES, HEADER, RecordFolder
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from manifests.release_record.reading import read_release
from publishing.licensing.holding import terms_faults
from publishing.metadata.configs import card_faults
from publishing.releases.difference import Difference, short
from publishing.releases.shard_against_record import VerifyJob, verify_shard
from publishing.releases.survey import SOURCES_HELD, SourceFiles, survey

_OWN_CLIPS = "a card that opens the clips of its own dataset"


@dataclass(frozen=True, kw_only=True)
class VerifyReport:
    """What was found.

    Parameters
    ----------
    record : ReleaseRecord
        What the release was held to.
    items, shards, documents : int
        Items and files of clips that the record tells of, and cards and papers that were compared with their hashes.
    recipe_only : bool
        Whether it is a release of records and papers alone, which has no clips to verify.
    differences : tuple of Difference
        Nothing, if the release is whole.
    """

    record: ReleaseRecord
    items: int
    shards: int
    documents: int
    recipe_only: bool
    differences: tuple[Difference, ...]

    @property
    def bare(self) -> bool:
        """Whether the record promises cards and papers and none is there, as in a release that was rebuilt."""
        return bool(self.record.documents) and not self.documents

    @property
    def holds(self) -> bool:
        """Whether everything is as recorded."""
        return not self.differences

    def to_json(self) -> dict[str, Any]:
        """Give the report as JSON values."""
        return {
            "release": self.record.title,
            "items": self.items,
            "shards": self.shards,
            "documents": self.documents,
            "recipe_only": self.recipe_only,
            "holds": self.holds,
            "differences": [difference.to_json() for difference in self.differences],
        }


def verify_release(release: Path, *, record: Path | None = None, workers: int = 1) -> VerifyReport:
    """Verify a release folder.

    Parameters
    ----------
    release : pathlib.Path
        The folder.
    record : pathlib.Path, optional
        A record kept elsewhere; otherwise the one inside the folder.
    workers : int
        Processes; each takes whole shards and holds a few clips at a time.

    Raises
    ------
    RecordError
        If there is no such folder, or a record cannot be read.
    """
    if not release.is_dir():
        raise RecordError(
            where=str(release),
            found="a file" if release.exists() else "no such folder",
            wanted="a release folder",
            remedy="give a folder such as build/releases/NAME-VERSION",
        )
    kept = RecordFolder.at(record or release)
    header = read_release(kept)
    documents, changed = _documents(release, header)
    differences = [*_unexpected(release, header), *_copies(release, kept, header), *changed]
    differences += [Difference(where=HEADER, item="", found=each, wanted=SOURCES_HELD) for each in terms_faults(header)]
    jobs: list[VerifyJob] = []
    for entry in header.datasets:
        looked_at = survey(entry, kept.items(entry.recipe), SourceFiles())
        differences += looked_at.differences
        jobs += _jobs(release, entry, kept.items(entry.recipe), looked_at.offsets)
    # A release of records alone promises no clips; but where there are some, as after a rebuild, all must hold.
    with_audio = header.with_audio or any(os.path.lexists(job.path) for job in jobs)
    jobs = jobs if with_audio else []
    faults = card_faults(release, header, with_audio=with_audio)
    differences += [Difference(where=name, item="", found=each, wanted=_OWN_CLIPS) for name, each in faults]
    with Progress(f"verifying {header.title}", total=sum(job.rows for job in jobs), unit="clips") as progress:
        for job, found in zip(jobs, map_jobs(verify_shard, jobs, workers=workers), strict=True):
            progress.advance(job.rows)
            differences += found
    total = sum(entry.items for entry in header.datasets)
    return VerifyReport(
        record=header,
        items=total,
        shards=len(jobs),
        documents=documents,
        recipe_only=not with_audio,
        differences=tuple(differences),
    )


def expected_files(record: ReleaseRecord) -> frozenset[str]:
    """Name every file that a release folder may hold, as POSIX paths below it."""
    names = {HEADER, *(record.documents or document_names(entry.recipe for entry in record.datasets))}
    for entry in record.datasets:
        names |= {f"{entry.recipe}/data/{shard.name}" for shard in entry.shards}
        names.add(f"{COPIES}/{entry.recipe}.jsonl")
        names |= {f"{RECORDS}/{entry.recipe}{end}" for end in (".json", ".jsonl")}
        names.add(f"{RECORDS}/checks/{entry.recipe}.json")
    return frozenset(names)


def _jobs(release: Path, entry: DatasetEntry, items: Path, offsets: Sequence[int]) -> Iterator[VerifyJob]:
    data = DatasetPaths(release, entry.recipe).data
    for shard, offset in zip(entry.shards, offsets, strict=True):
        yield VerifyJob(
            where=f"{entry.recipe}/data/{shard.name}",
            path=data / shard.name,
            sha256=shard.sha256,
            rows=shard.rows,
            channels=entry.channels,
            items=items,
            offset=offset,
        )


def _unexpected(release: Path, record: ReleaseRecord) -> Iterator[Difference]:
    expected = expected_files(record)
    for folder, folders, files in os.walk(release):
        for name in sorted([*files, *folders]):
            path = Path(folder) / name
            place = path.relative_to(release).as_posix()
            if path.is_symlink():
                yield Difference(where=place, item="", found="a symbolic link", wanted="plain files and folders")
            elif name in files and place not in expected:
                yield Difference(where=place, item="", found="a file that the record does not know", wanted="none")


def _documents(release: Path, record: ReleaseRecord) -> tuple[int, list[Difference]]:
    """Hold cards and papers to their hashes, and count them; that there are none at all is no difference."""
    found = {name: _document(release.joinpath(*name.split("/"))) for name in record.documents}
    there = sum(digest is not None for digest in found.values())
    differences = [
        Difference(
            where=name,
            item="",
            found="no plain file" if digest is None else f"other bytes (sha256 {short(digest)})",
            wanted=f"{short(record.documents[name])}, as recorded",
        )
        for name, digest in found.items()
        if digest != record.documents[name]
    ]
    return there, differences if there else []


def _document(path: Path) -> str | None:
    return file_sha256(path) if path.is_file() and not path.is_symlink() else None


def _copies(release: Path, kept: RecordFolder, record: ReleaseRecord) -> Iterator[Difference]:
    """Compare the record inside the release folder with the one kept elsewhere."""
    if kept.folder.resolve() == release.resolve():
        return
    wanted = f"the one at {kept.folder}"
    if not os.path.lexists(release / HEADER):
        yield Difference(where=HEADER, item="", found="no such file", wanted=wanted)
    elif read_release(RecordFolder.at(release)) != record:
        yield Difference(where=HEADER, item="", found="another record", wanted=wanted)
    inside = RecordFolder(release, release / COPIES)
    for entry in record.datasets:
        items = inside.items(entry.recipe)
        if os.path.lexists(items):
            yield from survey(entry, items, SourceFiles()).differences
        else:
            yield Difference(where=f"{COPIES}/{items.name}", item="", found="no such file", wanted=wanted)
