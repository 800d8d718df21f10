"""`soundprobe pull`: fetch a release from the Hub, a folder or an object store, and verify it."""

from __future__ import annotations

from pathlib import Path

import click

from builders.commands.plain import PlainCommand


@click.command("pull", cls=PlainCommand)
@click.argument("place", metavar="REPO_OR_FOLDER[@VERSION]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    default=Path("build/releases"),
    show_default=True,
    help="Where releases go.",
)
@click.option("--deep", is_flag=True, help="Decode every clip too, and compare its samples with the record.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes for --deep.  [default: all cores]")
@click.option("--endpoint", metavar="URL", help="Another Hub.  [default: HF_ENDPOINT, or https://huggingface.co]")
def pull_command(*, place: str, out: Path, deep: bool, workers: int | None, endpoint: str | None) -> None:
    """Fetch a release and verify every file of it. REPO_OR_FOLDER is OWNER/NAME, a folder or an fsspec address.

    Without @VERSION it is the newest. A release appears below DIR whole and verified, or not at all; a run that was
    stopped goes on where it was.

    \b
    Examples:
      soundprobe pull someone/sagi@1.0.0
      soundprobe pull /mnt/mirror@1.0.0 --out releases
      soundprobe pull s3://bucket/releases/sagi-1.0.0 --deep
    """
    from execution.pool import available_cores
    from publishing.hub.locating import locate
    from publishing.hub.pulling import pull

    source, version = locate(place, endpoint=endpoint)
    done = pull(source, out, version=version, deep=deep, workers=workers or available_cores())
    items = sum(entry.items for entry in done.record.datasets)
    every = "clips and records" if done.unvouched else "every file"
    held = f"{every} as recorded" if done.with_audio else "records as recorded, and no audio: it is built from them"
    before = "is there already: " if done.stood else ""
    click.secho(f"{done.record.title}: {before}{items:,} items, {held}", bold=True)
    if done.unvouched:
        papers = ", ".join(done.unvouched)
        click.echo(f"  nobody vouches for {papers}: the record holds no hash of what they say")
    click.echo(f"  -> {done.folder}")
