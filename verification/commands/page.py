"""Write an audit's page: choose clips to show, hear them again, draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryFile

from execution.pool import map_jobs
from manifests.atomic import output_error
from manifests.errors import OutputError
from verification.audit.again import entries_again
from verification.audit.model import AuditReport, ItemSummary
from verification.audit.request import AuditRequest
from verification.listening.clip import listen
from verification.opening.entry import Entry
from verification.opening.opening import open_collection
from verification.pages.clip import PageClip, picture_of
from verification.pages.page import write_page

# A page that holds 40 clips of 7 s stays below 12 MB.
_MOST_CLIPS, _WITH_FINDINGS = 40, 28


def require_place(path: Path) -> None:
    """Make sure that a page can be written, before an hour of listening rather than after it.

    Raises
    ------
    OutputError
        If its folder cannot be made or written to, or it is a folder itself.
    """
    with _for_html():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=path.parent):
                pass
        except OSError as error:
            raise output_error(path, error) from error


def write_report_page(report: AuditReport, request: AuditRequest, path: Path) -> None:
    """Write the report as one page that holds a sample of the clips.

    Parameters
    ----------
    report : AuditReport
        What was found.
    request : AuditRequest
        What was asked: by it the set is opened again.
    path : pathlib.Path
        The page; written whole or not at all.

    Raises
    ------
    CollectionError
        If the set cannot be opened any more.
    OutputError
        If the page cannot be written.
    """
    collection = open_collection(request.path, given=request.roles, label_pattern=request.label_pattern)
    entries = entries_again(collection, _to_show(report.items))
    clips = [clip for clip in map_jobs(draw, entries, workers=request.workers) if clip is not None]
    with _for_html():
        write_page(report, clips, path)


@contextmanager
def _for_html() -> Iterator[None]:
    """Name this command's option in what is to be done about a file that cannot be written."""
    try:
        yield
    except OutputError as error:
        remedy = error.remedy.replace("--out", "--html")
        raise OutputError(where=error.where, found=error.found, wanted=error.wanted, remedy=remedy) from error


def _to_show(items: Sequence[ItemSummary]) -> set[int]:
    """Choose rows: at least one for each rule that is broken, then clean ones, each label in turn."""
    chosen: list[int] = []
    told: dict[str, int] = {}
    for item in items:
        if len(chosen) < _WITH_FINDINGS and any(told.get(rule, 0) < 3 for rule in item.rules):
            chosen.append(item.number)
            for rule in item.rules:
                told[rule] = told.get(rule, 0) + 1
    labels: dict[str, list[int]] = {}
    for item in items:
        if not item.rules:
            labels.setdefault(item.label, []).append(item.number)
    for turn in zip_longest(*(numbers[:_MOST_CLIPS] for numbers in labels.values())):
        chosen += [number for number in turn if number is not None]
    return set(chosen[:_MOST_CLIPS])


def draw(entry: Entry) -> PageClip | None:
    """Hear a row's first clip and draw it; None if it cannot be heard."""
    if not entry.audio:
        return None
    first = entry.audio[0]
    _, sound = listen(first)
    if sound is None:
        return None
    data = first.data if first.data is not None or first.path is None else first.path.read_bytes()
    return picture_of(sound, entry.name, data or b"")
