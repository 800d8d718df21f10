"""`soundprobe evaluate humans`: what people made of the questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.questions import set_argument
from manifests.printable import printable

if TYPE_CHECKING:
    from evaluation.humans.baseline import HumanBaseline
    from evaluation.humans.sorting import Sorted
    from evaluation.sets.question_set import QuestionSet

FITS, DOES_NOT_FIT = 0, 1
_NONE_FITS = "no vote is on a question of this set that has options: nothing can be said"


@click.command("humans", cls=PlainCommand)
@set_argument
@click.argument("votes", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def humans_command(*, questions: QuestionSet, votes: Path, as_json: bool) -> None:
    """Score the votes of several listeners on SET.

    VOTES is a CSV, TSV or JSON lines file with the columns rater, id and answer. Gives accuracy, the share of
    questions on which at least 3 and all 4 of 4 agree (as the roadmap paper's Table 12), and Krippendorff's alpha.

    \b
    Example:
      soundprobe evaluate humans build/level2/volume-perception votes.csv

    Exit code: 0 when every vote fits, 1 when some are missing, repeated, unreadable or of unknown questions (they are
    named), 2 when the file could not be read.
    """
    from evaluation.humans.baseline import human_baseline
    from evaluation.humans.votes import read_votes
    from verification.lines import terminal_width, wrapped

    made = human_baseline(questions.questions, read_votes(votes))
    if as_json:
        click.echo(json.dumps(made.to_json(), indent=2, ensure_ascii=False))
    else:
        for line in _lines(made):
            click.echo("\n".join(wrapped(line, terminal_width(), first="", rest="  ")))
    sys.exit(FITS if made.votes.fits else DOES_NOT_FIT)


def _lines(made: HumanBaseline) -> list[str]:
    from evaluation.scoring.terminal import interval_text

    votes = made.votes
    if not made.items:
        return [_NONE_FITS, *_unfit(votes)]
    raters = ", ".join(f"{printable(each.rater)} {100 * each.accuracy:.1f} %" for each in made.raters)
    agreeing = ", ".join(f"at least {count} {100 * share:.1f} %" for count, share in made.agreeing.items())
    lines = [
        f"{len(made.raters)} listeners, {made.items:,} questions, {made.cast:,} votes",
        f"right: {interval_text(made.pooled, percent=True)} of all votes ({raters})",
        f"agreement, of the {len(made.raters)} listeners on one option: {agreeing}",
        f"Krippendorff's alpha: {interval_text(made.alpha, percent=False)}",
    ]
    return [*lines, *_unfit(votes)]


def _unfit(votes: Sorted) -> Iterator[str]:
    from evaluation.scoring.terminal import some

    for what, names in (
        ("no vote", [f"{name} by {rater}" for name, rater in votes.missing]),
        ("several votes, the first counts", [f"{name} by {rater}" for name, rater in votes.repeated]),
        ("votes for no option, which are wrong", [f"{each.id} by {each.rater}" for each in votes.unreadable]),
        ("votes on ids that are no question's", list(votes.unknown)),
        ("votes on questions without options", list(votes.without_options)),
    ):
        if names:
            yield f"{what}: {len(names):,}: {some(names)}"
