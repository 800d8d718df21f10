"""`soundprobe audit` and `python -m verification`: audit any audio question set."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from verification.commands.roles import role_options
from verification.grouped import ITEMS_NAMED

if TYPE_CHECKING:
    from verification.audit.model import AuditReport
    from verification.opening.collection import Roles

HOLDS, FAILS = 0, 1
_THRESHOLDS = ("error", "warning", "never")


def _list_tasks(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if not value:
        return
    from verification.truth.registry import properties

    column = max(map(len, properties()))
    for name, each in properties().items():
        click.echo(f"{name:<{column}}  {each.title}")
    context.exit()


def _list_treatments(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if not value:
        return
    from verification.survival.registry import treatments

    column = max(map(len, treatments()))
    for name, each in treatments().items():
        click.echo(f"{name:<{column}}  {each.title}")
    context.exit()


@click.command("audit", cls=PlainCommand)
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--task", metavar="NAME", default="", help="What the questions ask for: measures it, and judges the labels."
)
@click.option(
    "--tasks",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_tasks,
    help="List the tasks that can be measured, and stop.",
)
@role_options
@click.option("--label-pattern", metavar="REGEX", default="", help="Finds the label in each file's path.")
@click.option(
    "--inherent",
    multiple=True,
    metavar="FAMILY",
    help="A family of features, or one feature, that is the property itself: answering by it is no shortcut.",
)
@click.option("--style", type=click.Choice(["dynamic-superb"]), help="Apply this contribution format's own rules too.")
@click.option("--survival", is_flag=True, help="Try what is left of the property after a model's front end.")
@click.option(
    "--treatment",
    multiple=True,
    metavar="NAME",
    help="Only this front end, such as mono or mp3-64k. Repeatable.  [default: all]",
)
@click.option(
    "--treatments",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_treatments,
    help="List the front ends that can be tried, and stop.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON (docs/audit-json.md).")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as one HTML page.")
@click.option(
    "--fail-on",
    type=click.Choice(_THRESHOLDS),
    default="error",
    show_default=True,
    help="The mildest finding that makes the exit code 1.",
)
@click.option(
    "--max-findings",
    type=click.IntRange(min=0),
    metavar="N",
    default=ITEMS_NAMED,
    show_default=True,
    help="Items to name for each rule.",
)
@click.option("--rules", "list_rules", is_flag=True, help="List the rules that were applied, and how often.")
def audit_command(
    *,
    dataset: Path,
    task: str,
    roles: Roles,
    label_pattern: str,
    inherent: tuple[str, ...],
    style: str | None,
    survival: bool,
    treatment: tuple[str, ...],
    workers: int | None,
    as_json: bool,
    html: Path | None,
    fail_on: str,
    max_findings: int,
    list_rules: bool,
) -> None:
    """Audit any audio question set: whether its answers are true of the audio, and given away by nothing else.

    DATASET is a folder or a file: Parquet shards or a Hugging Face folder, metadata.csv or .jsonl with audio, a JSON
    list, a Kaldi directory, folders named after labels, or plain audio files with --label-pattern.

    \b
    Examples:
      soundprobe audit downloads/some-audio-qa
      soundprobe audit questions.json --audio clip_path --label gold --html report.html
      soundprobe audit build/level2/volume-perception --task level-direction --survival
      soundprobe audit ravdess --label-pattern '\\d+-\\d+-(\\d+)-' --fail-on never

    Exit code: 0 when nothing was found at or above --fail-on, 1 when something was, 2 when it could not be audited.
    """
    from execution.pool import available_cores
    from verification.audit.auditing import audit
    from verification.audit.ours import with_record
    from verification.audit.request import AuditRequest

    request = AuditRequest(
        path=dataset,
        roles=roles,
        label_pattern=label_pattern,
        task=task,
        style=style or "",
        inherent=dict.fromkeys(inherent, "named by --inherent"),
        survival=survival or bool(treatment),
        treatments=treatment,
        workers=workers or available_cores(),
    )
    if html is not None:
        from verification.commands.page import require_place

        require_place(html)
    request = with_record(request)
    report = audit(request)
    if as_json:
        from verification.audit.plain import json_text

        click.echo(json_text(report.to_json()))
    else:
        _print(report, max_findings, list_rules)
    if html is not None:
        from verification.commands.page import write_report_page

        write_report_page(report, request, html)
        click.echo(f"wrote {html}", err=True)
    sys.exit(exit_code(report, fail_on))


def _print(report: AuditReport, max_findings: int, list_rules: bool) -> None:
    from verification.audit.terminal import audit_lines
    from verification.lines import terminal_width

    width = terminal_width()
    for line in audit_lines(report, width=width, max_findings=max_findings, list_rules=list_rules):
        click.echo(line)


def exit_code(report: AuditReport, fail_on: str) -> int:
    """Give 1 if anything was found that is as severe as `fail_on` or more."""
    counted = {"error": report.errors, "warning": len(report.findings), "never": 0}[fail_on]
    return FAILS if counted else HOLDS
