"""Write a release record: a folder that is there whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from manifests.atomic import output_error
from manifests.digest import file_sha256
from manifests.errors import OutputError, RecordError
from manifests.release_record.folder import HEADER
from manifests.release_record.models import ReleaseRecord


def write_record(folder: Path, record: ReleaseRecord, items: Mapping[str, Path]) -> None:
    """Write a record into a folder that is not there yet.

    Parameters
    ----------
    folder : pathlib.Path
        `<records>/<name>-<version>`.
    record : ReleaseRecord
        The header.
    items : mapping of str to pathlib.Path
        The file of items of each dataset, by recipe.

    Raises
    ------
    OutputError
        If the folder is there already, or cannot be written.
    RecordError
        If the items are not those that the header says.
    """
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    if folder.exists():
        raise OutputError(
            where=str(folder),
            found="a record that is there already",
            wanted="a version of its own: what was released is never overwritten",
            remedy="choose another --version",
        )
    try:
        for leftover in folder.parent.glob(f".{folder.name}.*.tmp"):  # of a run that was killed
            shutil.rmtree(leftover)
        temporary.mkdir(parents=True)
        for dataset in record.datasets:
            copy = temporary / f"{dataset.recipe}.jsonl"
            shutil.copyfile(items[dataset.recipe], copy)
            _require_same(copy, dataset.items_sha256)
        (temporary / HEADER).write_text(record.to_text(), encoding="utf-8", newline="\n")
        _reach_the_disk(temporary)
        temporary.rename(folder)
    except OSError as error:
        raise output_error(folder, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _require_same(path: Path, sha256: str) -> None:
    found = file_sha256(path)
    if found != sha256:
        raise RecordError(
            where=path.name,
            found=f"items with the sha256 {found[:16]}…",
            wanted=f"{sha256[:16]}…, as in release.json",
            remedy="build the release again",
        )


def _reach_the_disk(folder: Path) -> None:
    for path in folder.iterdir():
        with path.open("rb") as handle:
            os.fsync(handle.fileno())
