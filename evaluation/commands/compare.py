"""`soundprobe evaluate compare`: two models on the same questions."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.questions import set_argument
from evaluation.errors import ReplyError

if TYPE_CHECKING:
    from evaluation.certainty.comparison import Comparison
    from evaluation.scoring.measures import Scoring
    from evaluation.sets.question_set import QuestionSet

FITS, DOES_NOT_FIT = 0, 1


@click.command("compare", cls=PlainCommand)
@set_argument
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--measure", default="", metavar="NAME", help="As for `score`.  [default: the recipe's, or choice]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the intervals.")
def compare_command(
    *, questions: QuestionSet, first: Path, second: Path, measure: str, as_json: bool, seed: int
) -> None:
    """Compare two models on SET, question by question, or one model asked in two ways.

    FIRST and SECOND are files of replies, as for `score`, or of scores, as `score --out` writes them: where a judge
    gives points, it must be scores. Groups are held together: members of a pair are no two independent trials.
    Questions that only one of the two replied to are left out, and counted. Replies to the same clips asked about in
    other words, or aloud, are compared by their ids.

    \b
    Examples:
      soundprobe evaluate compare build/level2/volume-perception one.jsonl two.jsonl
      soundprobe evaluate compare build/level5/voice-detective one.json two.json

    Exit code: 0 when each file has one reply for each question, 1 when not (what is there is compared all the same),
    2 when they could not be compared.
    """
    from evaluation.reports.sides import sides_of
    from evaluation.scoring.terminal import join_lines
    from verification.lines import terminal_width, wrapped

    one, two = sides_of(questions, first, second, measure=measure, seed=seed)
    made = _compared(questions, one.scoring, two.scoring, seed=seed)
    if not made.items:
        raise ReplyError(
            where=f"{first} and {second}",
            found="no question with a score in both",
            wanted="replies of two models to the same questions",
            remedy=f"check that both are of {questions.name}",
        )
    if as_json:
        told = {"first": str(first), "second": str(second), "measure": one.scoring.measure}
        click.echo(json.dumps({**told, **made.to_json()}, indent=2))
    else:
        said = list(_lines(made, one.scoring, one.name, two.name))
        said += [f"{side.path.name}: {line}" for side in (one, two) for line in join_lines(side.joined)]
        for line in said:
            click.echo("\n".join(wrapped(line, terminal_width(), first="", rest="  ")))
    sys.exit(FITS if one.joined.fits and two.joined.fits else DOES_NOT_FIT)


def _compared(questions: QuestionSet, one: Scoring, two: Scoring, *, seed: int) -> Comparison:
    from evaluation.certainty.comparison import compare
    from evaluation.certainty.pairing import earned, rightness

    asked = questions.questions
    if one.value is None:
        return compare(asked, one.verdicts, two.verdicts, measure=rightness, seed=seed)
    bounds = (-math.inf, math.inf)  # of an error rate or a difference
    return compare(asked, one.verdicts, two.verdicts, measure=earned, bounds=bounds, seed=seed)


def _lines(made: Comparison, scoring: Scoring, first: str, second: str) -> Iterator[str]:
    from evaluation.scoring.terminal import interval_text

    percent = scoring.unit == "share"
    yield f"{first}: {interval_text(made.first, percent=percent)}"
    yield f"{second}: {interval_text(made.second, percent=percent)}"
    yield (
        f"difference: {interval_text(made.difference, percent=percent)}, p = {made.p_value:.2g} with groups held "
        f"together (McNemar, which takes every question for independent: {made.p_mcnemar:.2g})"
    )
    if scoring.value is None:
        better = f"{first} alone is right in {made.first_higher:,}, {second} alone in {made.second_higher:,}"
    else:
        lower = scoring.details.get("direction") == "lower"
        counts = (made.second_higher, made.first_higher) if lower else (made.first_higher, made.second_higher)
        better = f"{scoring.measure} is better for {first} in {counts[0]:,}, for {second} in {counts[1]:,}"
    yield f"{made.items:,} questions: {better}"
    if made.left_out:
        yield (
            f"left out: {made.only_first:,} that only {first} replied to, {made.only_second:,} that only {second} "
            f"did, {made.neither:,} that neither did"
        )
