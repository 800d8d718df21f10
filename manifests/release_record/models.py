"""The release record, schema version 1: what `release.json` holds."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from manifests.record import OPEN_COUNT
from manifests.release_record import fields as bounds
from manifests.release_record.documents import TOP, Documents, require_known
from manifests.release_record.fields import (
    Construction,
    CorpusName,
    Count,
    Date,
    Items,
    Name,
    OperationId,
    Sha256,
    ShardName,
    Strict,
    Text,
    Version,
    Versions,
    Word,
)

SCHEMA_VERSION: Literal[1] = 1


def _whole_number(value: Any) -> Any:
    """Refuse what Python takes to be equal to a whole number and is none."""
    if type(value) is not int:
        raise ValueError("a whole number")
    return value


class CorpusEntry(Strict):
    """A corpus that a dataset was made from, as it was on the day; `licence` is an SPDX identifier."""

    name: CorpusName
    title: Text
    licence: Word
    index_sha256: Sha256
    files: Count


class ShardEntry(Strict):
    """One Parquet file of a dataset."""

    name: ShardName
    rows: Items
    sha256: Sha256


class CheckEntry(Strict):
    """What the check before the release found: findings by severity, and how often a rule was applied."""

    errors: Count
    warnings: Count
    checks: Count


class LicenceEntry(Strict):
    """The strictest combination of the terms of all corpora."""

    spdx: tuple[Word, ...]
    redistribution: bool
    commercial_use: bool
    share_alike: bool


class DatasetEntry(Strict):
    """One dataset of a release.

    Parameters
    ----------
    recipe, suite, level, title, question, options
        What the task is, in words.
    operation : str
        The stable name and version of the construction, such as `volume.ramp/1`; never a path into the code.
    construction : mapping
        The fields of the construction.
    recipe_sha256, plan_sha256, code_sha256 : str
        Digests of the recipe, of the planned items, and of the code that rendered them.
    sampling_rate, channels : int
        The audio contract.
    counts : mapping
        Items by label.
    corpora : tuple of CorpusEntry
        What it was made from.
    notes : tuple of str
        How this build departs from the recipe.
    items : int
        Lines of `<recipe>.jsonl`, one an item.
    items_sha256 : str
        Of that file.
    shards : tuple of ShardEntry
        The files, in order.
    check : CheckEntry or None
        None if the release was built without a check.
    """

    recipe: Name
    suite: Name
    level: Count
    title: Text
    question: Text
    options: Annotated[tuple[Word, ...], Field(max_length=bounds.MOST_OPTIONS)]
    operation: OperationId
    construction: Construction
    recipe_sha256: Sha256
    plan_sha256: Sha256
    code_sha256: Sha256
    sampling_rate: Literal[16_000]
    channels: Literal[1, 2]
    counts: Annotated[dict[Word, Items], Field(max_length=bounds.MOST_OPTIONS)]
    corpora: Annotated[tuple[CorpusEntry, ...], Field(max_length=bounds.MOST_CORPORA)]
    notes: Annotated[tuple[Text, ...], Field(max_length=bounds.MOST_NOTES)]
    items: Items
    items_sha256: Sha256
    shards: Annotated[tuple[ShardEntry, ...], Field(min_length=1, max_length=bounds.MOST_SHARDS)]
    check: CheckEntry | None

    @model_validator(mode="after")
    def _sums_agree(self) -> Self:
        if len(self.options) == 1:
            raise ValueError("one option: a task has two or more, or is open and has none")
        counted = self.options or (OPEN_COUNT,)
        if set(self.counts) != set(counted):
            foreign = sorted({*self.counts} ^ {*counted})
            raise ValueError(f"counts of each option and of nothing else; only one of the two has {foreign[0]!r:.80}")
        if not sum(self.counts.values()) == sum(shard.rows for shard in self.shards) == self.items:
            raise ValueError(
                f"{self.items} items, {sum(self.counts.values())} by label and "
                f"{sum(shard.rows for shard in self.shards)} rows in the shards: the three must be the same number"
            )
        if len({shard.name for shard in self.shards}) != len(self.shards):
            raise ValueError("two shards of one name")
        return self


class ReleaseRecord(Strict):
    """A release: `release.json`.

    Parameters
    ----------
    schema_version : int
        Version of this format.
    name, version, date : str
        Which release it is; the version is semantic, the date is the day on which it was built.
    seed : int
        The release seed.
    packages, platform : mapping
        Versions of the libraries that can change a sample; kind of machine, system and Python.
    datasets : tuple of DatasetEntry
        By recipe.
    licence : LicenceEntry
        The strictest combination of all sources' terms.
    documents : mapping
        The sha256 of what people read of it, by its path in the release: the cards, ATTRIBUTION.md, croissant.json.
        Empty in records that were made before there was such a field, and in one that has no papers beside it.
    """

    schema_version: Annotated[Literal[1], BeforeValidator(_whole_number)] = SCHEMA_VERSION
    name: Name
    version: Version
    date: Date
    seed: Annotated[int, Field(ge=0, lt=2**128)]
    packages: Versions
    platform: Versions
    datasets: Annotated[tuple[DatasetEntry, ...], Field(min_length=1, max_length=bounds.MOST_DATASETS)]
    licence: LicenceEntry
    documents: Documents = Field(default_factory=dict)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        names = [dataset.recipe for dataset in self.datasets]
        if names != sorted(set(names)):
            raise ValueError("datasets must be sorted by recipe, each recipe once")
        require_known(self.documents, names)
        return self

    @property
    def with_audio(self) -> bool:
        """Whether it tells of a release with clips: one without has papers, and no dataset's card among them."""
        return not self.documents or bool(set(self.documents) - set(TOP))

    @property
    def title(self) -> str:
        """The release's folder name: `<name>-<version>`."""
        return f"{self.name}-{self.version}"

    def to_json(self) -> dict[str, Any]:
        """Give the record as JSON values; one without documents as it was before there were any."""
        return self.model_dump(mode="json", exclude=None if self.documents else {"documents"})

    def to_text(self) -> str:
        """Give the record as indented, sorted JSON with Unix line ends: equal records give equal text."""
        return json.dumps(self.to_json(), indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
