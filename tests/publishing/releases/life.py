"""Run the release commands, and forge records as one who knows the format would."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click import Command
from click.testing import CliRunner, Result

from manifests.digest import canonical_json
from publishing.commands.release import release_command

TARGETS = ("binaural-effect-perception", "volume-perception")
SMALL = ("--name", "small", "--version", "1.0.0", "--date", "2026-11-30", "--limit", "3", "--workers", "1")


def release(*arguments: object) -> Result:
    """Run a release command in this process."""
    return invoke(release_command, *arguments)


def invoke(command: Command, *arguments: object) -> Result:
    """Run a command in this process."""
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def build(folder: Path, *more: object, targets: tuple[str, ...] = TARGETS) -> Result:
    """Build the small release below a folder."""
    places = ("--out", folder / "out", "--records", folder / "records")
    return release("build", *targets, *SMALL, "--without-check", *places, *more)


def files_of(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def items_of(record: Path, recipe: str) -> list[dict[str, Any]]:
    """Read a record's items as JSON."""
    return [json.loads(line) for line in (record / f"{recipe}.jsonl").read_text(encoding="utf-8").splitlines()]


def edit_item(record: Path, recipe: str, number: int, change: Callable[[dict[str, Any]], Any]) -> str:
    """Edit one line of a record, as a hand in an editor would; give the item's id."""
    items = items_of(record, recipe)
    name: str = items[number]["id"]
    change(items[number])
    text = "".join(canonical_json(item) + "\n" for item in items)
    (record / f"{recipe}.jsonl").write_text(text, encoding="utf-8", newline="\n")
    return name


def edit_header(record: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Edit release.json."""
    path = record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def dataset(header: dict[str, Any], recipe: str) -> dict[str, Any]:
    """Find a dataset in a header."""
    found: dict[str, Any] = next(entry for entry in header["datasets"] if entry["recipe"] == recipe)
    return found


def sign_again(record: Path, recipe: str) -> None:
    """Make the header's hash that of the edited items, as a forger would."""
    digest = hashlib.sha256((record / f"{recipe}.jsonl").read_bytes()).hexdigest()
    edit_header(record, lambda header: dataset(header, recipe).update(items_sha256=digest))


def write_document(release: Path, name: str, text: str) -> None:
    """Write another card or paper into a release, and make the header's hash that of it."""
    release.joinpath(name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    edit_header(release, lambda header: header["documents"].update({name: digest}))
