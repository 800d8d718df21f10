"""`soundprobe evaluate run`: put a set's questions to a model and keep its replies."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.questions import set_argument
from evaluation.errors import ModelError
from evaluation.models.controls import Control
from manifests.printable import printable

if TYPE_CHECKING:
    from evaluation.price import Price
    from evaluation.running.run import RunSummary
    from evaluation.sets.question_set import QuestionSet

COMPLETE, INCOMPLETE = 0, 1
_LONGEST_REASON = 500


@click.command("run", cls=PlainCommand)
@set_argument
@click.option("--model", required=True, metavar="NAME", help="baseline:NAME, openai:MODEL or module:function.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Replies.  [default: replies/SET/MODEL]")
@click.option(
    "--control",
    type=click.Choice([each.value for each in Control]),
    default=Control.NONE.value,
    show_default=True,
    help="Replace the audio by silence (blind) or by another question's (swap), or average its channels (mono).",
)
@click.option("--task", default="", metavar="TASK", help="What is asked for, for baseline:signal on a foreign set.")
@click.option("--base-url", metavar="URL", help="Endpoint of openai:MODEL, if it is not OpenAI's own.")
@click.option("--one-clip", is_flag=True, help="Join several clips into one, half a second of silence between them.")
@click.option("--concurrency", type=click.IntRange(1, 64), default=4, show_default=True, help="Questions at a time.")
@click.option("--max-usd", type=click.FloatRange(min=0), metavar="USD", help="Stop when so much is spent.")
@click.option("--prices", type=(float, float), metavar="IN OUT", help="USD for a million input and output tokens.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Ask the first N questions only.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of what a control draws.")
def run_command(
    *,
    questions: QuestionSet,
    model: str,
    out: Path | None,
    control: str,
    task: str,
    base_url: str | None,
    one_clip: bool,
    concurrency: int,
    max_usd: float | None,
    prices: tuple[float, float] | None,
    limit: int | None,
    seed: int,
) -> None:
    """Put the questions of SET to a model, and keep every reply word for word.

    SET is a dataset folder, ours or any that `soundprobe audit` opens, or a set in writing only. The model gets the
    clips, channels kept, and the text. Replies go to a file of JSON lines as they come: run the same command again to
    go on where it stopped. A model that needs inspect-ai's providers is run by inspect-ai: `inspect eval
    soundprobe/volume-perception`.

    \b
    Examples:
      soundprobe evaluate run build/level2/volume-perception --model baseline:signal
      soundprobe evaluate run build/level2/volume-perception --model my_module:answer --control blind
      soundprobe evaluate run SET --model openai:gpt-audio --prices 2.5 10 --max-usd 5

    Exit code: 0 when every question has a reply, 1 when some have none, 2 when it could not be run.
    """
    from evaluation.models.registry import model_named
    from evaluation.running.run import RunRequest, run_model

    asked = model_named(
        model,
        task=task or questions.task,
        base_url=base_url,
        one_clip=one_clip,
        price=_price(prices, max_usd, model),
        is_open=not any(question.options for question in questions.questions),
        title=questions.title if questions.header else "",
    )
    chosen = Control(control)
    if not questions.has_audio:
        click.echo("no column holds audio: asked in writing only (--audio names a column that does)", err=True)
    file = out or default_file(questions.name, model, chosen)
    summary = run_model(
        questions,
        asked,
        RunRequest(out=file, control=chosen, concurrency=concurrency, most_usd=max_usd, limit=limit, seed=seed),
    )
    click.echo("\n".join(_lines(summary, file)))
    sys.exit(COMPLETE if summary.complete else INCOMPLETE)


def default_file(name: str, model: str, control: Control) -> Path:
    """Say where replies go: a folder a set, a file a model and control."""
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in model)
    ending = "" if control is Control.NONE else f".{control.value}"
    return Path("replies") / name / f"{plain}{ending}.jsonl"


def _price(prices: tuple[float, float] | None, max_usd: float | None, model: str) -> Price | None:
    from evaluation.price import Price

    for option, amounts in (("--prices", prices or ()), ("--max-usd", () if max_usd is None else (max_usd,))):
        if not all(math.isfinite(amount) and amount >= 0 for amount in amounts):
            raise ModelError(
                where=option,
                found=" ".join(f"{amount:g}" for amount in amounts),
                wanted="US dollars: finite, 0 or more",
                remedy="correct it, such as --prices 2.5 10 --max-usd 5",
            )
    if max_usd is not None and prices is None and model.startswith("openai:"):
        raise ModelError(
            where="--max-usd",
            found="no prices",
            wanted="what a million input and output tokens cost, to know what was spent",
            remedy="add --prices IN OUT, as your provider lists them",
        )
    return Price(input_usd=prices[0], output_usd=prices[1]) if prices else None


def _lines(summary: RunSummary, file: Path) -> list[str]:
    from evaluation.running.allowance import usd

    lines = [f"{summary.asked:,} asked, {summary.kept:,} kept from before, {summary.failed:,} without a reply"]
    if summary.spent_usd:
        lines[0] += f", {usd(summary.spent_usd)} USD spent"
    if summary.stopped:
        lines.append(f"stopped: {summary.stopped}")
    if summary.first_failure:
        lines.append(f"the first without a reply: {printable(summary.first_failure, most=_LONGEST_REASON)}")
    if not summary.complete:
        missing = summary.total - summary.replied
        lines.append(f"{missing:,} of {summary.total:,} have no reply yet: run the same command again to ask them")
    if summary.long_clips:
        lines.append(f"{summary.long_clips:,} clips are longer than 30 s: many models hear the first 30 s only")
    return [*lines, f"  -> {file}"]
