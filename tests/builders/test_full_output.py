"""Output that cannot be written ends a command in plain words, with the exit code of trouble."""

import errno
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from builders.commands.plain import PlainCommand
from manifests.errors import OutputError

FULL = Path("/dev/full")
COMMANDS = [("--help",), ("--version",), ("list",), ("list", "--help"), ("release", "--help"), ("pull", "--help")]


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_output_is_told_without_a_traceback(arguments):
    start = [sys.executable, "-c", "from builders.commands.roof import main; main()", *arguments]
    with FULL.open("w") as full:
        done = subprocess.run(start, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        mute = subprocess.run(start, stdout=full, stderr=full, timeout=60, check=False)
    assert done.stderr.startswith("error: standard output: found no space left on device\n  to do:  free some space")
    assert "Traceback" not in done.stderr
    assert (done.returncode, mute.returncode) == (2, 2)


def invoke(raised):
    @click.command("x", cls=PlainCommand)
    def command():
        raise raised

    return CliRunner().invoke(command)


def test_another_refusal_of_the_system_names_the_file():
    result = invoke(PermissionError(errno.EACCES, "Permission denied", "/some/\x1bfile"))
    assert result.exit_code == 2
    assert r"error: /some/\x1bfile: found permission denied" in result.output
    result = invoke(OSError(errno.ENOSPC, "No space left on device"))
    assert result.exit_code == 2
    assert "error: a file: found no space left on device" in result.output


def test_a_reader_that_has_left_is_no_trouble():
    assert invoke(BrokenPipeError(errno.EPIPE, "Broken pipe")).exit_code == 141


def test_an_error_of_ours_does_not_steer_the_terminal_and_is_not_endless():
    error = OutputError(where="x", found="\x1b]0;P\x07" + "y" * 1_000_000, wanted="a\u202eb", remedy="none")
    result = invoke(error)
    assert result.exit_code == 2
    assert r"found \x1b]0;P\x07yyy" in result.output
    assert len(result.output) < 10_000
