"""The files of a dataset against its record's header."""

from __future__ import annotations

from pathlib import Path

from manifests.digest import file_sha256
from manifests.layout import DatasetPaths
from manifests.record import DatasetRecord
from verification.findings import Ledger


def check_shard_files(paths: DatasetPaths, header: DatasetRecord, ledger: Ledger) -> list[Path]:
    """Compare the data folder with the header.

    A shard whose bytes differ is still read afterwards, so that the item behind it is found too. A file that
    the header does not know is not read: none of its rows belong to the dataset.

    Returns
    -------
    list of pathlib.Path
        The shards that are here, in the order of the dataset.
    """
    here = {path.name for path in paths.data.glob("*")} if paths.data.is_dir() else set()
    found = []
    for shard in header.shards:
        path = paths.data / shard.name
        rows = f"a file of {shard.rows:,} rows in {paths.data}"
        if ledger.expect(path.is_file(), "shard.missing", shard.name, found="no such file", wanted=rows):
            found.append(path)
            try:
                digest = file_sha256(path)
                found_bytes = f"other bytes: sha256 {digest[:16]}…"
            except OSError as error:
                digest, found_bytes = "", f"a file that may not be read ({error.strerror})"
            ledger.expect(
                digest == shard.sha256,
                "shard.sha256",
                shard.name,
                found=found_bytes,
                wanted=f"{shard.sha256[:16]}…, as recorded",
            )
    unexpected = sorted(here - {shard.name for shard in header.shards})
    ledger.expect(not unexpected, "shard.unexpected", header.recipe, found=_names(unexpected), wanted="recorded files")
    return found


def _names(names: list[str]) -> str:
    shown = ", ".join(names[:5])
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"files that the record does not know and that were not checked: {shown}{more}"
