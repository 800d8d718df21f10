"""Run the commands in this process."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from publishing.commands.publish import publish_command
from publishing.commands.pull import pull_command
from tests.publishing.releases.life import edit_header, write_document


def publish(*arguments: object) -> Result:
    """Run `soundprobe publish`."""
    return _run(publish_command, arguments)


def pull(*arguments: object) -> Result:
    """Run `soundprobe pull`."""
    return _run(pull_command, arguments)


def contents(folder: Path | str) -> dict[str, bytes]:
    """Give every file below a folder, hidden ones too."""
    base = Path(folder)
    return {path.relative_to(base).as_posix(): path.read_bytes() for path in base.rglob("*") if path.is_file()}


def renamed(release: Path, *, name: str = "small", version: str) -> None:
    """Give a release another name and version throughout: its record and its papers, as a build would."""
    header = json.loads((release / "release.json").read_text(encoding="utf-8"))
    before = f"{header['name']} {header['version']}"
    edit_header(release, lambda header: header.update(name=name, version=version))
    for paper in ("README.md", "ATTRIBUTION.md"):
        text = (release / paper).read_text(encoding="utf-8")
        write_document(release, paper, text.replace(before, f"{name} {version}"))
    croissant = json.loads((release / "croissant.json").read_text(encoding="utf-8"))
    write_document(release, "croissant.json", json.dumps({**croissant, "name": name, "version": version}))


def _run(command, arguments: tuple[object, ...]) -> Result:
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output, result.output
    return result


def shipped(release):
    """Give what travels of a release: its build's own records stay at home."""
    return {path: data for path, data in contents(release).items() if not path.startswith("manifests/")}
