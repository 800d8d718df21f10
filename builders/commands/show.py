"""`soundprobe show`: one item whole, with its clip as a WAV file and a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builders.commands.nearest import unknown_item
from builders.commands.plain import PlainCommand
from manifests.errors import RecordError
from manifests.layout import DatasetPaths, built_datasets
from manifests.record import DatasetRecord, read_items, read_record

if TYPE_CHECKING:
    from manifests.rows import ItemRecord
    from probe_signal.arrays import IntArray


@click.command("show", cls=PlainCommand)
@click.argument("item")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Dataset or build folder to look in.",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("show"),
    show_default=True,
    help="Where the WAV and PNG go.",
)
def show_command(item: str, folder: Path, to: Path) -> None:
    """Show one item of a built dataset: plan, sources, measurements, clip and plot.

    ITEM is an id, or its first characters.

    \b
    Example:
      soundprobe show 3f9a0c12
    """
    from builders.commands.plot import plot_item

    found = find_item(item, folder)
    pcm = read_clip(found.paths, found.record)
    _print_item(found)
    wav, png = to / f"{found.record.id}.wav", to / f"{found.record.id}.png"
    _write_wav(wav, pcm, found.header.sampling_rate)
    plot_item(png, pcm, found.record, sampling_rate=found.header.sampling_rate)
    click.echo(f"\nclip: {wav}\nplot: {png}")


@dataclass(frozen=True)
class Found:
    """An item and the dataset it is in."""

    paths: DatasetPaths
    header: DatasetRecord
    record: ItemRecord


def find_item(item: str, folder: Path) -> Found:
    """Find the one built item whose id begins with `item`.

    Raises
    ------
    RecordError
        If there is no dataset, no such item, or more than one.
    """
    datasets = built_datasets(folder)
    if not datasets:
        raise RecordError(
            where=str(folder),
            found="no dataset",
            wanted="a folder with built datasets",
            remedy="build one (`make build-level2`), or name the folder with --in",
        )
    matches: list[Found] = []
    names: dict[str, str] = {}
    for paths in datasets:
        for record in read_items(paths.items):
            names.setdefault(record.id, paths.name)
            if item and record.id.startswith(item):
                matches.append(Found(paths, read_record(paths.record), record))
    if not matches:
        raise unknown_item(item, folder, names)
    if len(matches) > 1:
        raise _several(item, folder, matches)
    return matches[0]


def _several(item: str, folder: Path, matches: Sequence[Found]) -> RecordError:
    same = len({match.record.id for match in matches}) == 1
    told = ", ".join(f"{match.record.id} ({match.paths.folder if same else match.paths.name})" for match in matches[:5])
    return RecordError(
        where=f"item {item} in {folder}",
        found=f"{len(matches):,} items whose id begins so: {told}{', ...' if len(matches) > 5 else ''}",
        wanted="exactly one",
        remedy="name the dataset's folder with --in" if same else "give more characters of the id",
    )


def read_clip(paths: DatasetPaths, record: ItemRecord) -> IntArray:
    """Read the samples that ship for an item, int16, shape (n,) or (n, channels).

    Raises
    ------
    RecordError
        If the item is not in the dataset's files, or its clip cannot be decoded.
    """
    import io

    import pyarrow.parquet as pq
    import soundfile as sf

    for shard in sorted(paths.data.glob("*.parquet")):
        rows = pq.read_table(shard, columns=["audio"], filters=[("id", "=", record.id)]).to_pylist()
        if rows:
            try:
                samples: IntArray = sf.read(io.BytesIO(rows[0]["audio"]["bytes"]), dtype="int16")[0]
            except sf.LibsndfileError as error:
                raise _damaged(paths, record, f"audio that cannot be decoded ({error})") from error
            return samples
    raise _damaged(paths, record, "no row of this id")


def _damaged(paths: DatasetPaths, record: ItemRecord, found: str) -> RecordError:
    return RecordError(
        where=f"item {record.id} in {paths.folder}",
        found=found,
        wanted="the clip that its record tells of",
        remedy=f"`soundprobe check {paths.folder}` lists what is wrong; build the dataset again",
    )


def _print_item(found: Found) -> None:
    record = found.record
    click.secho(f"{record.id}  {found.paths.name}", bold=True)
    click.echo(f"  question:    {record.instruction}")
    click.echo(f"  options:     {' | '.join(record.options) or 'none: a free answer'}")
    click.echo(f"  label:       {record.label}")
    click.echo(f"  explanation: {record.explanation}")
    click.echo(f"  group:       {record.group}")
    _print_mapping(f"plan ({record.operation})", record.parameters)
    for ref, times in Counter(record.sources).items():
        used = f"{ref.start_frame:,} to {ref.start_frame + ref.frames:,} at {ref.sampling_rate:,} Hz"
        values = {"item": ref.item, "path": ref.path, "frames": used, "speaker": ref.speaker, "sex": ref.sex}
        often = f", {times:,} times" if times > 1 else ""
        _print_mapping(f"source ({ref.corpus}{often})", {**values, "licence": ref.licence, "sha256": ref.sha256})
    _print_mapping("realised", {**record.measurements, "frames": record.frames, "pcm_sha256": record.pcm_sha256})


def _print_mapping(title: str, values: Any) -> None:
    click.secho(title, bold=True)
    for name, value in values.items():
        click.echo(f"  {name}: {'-' if value in (None, '') else value}")


def _write_wav(path: Path, pcm: IntArray, sampling_rate: int) -> None:
    import soundfile as sf

    from manifests.atomic import atomic_path

    with atomic_path(path) as temporary:
        sf.write(temporary, pcm, sampling_rate, format="WAV", subtype="PCM_16")
