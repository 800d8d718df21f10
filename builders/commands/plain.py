"""Commands that say what is wrong in plain words and leave an exit code that can be trusted.

0: everything asked for holds. 1: a check found something. 2: it could not be done (wrong usage, a corpus that is not
there, a folder that cannot be written). 130: stopped by Ctrl-C. 141: nobody reads the output any more (`| head`).
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import Any

import click

from manifests.errors import SoundprobeError

TROUBLE, STOPPED, UNREAD = 2, 130, 141
_COMMANDS = ("soundprobe ", "python -m ")


class NarrowHelp(click.Command):
    """Help whose examples fit the terminal: a command too long for it goes on in the next line, as in a shell."""

    def get_help(self, ctx: click.Context) -> str:
        """Write the help."""
        width = shutil.get_terminal_size().columns
        return "\n".join(piece for line in super().get_help(ctx).splitlines() for piece in folded(line, width))


class NarrowGroup(NarrowHelp, click.Group):
    """A group with such help."""


def folded(line: str, width: int) -> list[str]:
    """Break an example of a command, before an option if possible, with a backslash that joins the lines in a shell."""
    command = line.lstrip()
    if len(line) <= width or not command.startswith(_COMMANDS):
        return [line]
    indent, room = " " * (len(line) - len(command)), width - 2
    lines = [""]
    for part in re.split(r" (?=--)", command):  # an option and its value
        fits = len(indent) + 2 + len(part) <= room
        for piece in [part] if fits else part.split(" "):
            if lines[-1] and len(lines[-1]) + 1 + len(piece) <= room:
                lines[-1] += f" {piece}"
            else:
                lines.append(f"{indent}{'  ' if lines[-1] else ''}{piece}")
    return [f"{each} \\" for each in lines[1:-1]] + lines[-1:]


class PlainCommand(NarrowHelp):
    """A command that turns our errors into a message and exit code 2."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        settings.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except SoundprobeError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(TROUBLE)
        except KeyboardInterrupt:
            click.echo("stopped. What was finished is kept: run the same command again to go on.", err=True)
            sys.exit(STOPPED)
        except BrokenPipeError:
            # What is still buffered must not be written at exit: that would fail again, and loudly.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(UNREAD)
