"""The release record of one dataset: a header, and one JSON line an item."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from manifests.digest import canonical_json
from manifests.errors import RecordError
from manifests.rows import ItemRecord

SCHEMA_VERSION = 1
OPEN_COUNT = "items"  # under which the items of an open task are counted, whose labels are texts of their own
_REBUILD = "build the dataset again; what has not changed is not rendered again"


@dataclass(frozen=True, kw_only=True)
class CorpusUse:
    """A corpus that a dataset was made from, as it was on the day."""

    name: str
    title: str
    licence: str
    index_sha256: str
    files: int


@dataclass(frozen=True, kw_only=True)
class ShardRecord:
    """One Parquet file of a dataset."""

    name: str
    rows: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class DatasetRecord:
    """The header of a dataset's record.

    Parameters
    ----------
    schema_version : int
        Version of this format.
    recipe, suite, level, operation
        What was built.
    recipe_sha256, plan_sha256, code_sha256 : str
        Digests of the recipe, of the planned items, and of the code that rendered them.
    seed : int
        The release seed.
    sampling_rate, channels : int
        The audio contract.
    options : tuple of str
        The labels, in the recipe's order; empty for an open task.
    counts : mapping
        Items by label; of an open task all of them, under `items`.
    corpora : tuple of CorpusUse
        What it was made from.
    packages : mapping
        Versions of the libraries that can change a sample.
    notes : tuple of str
        How this build departs from the recipe (a stand-in corpus, fewer items).
    shards : tuple of ShardRecord
        The files.
    """

    schema_version: int = SCHEMA_VERSION
    recipe: str
    suite: str
    level: int
    operation: str
    recipe_sha256: str
    plan_sha256: str
    code_sha256: str
    seed: int
    sampling_rate: int
    channels: int
    options: tuple[str, ...]
    counts: Mapping[str, int]
    corpora: tuple[CorpusUse, ...]
    packages: Mapping[str, str]
    notes: tuple[str, ...]
    shards: tuple[ShardRecord, ...]
    items_sha256: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the header as JSON values."""
        return asdict(self)

    def to_text(self) -> str:
        """Give the header as indented, sorted JSON."""
        return json.dumps(self.to_json(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"

    def finished(self, shards: tuple[ShardRecord, ...], *, items_sha256: str) -> Self:
        """Give the header with its files filled in."""
        return replace(self, shards=shards, items_sha256=items_sha256)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read back what `to_text` wrote.

        Raises
        ------
        TypeError, KeyError
            If a field is missing or unknown.
        """
        fields = dict(value)
        fields["options"] = tuple(fields["options"])
        counted = fields["options"] or (OPEN_COUNT,)
        fields["counts"] = {label: fields["counts"][label] for label in counted}  # JSON sorted them
        fields["notes"] = tuple(fields["notes"])
        fields["corpora"] = tuple(CorpusUse(**use) for use in fields["corpora"])
        fields["shards"] = tuple(ShardRecord(**shard) for shard in fields["shards"])
        return cls(**fields)


def read_record(path: Path) -> DatasetRecord:
    """Read a record's header.

    Raises
    ------
    RecordError
        If it is missing, not JSON, of another schema version or lacks a field.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        version = value["schema_version"]
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError) as error:
        raise _broken(path, error) from error
    if version != SCHEMA_VERSION:
        raise RecordError(
            where=str(path),
            found=f"record schema version {version}",
            wanted=f"version {SCHEMA_VERSION}",
            remedy="use the soundprobe release that wrote it, or build the dataset again",
        )
    try:
        return DatasetRecord.from_json(value)
    except (TypeError, KeyError, AttributeError) as error:
        raise _broken(path, error) from error


def write_item_line(item: ItemRecord) -> str:
    """Give one item as one line of JSON, line end included."""
    return canonical_json(item.to_json()) + "\n"


def read_items(path: Path) -> Iterator[ItemRecord]:
    """Read the items of a record one by one, in the order of the dataset.

    Raises
    ------
    RecordError
        If the file is missing or a line cannot be read; the line is named.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    item = ItemRecord.from_json(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise _broken(path, error, line=number) from error
                yield item
    except (OSError, UnicodeDecodeError) as error:
        raise _broken(path, error) from error


def _broken(path: Path, error: Exception, *, line: int | None = None) -> RecordError:
    if isinstance(error, FileNotFoundError):
        found = "no such file"
    else:
        found = f"what cannot be read as a record ({type(error).__name__}: {error})"
    where = str(path) if line is None else f"{path}, line {line}"
    return RecordError(where=where, found=found, wanted="a record written by a build", remedy=_REBUILD)
