"""The header of a build's own record, as far as its values must be of a kind: `manifests.record.DatasetRecord`."""

from __future__ import annotations

from manifests.release_record.fields import Natural, Strict


class CorpusKinds(Strict):
    """A corpus that a dataset was made from."""

    name: str
    title: str
    licence: str
    index_sha256: str
    files: Natural


class ShardKinds(Strict):
    """One Parquet file of a dataset."""

    name: str
    rows: Natural
    sha256: str


class HeaderKinds(Strict):
    """The header of a dataset's record."""

    schema_version: int
    recipe: str
    suite: str
    level: Natural
    operation: str
    recipe_sha256: str
    plan_sha256: str
    code_sha256: str
    seed: int
    sampling_rate: Natural
    channels: Natural
    options: tuple[str, ...]
    counts: dict[str, Natural]
    corpora: tuple[CorpusKinds, ...]
    packages: dict[str, str]
    notes: tuple[str, ...]
    shards: tuple[ShardKinds, ...]
    items_sha256: str
