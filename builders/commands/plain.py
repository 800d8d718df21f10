"""Commands that say what is wrong in plain words and leave an exit code that can be trusted.

0: everything asked for holds. 1: a check found something. 2: it could not be done (wrong usage, a corpus that is not
there, a folder that cannot be written). 130: stopped by Ctrl-C. 141: nobody reads the output any more (`| head`).
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from manifests.errors import SoundprobeError

TROUBLE, STOPPED, UNREAD = 2, 130, 141


class PlainCommand(click.Command):
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
