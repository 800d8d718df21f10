"""Compare one dataset of two releases: its header field by field, and its items one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from manifests.digest import canonical_json, sha256_of
from manifests.printable import printable
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from manifests.release_record.reading import item_of, read_lines
from manifests.rows import ItemRecord
from publishing.releases.difference import short

# Of a dataset's header, what two releases may differ in: told as it was and as it is.
_WORDS = ("suite", "level", "title", "question", "options", "operation", "construction", "channels", "counts", "notes")
_DIGESTS = ("recipe_sha256", "plan_sha256", "code_sha256")
KINDS = {
    "added": "added",
    "removed": "removed",
    "relabelled": "relabelled",
    "rerendered": "re-rendered (another sound)",
    "reparameterised": "with other sources or parameters",
    "reworded": "asked in other words, order of options or group",
    "remeasured": "measured or explained otherwise",
    "repeated": "on more than one line",
}


@dataclass(frozen=True, kw_only=True)
class DatasetDiff:
    """How one dataset differs.

    Parameters
    ----------
    recipe : str
        Which.
    added, removed, relabelled, rerendered, reparameterised, reworded, remeasured : tuple of str
        Ids of items: only in the second, only in the first, with another label, another sound, other sources or
        parameters, another instruction or order of options, other measurements or explanation.
    repeated : tuple of str
        Ids that stand on several lines of one of the two.
    reordered : bool
        Whether the items of both stand in another order.
    header : tuple of (str, str, str)
        Fields of the header that differ, with both values.
    contradictions : tuple of str
        Files of items that are not those their header tells of.
    """

    recipe: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    relabelled: tuple[str, ...] = ()
    rerendered: tuple[str, ...] = ()
    reparameterised: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    remeasured: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    reordered: bool = False
    header: tuple[tuple[str, str, str], ...] = ()
    contradictions: tuple[str, ...] = ()

    def items(self) -> dict[str, tuple[str, ...]]:
        """Give the ids by kind of difference."""
        return {kind: ids for kind in KINDS if (ids := getattr(self, kind))}

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not (self.items() or self.reordered or self.header or self.contradictions)


def compare_datasets(old: DatasetEntry, new: DatasetEntry, before: Path, after: Path) -> DatasetDiff:
    """Compare a dataset's entries in two headers, and the files of its items; a few dozen bytes an item are held.

    Raises
    ------
    RecordError
        If a line cannot be read.
    """
    header = tuple(fields_of(old, new, (*_WORDS, *_DIGESTS, "corpora", "shards", "check")))
    kinds: dict[str, set[str]] = {kind: set() for kind in KINDS}
    old_lines, new_lines = _Lines(old, before), _Lines(new, after)
    known: dict[str, _Digest] = {}
    for item in old_lines:
        if item.id in known:
            kinds["repeated"].add(item.id)
        known[item.id] = _Digest.of(item)
    here: dict[str, None] = {}
    for item in new_lines:
        if item.id in here:
            kinds["repeated"].add(item.id)
        here[item.id] = None
        earlier = known.get(item.id)
        for kind in ["added"] if earlier is None else earlier.differs(_Digest.of(item)):
            kinds[kind].add(item.id)
    kinds["removed"] = known.keys() - here.keys()
    return DatasetDiff(
        recipe=new.recipe,
        header=header,
        reordered=[name for name in known if name in here] != [name for name in here if name in known],
        contradictions=tuple(filter(None, (old_lines.contradiction(), new_lines.contradiction()))),
        **{kind: tuple(sorted(ids)) for kind, ids in kinds.items()},
    )


class _Lines:
    """The items of a dataset, one by one; once all are read, whether they are those that the header tells of."""

    def __init__(self, entry: DatasetEntry, path: Path) -> None:
        self._entry, self._path = entry, path
        self._digest = hashlib.sha256()
        self._count = 0

    def __iter__(self) -> Iterator[ItemRecord]:
        for line in read_lines(self._path):
            self._count += 1
            self._digest.update(line)
            yield item_of(line, self._path, self._count)

    def contradiction(self) -> str:
        if self._count != self._entry.items:
            return f"{self._path}: {self._count:,} items; {self._entry.items:,}, as its release.json says"
        if self._digest.hexdigest() != self._entry.items_sha256:
            found, wanted = short(self._digest.hexdigest()), short(self._entry.items_sha256)
            return f"{self._path}: edited (sha256 {found}); {wanted}, as its release.json says"
        return ""


@dataclass(frozen=True, slots=True)
class _Digest:
    """An item in short: a few dozen bytes for each kind of difference, whatever the item holds."""

    relabelled: str
    rerendered: bytes
    reparameterised: bytes
    reworded: bytes
    remeasured: bytes

    @classmethod
    def of(cls, item: ItemRecord) -> _Digest:
        sources = item.to_json()["sources"]
        return cls(
            item.label,
            bytes.fromhex(item.pcm_sha256)[:16],
            _hash(item.operation, sources, item.parameters),
            _hash(item.instruction, item.options, item.group),
            _hash(item.explanation, item.measurements, item.frames),
        )

    def differs(self, other: _Digest) -> Iterator[str]:
        for field in fields(self):
            if getattr(self, field.name) != getattr(other, field.name):
                yield field.name


def _hash(*values: Any) -> bytes:
    return bytes.fromhex(sha256_of(canonical_json(values).encode()))[:16]


def fields_of(old: DatasetEntry | ReleaseRecord, new: Any, names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Give the fields that differ, as they were and as they are, both in short."""
    before, after = (value.model_dump(mode="json", include=set(names)) for value in (old, new))
    for name in names:
        one, other = before[name], after[name]
        if one == other:
            continue
        if name == "shards":  # those that both have tell nothing
            one, other = ([shard for shard in each if shard not in rest] for each, rest in ((one, other), (other, one)))
        yield name, _shown(one), _shown(other)


def _shown(value: Any) -> str:
    return printable(value if isinstance(value, str) else canonical_json(value))
