"""Write an audit as one HTML page that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manifests.atomic import write_text_atomically
from verification.audit.model import AuditReport
from verification.audit.terminal import how_taken, other_notes
from verification.pages.answers import is_open, label_bars, labels_drawn
from verification.pages.clip import PageClip
from verification.pages.drawing import drawing_of
from verification.pages.durations import duration_histogram
from verification.pages.measures import P_SAID, shortcuts, survivors, untried
from verification.pages.rows import item_table
from verification.pages.strips import feature_plots
from verification.pages.verdict import headline, rule_groups
from verification.pages.wording import amount, glued, number, share, shortened

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"
_STYLES = ("page.css", "figures.css", "items.css", "narrow.css")
_SCRIPTS = ("table.js", "panel.js", "keys.js")
# Rows that stand in the page itself, for readers without scripts; the script draws the others as they are scrolled to.
_ROWS_AT_FIRST = 100


def write_page(report: AuditReport, clips: Sequence[PageClip], path: Path) -> None:
    """Write the page, whole or not at all.

    Parameters
    ----------
    report : AuditReport
        What was found.
    clips : sequence of PageClip
        The clips to embed; several may belong to one item.
    path : pathlib.Path
        The HTML file.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    write_text_atomically(path, page_text(report, clips))


def page_text(report: AuditReport, clips: Sequence[PageClip]) -> str:
    """Give the page as text that can be written as UTF-8."""
    by_item = _clips_by_number(report, clips)
    text = (
        _environment()
        .get_template("page.html")
        .render(
            report=report,
            headline=headline(report),
            groups=rule_groups(report),
            how=how_taken(report.notes),
            notes=other_notes(report.notes),
            bars=label_bars(report.labels),
            is_open=is_open(report.labels, has_options="options" in report.roles),
            shortcuts=shortcuts(report.shortcuts),
            untried=untried(report.shortcuts),
            p_said=P_SAID,
            not_tried=report.why_not_tried,
            plots=feature_plots(report),
            strips_said=labels_drawn(report.labels),
            survivors=survivors(report.survival),
            histogram=duration_histogram(report.items),
            table=item_table(report, by_item),
            rows_at_first=_ROWS_AT_FIRST,
            heard=_heard(report, clips, by_item),
            **_inlined(),
        )
    )
    # A file name may hold bytes that are no UTF-8, and then half a surrogate pair.
    return text.encode("utf-8", "replace").decode("utf-8")


def _clips_by_number(report: AuditReport, clips: Sequence[PageClip]) -> dict[int, list[int]]:
    """Give each item's clips by its number; of rows that share an id, the first has them."""
    numbers = {item.name: item.number for item in reversed(report.items)}
    by_item: dict[int, list[int]] = defaultdict(list)
    for index, clip in enumerate(clips):
        if clip.item in numbers:
            by_item[numbers[clip.item]].append(index)
    return by_item


def _heard(
    report: AuditReport, clips: Sequence[PageClip], by_item: Mapping[int, Sequence[int]]
) -> list[dict[str, Any]]:
    """Give the items with embedded clips, in the order of the set, each clip with its drawing."""
    return [
        {
            "item": item,
            "clips": [(index, clips[index], drawing_of(clips[index])) for index in by_item[item.number]],
        }
        for item in report.items
        if item.number in by_item
    ]


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        # Everything is escaped, whatever the file is called: names and labels are other people's.
        autoescape=True,
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "number": number,
        "share": share,
        "amount": amount,
        "glued": glued,
        "shortened": shortened,
        "coded": _coded,
        "base64": _base64,
    }
    return environment


def _coded(text: str) -> str:
    """Escape a text, and set what stands between backticks as code."""
    from markupsafe import Markup, escape

    parts = text.split("`")
    if len(parts) % 2 == 0:  # one has no counterpart
        return escape(text)
    coded = Markup("<code>{}</code>")
    return Markup("").join(coded.format(part) if place % 2 else part for place, part in enumerate(parts))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


@cache
def _inlined() -> dict[str, Any]:
    """Give styles and scripts, and a content security policy that allows these and nothing else."""
    from markupsafe import Markup

    styles = "\n" + "\n".join((_TEMPLATES / name).read_text("utf-8") for name in _STYLES)
    scripts = "\n" + "\n".join((_TEMPLATES / name).read_text("utf-8") for name in _SCRIPTS)
    early = 'document.documentElement.classList.add("js");'
    policy = (
        "default-src 'none'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src {_hash_of(styles)}; script-src {_hash_of(early)} {_hash_of(scripts)}"
    )
    trusted = {"styles": styles, "scripts": scripts, "early": early}
    return {"policy": policy} | {name: Markup(text) for name, text in trusted.items()}  # noqa: S704


def _hash_of(text: str) -> str:
    return f"'sha256-{_base64(hashlib.sha256(text.encode()).digest())}'"
