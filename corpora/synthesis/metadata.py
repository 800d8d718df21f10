"""The metadata of a corpus made here: a header that names it, then a line a clip, fields between bars."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpora.indexing.metadata import read_metadata
from manifests.errors import CorpusError

METADATA = "metadata.csv"


def begins_with(folder: Path, header: str) -> bool:
    """Say whether `folder` holds a metadata file with exactly this header."""
    path = folder / METADATA
    if not path.is_file():  # a pipe of that name would never end
        return False
    try:
        with path.open("rb") as file:
            return file.readline().strip() == header.encode()
    except OSError:
        return False


def metadata_rows(root: Path, *, header: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Read the rows as pairs: which line it is, for messages, and its fields by the names in `header`.

    Raises
    ------
    CorpusError
        If the file cannot be read or a line of it has another number of fields.
    """
    path = root / METADATA
    names = header.split("|")
    for number, line in enumerate(read_metadata(path).split("\n")[1:], start=2):
        if not line.strip():
            continue
        fields = line.split("|")
        if len(fields) != len(names):
            raise CorpusError(
                where=f"{path}, line {number}",
                found=f"{len(fields)} field{'s' * (len(fields) > 1)}",
                wanted=header,
                remedy="remove the folder: it is made anew",
            )
        yield f"{METADATA}, line {number}", dict(zip(names, fields, strict=True))
