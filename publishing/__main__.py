"""`python -m publishing`: releases, and what becomes of them."""

import click

from builders.commands.plain import NarrowGroup
from publishing.commands.publish import publish_command
from publishing.commands.pull import pull_command
from publishing.commands.release import release_command


@click.group(cls=NarrowGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build, rebuild, verify, compare, publish and fetch releases."""


for command in (release_command, publish_command, pull_command):
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="python -m publishing")
