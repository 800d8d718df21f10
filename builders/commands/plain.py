"""Commands that say what is wrong in plain words and leave an exit code that can be trusted.

0: everything asked for holds. 1: a check found something. 2: it could not be done (wrong usage, a corpus that is not
there, a folder that cannot be written). 130: stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from manifests.errors import SoundprobeError

TROUBLE, STOPPED = 2, 130


class PlainCommand(click.Command):
    """A command that turns our errors into a message and exit code 2."""

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
