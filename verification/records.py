"""Read a record, and refuse one whose values are of the wrong kind: what follows relies on them.

The kinds are those of `manifests.release_record`. Its bounds are not held to here: what is out of bounds in a dataset
is for the rules to find and to tell, item by item.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from manifests.errors import RecordError
from manifests.record import DatasetRecord, read_record
from manifests.release_record.faults import invalid
from manifests.release_record.headers import HeaderKinds
from manifests.release_record.items import ItemKinds
from manifests.release_record.reading import line_name
from manifests.rows import ItemRecord

_REBUILD = "build the dataset again; what has not changed is not rendered again"


def recorded_header(path: Path) -> DatasetRecord:
    """Read the header of a record.

    Raises
    ------
    RecordError
        If it is missing, cannot be read or holds a value of the wrong kind.
    """
    header = read_record(path)
    try:
        HeaderKinds.model_validate(header.to_json())
    except ValidationError as error:
        raise invalid(str(path), error, remedy=_REBUILD) from error
    return header


def recorded_items(path: Path) -> Iterator[ItemRecord]:
    """Read the items of a record one by one.

    Raises
    ------
    RecordError
        If the file is missing, or a line cannot be read or holds a value of the wrong kind; line, item and field are
        named.
    """
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    item = ItemKinds.model_validate_json(line)
                except ValidationError as error:
                    raise invalid(line_name(path, line, number), error, remedy=_REBUILD) from error
                yield item.to_item()
    except OSError as error:
        found = "no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
        raise RecordError(where=str(path), found=found, wanted="the items of a record", remedy=_REBUILD) from error
