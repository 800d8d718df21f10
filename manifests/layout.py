"""Where a built dataset and its record lie."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

RECORDS = "manifests"


@dataclass(frozen=True)
class DatasetPaths:
    """The paths of one dataset in a build folder.

    A build folder holds one folder a dataset, which is all that is published, and `manifests/`, the record of
    all of them.

    Parameters
    ----------
    out : pathlib.Path
        The build folder.
    name : str
        The dataset's name, which is its recipe's.
    """

    out: Path
    name: str

    @property
    def folder(self) -> Path:
        """The dataset folder that `datasets.load_dataset` opens."""
        return self.out / self.name

    @property
    def data(self) -> Path:
        """The folder of the Parquet shards."""
        return self.folder / "data"

    @property
    def card(self) -> Path:
        """The dataset card."""
        return self.folder / "README.md"

    @property
    def record(self) -> Path:
        """The record's header."""
        return self.out / RECORDS / f"{self.name}.json"

    @property
    def items(self) -> Path:
        """The record's items, one JSON line each."""
        return self.out / RECORDS / f"{self.name}.jsonl"

    @property
    def results(self) -> Path:
        """What the last check of the dataset found."""
        return self.out / RECORDS / "checks" / f"{self.name}.json"

    @property
    def partial(self) -> Path:
        """Where an unfinished build keeps its finished shards."""
        return self.out / ".partial" / self.name


def shard_name(index: int, count: int) -> str:
    """Name shard `index` of `count` as the Hub does."""
    return f"test-{index:05d}-of-{count:05d}.parquet"


def built_datasets(path: Path) -> list[DatasetPaths]:
    """Find the datasets at `path`: a dataset folder, a build folder, or any folder above build folders.

    Returns
    -------
    list of DatasetPaths
        Sorted by path; empty if there is none, or no such path can be.
    """
    try:
        if (path.parent / RECORDS / f"{path.name}.json").is_file():
            return [DatasetPaths(path.parent, path.name)]
        records = sorted(path.glob(f"**/{RECORDS}/*.json"))
    except OSError:  # a name that is too long for the file system
        return []
    return [DatasetPaths(record.parent.parent, record.stem) for record in records]


def unrecorded_datasets(path: Path) -> list[Path]:
    """Find the folders at or below `path` that hold `data/*.parquet` like a dataset, and have no record beside them.

    Hidden folders are left out: an unfinished build keeps its shards in one.

    Returns
    -------
    list of pathlib.Path
        Sorted.
    """
    found = []
    for folder, names, _ in os.walk(path):  # Path.walk is not there before Python 3.12
        names[:] = [name for name in names if not name.startswith(".")]
        data = Path(folder) / "data"
        if "data" in names and any(data.glob("*.parquet")):
            found.append(data.parent)
    return sorted(folder for folder in found if not DatasetPaths(folder.parent, folder.name).record.is_file())
