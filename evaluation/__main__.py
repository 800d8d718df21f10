"""`python -m evaluation`: run models on question sets, and score them."""

import click

from builders.commands.plain import NarrowGroup
from evaluation.commands.compare import compare_command
from evaluation.commands.humans import humans_command
from evaluation.commands.published import published_command
from evaluation.commands.report import report_command
from evaluation.commands.run import run_command
from evaluation.commands.score import score_command
from evaluation.commands.similarity import similarity_command


@click.group(cls=NarrowGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Run models on question sets, and score what they say."""


for command in (
    run_command,
    score_command,
    compare_command,
    report_command,
    humans_command,
    similarity_command,
    published_command,
):
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="python -m evaluation")
