"""Compare two releases: items added, removed, relabelled, sounding otherwise; recipes, packages, terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from manifests.release_record.folder import RecordFolder
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.reading import read_release
from publishing.releases.dataset_comparison import KINDS, DatasetDiff, compare_datasets, fields_of
from publishing.releases.surroundings import changed


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
    documents : tuple of str
        Cards and papers that differ though name, version and date, of which they tell, do not.
    """

    before: str
    after: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    datasets: tuple[DatasetDiff, ...]
    surroundings: tuple[str, ...]
    release: tuple[tuple[str, str, str], ...]
    documents: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether nothing but name, version and date may differ."""
        releases = self.added or self.removed or self.surroundings or self.release or self.documents
        return not (releases or self.datasets)

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
    found = [compare_datasets(old[recipe], new[recipe], before.items(recipe), after.items(recipe)) for recipe in both]
    return ReleaseDiff(
        before=headers[0].title,
        after=headers[1].title,
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        datasets=tuple(diff for diff in found if not diff.same),
        surroundings=tuple(map(str, changed(*({**header.packages, **header.platform} for header in headers)))),
        release=tuple(fields_of(*headers, ("seed", "licence"))),
        documents=tuple(_documents_of(*headers)),
    )


def _documents_of(old: ReleaseRecord, new: ReleaseRecord) -> Iterator[str]:
    if (old.title, old.date) != (new.title, new.date):
        return
    for name in sorted(old.documents.keys() | new.documents.keys()):
        if name not in new.documents or name not in old.documents:
            yield f"{name}, which only the {'second' if name in new.documents else 'first'} has"
        elif old.documents[name] != new.documents[name]:
            yield name


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
    lines += [f"  other document: {name}" for name in diff.documents]
    for dataset in diff.datasets:
        lines.append(f"  {dataset.recipe}")
        lines += [f"    {text}" for text in dataset.contradictions]
        lines += [f"    {name}: {old} -> {new}" for name, old, new in dataset.header]
        lines += ["    the items in another order"] * dataset.reordered
        for kind, ids in dataset.items().items():
            more = f" and {len(ids) - most:,} more" if len(ids) > most else ""
            lines.append(f"    {len(ids):,} {KINDS[kind]}: {', '.join(ids[:most])}{more}")
    return lines
