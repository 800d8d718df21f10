"""`soundprobe evaluate score`: score a file of replies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.judges import judge_option
from evaluation.commands.questions import set_argument

if TYPE_CHECKING:
    from evaluation.sets.question_set import QuestionSet

FITS, DOES_NOT_FIT = 0, 1


@click.command("score", cls=PlainCommand)
@set_argument
@click.argument("replies", type=click.Path(path_type=Path))
@click.option("--model", metavar="NAME", help="What reports call the model.  [default: its own, or the file's]")
@click.option(
    "--measure",
    default="",
    metavar="NAME",
    help="sagi-wer, WER, rating:PROMPT, ...  [default: the recipe's, or choice]",
)
@click.option("--blind", type=click.Path(path_type=Path), metavar="FILE", help="Replies of a run with silence.")
@click.option("--swap", type=click.Path(path_type=Path), metavar="FILE", help="Replies to another question's audio.")
@click.option("--judge", metavar="NAME", help="openai/gpt-4o or another model of inspect-ai, or module:function.")
@click.option("--prices", type=(float, float), metavar="IN OUT", help="USD for a million tokens of the judge.")
@click.option("--max-usd", type=click.FloatRange(min=0), metavar="USD", help="What the judge may cost.")
@click.option("--cache", type=click.Path(path_type=Path), metavar="FILE", help="Judge's replies, kept and used again.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the scores as JSON, for reports.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the intervals.")
def score_command(
    *,
    questions: QuestionSet,
    replies: Path,
    model: str | None,
    measure: str,
    blind: Path | None,
    swap: Path | None,
    judge: str | None,
    prices: tuple[float, float] | None,
    max_usd: float | None,
    cache: Path | None,
    out: Path | None,
    as_json: bool,
    seed: int,
) -> None:
    """Score the replies to the questions of SET.

    REPLIES is a file of JSON lines, {"id": ..., "reply": ...}, from any source, or a log of inspect-ai (.eval). Closed
    questions are scored by strict choice: the right option and no other; what names no option is N/A and never a
    guess. Open ones are scored by the measure that their recipe declares, or by --measure. Intervals are of 95 %, by
    group. Nothing is sent anywhere, unless --judge names a judge: then it decides instead of the rules (and how far it
    agrees with them is told), gives points (--measure rating:sagi_voice_detective), or reads numbers out of replies
    (--measure MSE).

    \b
    Examples:
      soundprobe evaluate score build/level2/volume-perception replies.jsonl
      soundprobe evaluate score SET replies.jsonl --blind replies.blind.jsonl --out scores.json
      soundprobe evaluate score SET replies.jsonl --judge openai/gpt-4o --prices 2.5 10 --max-usd 3

    Exit code: 0 when there is one reply for each question and none besides, 1 when not (what is there is scored all
    the same), 2 when it could not be scored.
    """
    from evaluation.scoring.card import score_replies
    from evaluation.scoring.measures import require_prompt
    from evaluation.scoring.terminal import card_lines
    from manifests.atomic import atomic_path
    from verification.audit.plain import json_text
    from verification.lines import terminal_width

    require_prompt(measure)  # before a judge is opened, or missed
    controls = [(name, path) for name, path in (("blind", blind), ("swap", swap)) if path is not None]
    with judge_option(judge, prices=prices, max_usd=max_usd, cache=cache) as asked:
        card = score_replies(
            questions,
            replies,
            model=model or "",
            measure=measure,
            controls=controls,
            judge=asked,
            seed=seed,
        )
    text = json_text(card.to_json())
    if out is not None:
        with atomic_path(out) as temporary:
            temporary.write_text(text + "\n", encoding="utf-8")
    click.echo(text if as_json else "\n".join(card_lines(card, width=terminal_width())))
    sys.exit(FITS if card.holds else DOES_NOT_FIT)
