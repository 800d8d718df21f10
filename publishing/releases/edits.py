"""Name the lines in which an edited record differs from a copy that is still as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import islice, zip_longest
from pathlib import Path

from manifests.digest import file_sha256
from manifests.release_record.models import DatasetEntry
from manifests.release_record.reading import item_of, read_lines
from manifests.rows import ItemRecord
from publishing.releases.difference import Difference, changed_values

_MOST_LINES = 100
_LONGEST_SHOWN = 120


def edited_lines(entry: DatasetEntry, path: Path, copy: Path) -> Iterator[Difference]:
    """Compare a dataset's items with those of a copy, line by line.

    Parameters
    ----------
    entry : DatasetEntry
        The header, whose hash says that `path` was edited.
    path, copy : pathlib.Path
        The edited file, and one that may be whole; if it is not, nothing can be told by it.
    """
    if not copy.is_file() or copy.is_symlink() or file_sha256(copy) != entry.items_sha256:
        return
    lines = enumerate(zip_longest(read_lines(path), read_lines(copy)), start=1)
    edited = ((number, now, before) for number, (now, before) in lines if now != before)
    for number, now, before in islice(edited, _MOST_LINES):
        if now is None or before is None:
            yield Difference(where=f"{path}, line {number}", item="", found="another end", wanted="as many items")
            return
        found, wanted = item_of(now, path, number), item_of(before, copy, number)
        names = [
            field.name for field in fields(ItemRecord) if getattr(found, field.name) != getattr(wanted, field.name)
        ]
        yield from (_field(f"{path}, line {number}", wanted.id, name, found, wanted) for name in names)


def _field(where: str, item: str, name: str, found: ItemRecord, wanted: ItemRecord) -> Difference:
    now, before = getattr(found, name), getattr(wanted, name)
    if isinstance(now, Mapping) and isinstance(before, Mapping):
        now, before = changed_values(now, before)
    now, before = (f"{name} {value}"[:_LONGEST_SHOWN] for value in (now, before))
    return Difference(where=where, item=item, found=now, wanted=f"{before}, as in the release")
