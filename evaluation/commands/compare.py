"""`soundprobe evaluate compare`: two models on the same questions."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.questions import set_argument

if TYPE_CHECKING:
    from evaluation.certainty.comparison import Comparison
    from evaluation.sets.question_set import QuestionSet


@click.command("compare", cls=PlainCommand)
@set_argument
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--measure", default="", metavar="NAME", help="As for `score`.  [default: choice]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the intervals.")
def compare_command(
    *, questions: QuestionSet, first: Path, second: Path, measure: str, as_json: bool, seed: int
) -> None:
    """Compare two models on SET, question by question.

    FIRST and SECOND are files of replies, as for `score`. Groups are held together: members of a pair are no two
    independent trials. Questions that only one of the two replied to are left out, and counted.

    \b
    Example:
      soundprobe evaluate compare build/level2/volume-perception one.jsonl two.jsonl

    Exit code: 0 when they were compared, whatever came out, 2 when they could not be.
    """
    from evaluation.certainty.comparison import compare
    from evaluation.certainty.pairing import earned, rightness
    from evaluation.replies.joining import join
    from evaluation.replies.opening import open_replies
    from evaluation.scoring.measures import CHOICE, measure_for, scoring
    from verification.lines import terminal_width, wrapped

    asked = questions.questions
    named = measure_for(asked, measure)
    verdicts = [
        scoring(asked, join(asked, open_replies(path)), measure=named, seed=seed).verdicts for path in (first, second)
    ]
    if named == CHOICE:
        made = compare(asked, *verdicts, measure=rightness, seed=seed)
    else:
        made = compare(asked, *verdicts, measure=earned, bounds=(-math.inf, math.inf), seed=seed)
    if as_json:
        click.echo(json.dumps({"first": str(first), "second": str(second), **made.to_json()}, indent=2))
        return
    for line in _lines(made, first.stem, second.stem):
        click.echo("\n".join(wrapped(line, terminal_width(), first="", rest="  ")))


def _lines(made: Comparison, first: str, second: str) -> list[str]:
    from evaluation.scoring.terminal import interval_text

    lines = [
        f"{first}: {interval_text(made.first, percent=True)}",
        f"{second}: {interval_text(made.second, percent=True)}",
        f"difference: {interval_text(made.difference, percent=True)}, p = {made.p_value:.2g} with groups held together "
        f"(McNemar, which takes every question for independent: {made.p_mcnemar:.2g})",
        f"{made.items:,} questions: {first} alone is right in {made.first_higher:,}, {second} alone in "
        f"{made.second_higher:,}",
    ]
    if made.left_out:
        lines.append(
            f"left out: {made.only_first:,} that only {first} replied to, {made.only_second:,} that only {second} "
            f"did, {made.neither:,} that neither did"
        )
    return lines
