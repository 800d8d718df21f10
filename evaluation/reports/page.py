"""Write a report as one HTML page that needs nothing but itself, and runs no script."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.reports.bars import task_bars
from evaluation.reports.differences import differences
from evaluation.reports.radar import SIZE, radar
from evaluation.reports.replies import reply_rows, untried
from evaluation.reports.report import Report
from evaluation.reports.wording import mean_ends_text, mean_text
from evaluation.reports.wording_tables import aloud_row, wording_table
from manifests.atomic import write_text_atomically
from verification.pages.wording import amount, glued, shortened

if TYPE_CHECKING:
    from jinja2 import Environment

_OWN, _AUDITS = "evaluation.reports", "verification.pages"
# The audit's page is the house's look: its styles and marks are used as they are.
_STYLES = ((_AUDITS, "page.css"), (_AUDITS, "figures.css"), (_AUDITS, "narrow.css"), (_OWN, "report.css"))


def write_page(report: Report, path: Path) -> None:
    """Write the page, whole or not at all.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    write_text_atomically(path, page_text(report))


def page_text(report: Report) -> str:
    """Give the page as text that can be written as UTF-8."""
    table = report.table
    text = (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            models=table.models,
            levels=report.levels,
            radar=radar(report.levels) if report.levels else None,
            size=SIZE,
            tasks=[task_bars(task, table) for task in table.tasks],
            sources=list(dict.fromkeys(task.published.source for task in table.tasks if task.published)),
            replies=reply_rows(table),
            untried=untried(table),
            wordings=[wording_table(each) for each in report.wordings],
            aloud=[aloud_row(each) for each in report.aloud],
            differences=differences(report.pairs),
            grouped=all(pair.grouped for pair in report.pairs),
            **_inlined(),
        )
    )
    # A name from JSON may hold half a surrogate pair.
    return text.encode("utf-8", "replace").decode("utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

    environment = Environment(
        autoescape=True,  # names are other people's
        loader=ChoiceLoader([PackageLoader(_OWN), PrefixLoader({"audit": PackageLoader(_AUDITS)})]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "amount": amount,
        "glued": glued,
        "ends": mean_ends_text,
        "mean": mean_text,
        "shortened": shortened,
    }
    return environment


@cache
def _inlined() -> dict[str, Any]:
    """Give the styles, and a content security policy that allows these and nothing else."""
    from markupsafe import Markup

    styles = "\n" + "\n".join(files(room).joinpath(f"templates/{name}").read_text("utf-8") for room, name in _STYLES)
    digest = base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-{digest}'"
    return {"policy": policy, "styles": Markup(styles)}  # noqa: S704
