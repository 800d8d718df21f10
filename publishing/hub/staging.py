"""The hidden folder where an unfinished copy of a release waits, beside where it will stand."""

from __future__ import annotations

from pathlib import Path

from manifests.errors import OutputError

_DIGITS = 12


def open_staging(place: Path, *, header_sha256: str) -> Path:
    """Make the folder, or find what a stopped run of the same release has left in it.

    It is named after the hash of release.json, which holds the hashes of all the rest: copies of two releases that
    claim one name and version never get into each other's files, not even where locks do not reach.

    Parameters
    ----------
    place : pathlib.Path
        Where the release will stand.
    header_sha256 : str
        Of its release.json.

    Raises
    ------
    OutputError
        If a file or a link stands there: what it leads to is left alone.
    OSError
        If it cannot be made.
    """
    staging = place.with_name(f".{place.name}.{header_sha256[:_DIGITS]}.partial")
    if staging.is_symlink() or (staging.exists() and not staging.is_dir()):
        raise OutputError(
            where=str(staging),
            found="a symbolic link" if staging.is_symlink() else "a file",
            wanted="a folder for unfinished work, or a free place for one",
            remedy="move it away, then run the same command again",
        )
    staging.mkdir(parents=True, exist_ok=True)
    return staging
