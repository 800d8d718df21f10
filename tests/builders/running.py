"""Run commands, in this process or in another, and compare what they leave."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from click.testing import CliRunner, Result

from builders.commands.roof import main
from manifests.layout import DatasetPaths
from manifests.record import read_items


def soundprobe(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def built(*arguments: object) -> Result:
    """Run a command that must end well."""
    result = soundprobe(*arguments)
    assert result.exit_code == 0, result.output
    return result


def refused(*arguments: object, code: int = 2) -> str:
    """Run a command that must end with an error in plain words; give the words."""
    result = soundprobe(*arguments)
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return result.output


def process(*arguments: object, module: str = "builders", **options: Any) -> subprocess.Popen[str]:
    """Start a command in a process of its own, in a session of its own."""
    command = [sys.executable, "-m", module, *(str(argument) for argument in arguments)]
    environment = {**os.environ, **options.pop("env", {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=environment, start_new_session=True, **pipes, **options)


def run(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own until it ends."""
    started = process(*arguments, **options)
    out, err = started.communicate(timeout=60)
    return subprocess.CompletedProcess(started.args, started.returncode, out, err)


def digests(folder: Path) -> Mapping[str, str]:
    """Hash every file below `folder`, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rows_of(out: Path, name: str, *columns: str) -> list[dict[str, Any]]:
    """Read the published rows of a dataset, in its order."""
    shards = sorted(DatasetPaths(out, name).data.glob("*.parquet"))
    return [row for shard in shards for row in pq.read_table(shard, columns=list(columns) or None).to_pylist()]


def items_of(out: Path, name: str) -> list[Any]:
    """Read the record's items."""
    return list(read_items(DatasetPaths(out, name).items))


def header_of(out: Path, name: str) -> dict[str, Any]:
    """Read the record's header as JSON."""
    header: dict[str, Any] = json.loads(DatasetPaths(out, name).record.read_text(encoding="utf-8"))
    return header
