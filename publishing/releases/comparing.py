"""Compare two releases: items added, removed, relabelled, sounding otherwise; recipes, packages, terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from manifests.digest import canonical_json, sha256_of
from manifests.release_record.folder import RecordFolder
from manifests.release_record.models import DatasetEntry, ReleaseRecord
from manifests.release_record.reading import read_release, read_release_items
from manifests.rows import ItemRecord
from publishing.releases.surroundings import changed

# Of a dataset's header, what two releases may differ in: told as it was and as it is.
_WORDS = ("title", "question", "options", "operation", "construction", "channels", "counts", "notes", "check")
_DIGESTS = ("recipe_sha256", "plan_sha256", "code_sha256")


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
    header : tuple of (str, str, str)
        Fields of the header that differ, with both values.
    """

    recipe: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    relabelled: tuple[str, ...] = ()
    rerendered: tuple[str, ...] = ()
    reparameterised: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    remeasured: tuple[str, ...] = ()
    header: tuple[tuple[str, str, str], ...] = ()

    def items(self) -> dict[str, tuple[str, ...]]:
        """Give the ids by kind of difference."""
        return {
            field.name: ids
            for field in fields(self)
            if field.name not in {"recipe", "header"} and (ids := getattr(self, field.name))
        }

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.items() and not self.header


@dataclass(frozen=True, kw_only=True)
class ReleaseDiff:
    """How two releases differ.

    Parameters
    ----------
    before, after : str
        Their names and versions.
    added, removed : tuple of str
        Datasets that only one has.
    datasets : tuple of DatasetDiff
        Those of both that differ.
    surroundings : tuple of str
        Packages and platform.
    release : tuple of (str, str, str)
        Seed and licence, where they differ.
    """

    before: str
    after: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    datasets: tuple[DatasetDiff, ...]
    surroundings: tuple[str, ...]
    release: tuple[tuple[str, str, str], ...]

    @property
    def same(self) -> bool:
        """Whether nothing but name, version and date may differ."""
        return not (self.added or self.removed or self.datasets or self.surroundings or self.release)

    def to_json(self) -> dict[str, Any]:
        """Give it as JSON values."""
        return {**asdict(self), "same": self.same}


def compare_releases(before: RecordFolder, after: RecordFolder) -> ReleaseDiff:
    """Compare two records.

    Raises
    ------
    RecordError
        If one of them cannot be read.
    """
    headers = read_release(before), read_release(after)
    old, new = ({entry.recipe: entry for entry in header.datasets} for header in headers)
    both = sorted(old.keys() & new.keys())
    found = [_compare_datasets(old[recipe], new[recipe], before.items(recipe), after.items(recipe)) for recipe in both]
    return ReleaseDiff(
        before=headers[0].title,
        after=headers[1].title,
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        datasets=tuple(diff for diff in found if not diff.same),
        surroundings=tuple(map(str, changed(*({**header.packages, **header.platform} for header in headers)))),
        release=tuple(_fields_of(*headers, ("seed", "licence"))),
    )


def _compare_datasets(old: DatasetEntry, new: DatasetEntry, before: Path, after: Path) -> DatasetDiff:
    header = tuple(_fields_of(old, new, (*_WORDS, *_DIGESTS, "corpora")))
    known = {item.id: _Digest.of(item) for item in read_release_items(before)}
    kinds: dict[str, list[str]] = {field.name: [] for field in fields(DatasetDiff)}
    here = set()
    for item in read_release_items(after):
        here.add(item.id)
        earlier = known.get(item.id)
        for kind in ["added"] if earlier is None else earlier.differs(_Digest.of(item)):
            kinds[kind].append(item.id)
    kinds["removed"] = [name for name in known if name not in here]
    items = {kind: tuple(sorted(ids)) for kind, ids in kinds.items() if kind not in {"recipe", "header"}}
    return DatasetDiff(recipe=new.recipe, header=header, **items)


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


def _fields_of(old: DatasetEntry | ReleaseRecord, new: Any, names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    before, after = (value.model_dump(mode="json") for value in (old, new))
    for name in names:
        if before[name] != after[name]:
            yield name, _shown(before[name]), _shown(after[name])


def _shown(value: Any, *, most: int = 200) -> str:
    text = value if isinstance(value, str) else canonical_json(value)
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def lines_of(diff: ReleaseDiff, *, most: int) -> list[str]:
    """Tell a difference in lines for people; at most `most` ids of each kind."""
    if diff.same:
        return [f"{diff.before} and {diff.after}: no difference"]
    lines = [f"{diff.before} -> {diff.after}"]
    lines += [f"  dataset added: {name}" for name in diff.added] + [
        f"  dataset removed: {name}" for name in diff.removed
    ]
    lines += [f"  {name}: {old} -> {new}" for name, old, new in diff.release]
    lines += [f"  package {change}" for change in diff.surroundings]
    for dataset in diff.datasets:
        lines.append(f"  {dataset.recipe}")
        lines += [f"    {name}: {old} -> {new}" for name, old, new in dataset.header]
        for kind, ids in dataset.items().items():
            more = f" and {len(ids) - most:,} more" if len(ids) > most else ""
            lines.append(f"    {len(ids):,} {_KINDS[kind]}: {', '.join(ids[:most])}{more}")
    return lines


_KINDS = {
    "added": "added",
    "removed": "removed",
    "relabelled": "relabelled",
    "rerendered": "re-rendered (another sound)",
    "reparameterised": "with other sources or parameters",
    "reworded": "asked in other words, order of options or group",
    "remeasured": "measured or explained otherwise",
}
