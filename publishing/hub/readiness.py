"""Whether a folder is a release that was built, with its audio and its papers: only such a one goes as it is."""

from __future__ import annotations

from pathlib import Path

from manifests.errors import RecordError
from manifests.release_record.documents import document_names
from manifests.release_record.models import ReleaseRecord
from publishing.hub.contents import promised_shards


def require_ready(folder: Path, record: ReleaseRecord) -> None:
    """Refuse to publish with audio what has none, or what has no papers that its record vouches for.

    Parameters
    ----------
    folder : pathlib.Path
        The release folder.
    record : ReleaseRecord
        Its record.

    Raises
    ------
    RecordError
        If there is no clip; if the papers are missing, as in a release that was rebuilt; or if the record holds no
        hash of one.
    """
    names = document_names(entry.recipe for entry in record.datasets)
    if not any(_is_there(folder, path) for path, _, _ in promised_shards(record)):
        raise RecordError(
            where=str(folder),
            found="records, and no audio",
            wanted="a release folder with its audio",
            remedy="publish it with --recipe-only; `soundprobe release rebuild` makes the audio from the records",
        )
    if not any(_is_there(folder, name) for name in names):
        raise RecordError(
            where=str(folder),
            found="audio and records, and no papers: a release that was rebuilt",
            wanted="the release as it was built",
            remedy="a rebuilt release is for comparison only; publish what `soundprobe release build` made, or "
            "this one with --recipe-only",
        )
    lacking = [name for name in names if name not in record.documents]
    if lacking:
        raise RecordError(
            where=f"{folder}/release.json, field documents",
            found=f"no hash of {', '.join(lacking[:5])}",
            wanted="the hash of every card, of ATTRIBUTION.md and of croissant.json",
            remedy="build it again as another version: `soundprobe release build` records them; or publish it with "
            "--recipe-only, whose papers are made anew",
        )


def require_readable(folder: Path, record: ReleaseRecord) -> None:
    """Refuse to publish a shard that could fill the memory of whoever reads it.

    Raises
    ------
    RecordError
        If there is one.
    """
    from publishing.releases.clips import shard_fault

    for path, rows, _ in promised_shards(record):
        fault = shard_fault(folder.joinpath(*path.split("/")), rows=rows)
        if fault:
            raise RecordError(
                where=f"{folder}/{path}",
                found=fault,
                wanted=f"a Parquet file of {rows:,} rows, as `soundprobe release build` writes it",
                remedy="build the release again",
            )


def _is_there(folder: Path, name: str) -> bool:
    path = folder.joinpath(*name.split("/"))
    return path.is_file() or path.is_symlink()
