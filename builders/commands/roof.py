"""`soundprobe`: every room's commands under one roof."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from builders.commands.plain import STOPPED, NarrowGroup

# Name to where the command stands. Its module is imported only when it is called, and imports heavy libraries later
# still: `soundprobe --help` must not wait for them.
_COMMANDS = {
    "list": ("builders.commands.listing:list_command", "Show suites, levels, recipes and corpora."),
    "corpora": ("builders.commands.corpora:corpora_command", "Show every corpus: is it here, its terms, who uses it."),
    "fetch": ("builders.commands.fetch:fetch_command", "Download corpora, verify them and unpack them."),
    "plan": ("builders.commands.plan:plan_command", "Print a recipe's items before any audio is rendered."),
    "build": ("builders.commands.build:build_command", "Build the datasets of a suite, a level or a recipe."),
    "phonemes": ("builders.phonemes.command:phonemes_command", "Make text-only rows that spell sentences in phonemes."),
    "check": ("verification.commands.check:check_command", "Verify built datasets from the audio that ships."),
    "audit": ("verification.commands.auditing:audit_command", "Audit any audio question set, ours or anybody's."),
    "release": ("publishing.commands.release:release_command", "Build, rebuild, verify and diff releases."),
    "publish": ("publishing.commands.publish:publish_command", "Publish a release to the Hub, a folder or a store."),
    "pull": ("publishing.commands.pull:pull_command", "Fetch a published release and verify it."),
    "evaluate": ("evaluation.__main__:main", "Run models on question sets, and score what they say."),
    "show": ("builders.commands.show:show_command", "Show one item whole, with its clip and a plot."),
}


class Roof(NarrowGroup):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Name the commands in the order of the work."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; stopped while it is still being imported, it ends as one that runs does."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("stopped before it began.", err=True)
            sys.exit(STOPPED)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(cls=Roof, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="soundprobe")
def main() -> None:
    """Build, prove and publish probing tasks for models that listen.

    \b
    Examples:
      soundprobe list
      soundprobe plan sagi/volume-perception
      soundprobe build sagi/level2
      soundprobe check build/level2
      soundprobe audit downloads/some-audio-qa
    """
