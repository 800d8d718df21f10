"""`soundprobe publish`: ship a release to the Hub, to a folder or to an object store."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from builders.commands.plain import PlainCommand

if TYPE_CHECKING:
    from publishing.hub.shipment import Layout, Shipment
    from publishing.hub.uploading import Published


@click.command("publish", cls=PlainCommand)
@click.argument("release", type=click.Path(path_type=Path), metavar="RELEASE_FOLDER")
@click.option("--repo", metavar="OWNER/NAME", help="The Hub repository; with --layout task the OWNER alone.")
@click.option("--to", metavar="PLACE", help="A folder, or an address such as s3://bucket/folder, instead of the Hub.")
@click.option(
    "--layout",
    type=click.Choice(["suite", "task"]),
    default="suite",
    show_default=True,
    help="All datasets in one place, a configuration each; or one place a dataset, OWNER/<recipe>.",
)
@click.option("--public", is_flag=True, help="Let everybody see it.  [default: private]")
@click.option("--recipe-only", is_flag=True, help="Records and how to build the clips again, without audio.")
@click.option("--dry-run", is_flag=True, help="Show every file and its size, and talk to nobody.")
@click.option("--endpoint", metavar="URL", help="Another Hub.  [default: HF_ENDPOINT, or https://huggingface.co]")
def publish_command(
    *,
    release: Path,
    repo: str | None,
    to: str | None,
    layout: str,
    public: bool,
    recipe_only: bool,
    dry_run: bool,
    endpoint: str | None,
) -> None:
    """Publish a release. RELEASE_FOLDER is what `soundprobe release build` made.

    Files are held to their hashes first, and what a source's licence forbids is refused. A version appears whole or
    not at all, as one commit with the tag vVERSION, and is never overwritten: the same again is nothing to do. A run
    that was stopped goes on where it was. A repository must be empty, or hold older versions of the same release. The
    token is the one of `hf auth login`, or HF_TOKEN.

    \b
    Examples:
      soundprobe publish build/releases/sagi-1.0.0 --repo me/sagi --dry-run
      soundprobe publish build/releases/sagi-1.0.0 --repo me/sagi --public
      soundprobe publish build/releases/sagi-1.0.0 --repo me --layout task
      soundprobe publish build/releases/sagi-1.0.0 --to /mnt/mirror
      soundprobe publish build/releases/sagi-1.0.0 --to s3://bucket/releases
    """
    from publishing.hub.places import TEMPORARY, chosen_by, temporary_error
    from publishing.hub.shipment import packed, require_allowed

    _require_one_place(repo, to, layout)
    try:
        with chosen_by(TEMPORARY), packed(release, layout=cast("Layout", layout), recipe_only=recipe_only) as shipments:
            for shipment in shipments:
                require_allowed(shipment)
            for shipment in shipments:
                _tell_files(shipment, _address(shipment, repo, to, layout), hub=to is None, public=public)
                if not dry_run:
                    with chosen_by("--to"):
                        done = _send(shipment, repo, to, layout, public=public, endpoint=endpoint)
                    _tell(shipment, done)
    except OSError as error:
        raise temporary_error(error) from error
    if dry_run:
        click.echo("dry run: nobody was asked and nothing was sent")


def _require_one_place(repo: str | None, to: str | None, layout: str) -> None:
    if (repo is None) == (to is None):
        raise click.UsageError("give either --repo OWNER/NAME, or --to FOLDER_OR_ADDRESS")
    if to is not None and re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/(?!/)", to):
        raise click.UsageError("--to: an address has two slashes, such as s3://bucket/folder")
    if repo is not None and repo.count("/") != (0 if layout == "task" else 1):
        wanted = "--repo OWNER; each dataset goes to OWNER/<recipe>" if layout == "task" else "--repo OWNER/NAME"
        raise click.UsageError(f"with --layout {layout}, give {wanted}")


def _address(shipment: Shipment, repo: str | None, to: str | None, layout: str) -> str:
    from publishing.hub.errors import shown_address

    if to is not None:
        return f"{shown_address(to.rstrip('/'))}/{shipment.record.title}"
    return f"{repo}/{shipment.record.name}" if layout == "task" else str(repo)


def _send(
    shipment: Shipment, repo: str | None, to: str | None, layout: str, *, public: bool, endpoint: str | None
) -> Published:
    if to is not None:
        return _send_elsewhere(shipment, to)
    from publishing.hub.repository import open_repository
    from publishing.hub.uploading import publish_to_hub

    repository = open_repository(_address(shipment, repo, to, layout), endpoint=endpoint, needs_token=True)
    return publish_to_hub(shipment, repository, public=public)


def _send_elsewhere(shipment: Shipment, to: str) -> Published:
    from publishing.hub.mirroring import publish_to_folder
    from publishing.hub.stores import open_store
    from publishing.hub.storing import publish_to_store

    path = to.removeprefix("file://")
    if "://" not in path:
        return publish_to_folder(shipment, Path(path).expanduser())
    return publish_to_store(shipment, open_store(to))


def _tell_files(shipment: Shipment, address: str, *, hub: bool, public: bool) -> None:
    sizes = shipment.sizes
    width = max(len(f"{size:,}") for size in sizes.values())
    audio = "" if shipment.with_audio else ", without audio"
    on_hub = f" ({'public' if public else 'private'}, tag {shipment.tag})" if hub else ""
    click.secho(f"{shipment.record.title} -> {address}{on_hub}{audio}", bold=True)
    for path, size in sizes.items():
        click.echo(f"  {size:>{width},}  {path}")
    click.echo(f"  {len(sizes):,} files, {sum(sizes.values()):,} bytes")


def _tell(shipment: Shipment, done: Published) -> None:
    if done.stood:
        click.echo(f"nothing to do: {shipment.record.title} is there already, with the same content")
    else:
        removed = f", {done.removed:,} removed" if done.removed else ""
        click.echo(f"published: {done.sent:,} files sent{removed}")
    click.echo(f"  -> {done.address}")
