"""Commands that say what is wrong in plain words and leave an exit code that can be trusted.

0: everything asked for holds. 1: a check found something. 2: it could not be done (wrong usage, a corpus that is not
there, a folder that cannot be written). 130: stopped by Ctrl-C. 141: nobody reads the output any more (`| head`).
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import traceback
from contextlib import suppress
from typing import Any, NoReturn

import click

from manifests.errors import SoundprobeError
from manifests.printable import printable

TROUBLE, STOPPED, UNREAD = 2, 130, 141
_COMMANDS = ("soundprobe ", "python -m ")
# Far above any message of ours: a stranger's record must not fill the terminal.
_LONGEST_MESSAGE = 8_000


class NarrowHelp(click.Command):
    """Help whose examples fit the terminal: a command too long for it goes on in the next line, as in a shell.

    What fails beneath it, in help too, ends in plain words.
    """

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the command from the command line."""
        try:
            return super().main(*args, **settings)
        except OSError as error:
            _end_for(error)

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
            message = printable(str(error), most=_LONGEST_MESSAGE, keep="\n")
            click.echo(f"error: {message}", err=True)
            sys.exit(TROUBLE)
        except KeyboardInterrupt:
            click.echo("stopped. What was finished is kept: run the same command again to go on.", err=True)
            sys.exit(STOPPED)
        except OSError as error:
            _end_for(error)


def _end_for(error: OSError) -> NoReturn:
    """End a command whose output cannot be written, or to which the system refuses something."""
    if isinstance(error, BrokenPipeError):
        _discard_output()
        sys.exit(UNREAD)
    where, remedy = error.filename or "a file", "see that it is there, that you may use it, and that its disk has space"
    if _while_telling(error):
        where, remedy = "standard output", "free some space where it goes to, or send it elsewhere"
        _discard_output()
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    with suppress(OSError):  # it may go to the same place
        click.echo(f"error: {printable(str(where))}: found {printable(reason)}\n  to do:  {remedy}", err=True)
    sys.exit(TROUBLE)


def _while_telling(error: OSError) -> bool:
    """Say whether it was output to the terminal that failed, and no file of ours."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(frame.f_code is click.echo.__code__ for frame in frames)


def _discard_output() -> None:
    """Throw away what is still buffered: written at exit, it would fail again, and loudly."""
    with suppress(OSError, ValueError):  # a stream that is no file has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
