"""Plants a defect, audits the set, and holds the findings against what must be found."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from execution.pool import map_jobs
from tests.zoo.planted import SET, Expected, Planted
from tests.zoo.registry import clean_sets, defects
from verification.audit.auditing import audit
from verification.audit.model import AuditReport
from verification.audit.request import AuditRequest

CLEAN = "clean: "


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What an audit said of a set of the zoo."""

    name: str
    kind: int
    expected: Expected
    found: Expected
    seconds: float

    @property
    def missed(self) -> Expected:
        return self.expected - self.found

    @property
    def extra(self) -> Expected:
        return self.found - self.expected


def specimens() -> list[str]:
    """Name all sets of the zoo: the clean ones first."""
    return [*(CLEAN + name for name in clean_sets()), *defects()]


def plant(name: str, root: Path) -> Planted:
    """Write a set of the zoo into a folder."""
    if name.startswith(CLEAN):
        clean = clean_sets()[name.removeprefix(CLEAN)]
        return Planted(path=clean.write(root, clean.rows()), expected=frozenset(), task=clean.task, style=clean.style)
    return defects()[name].plant(root)


def audited(planted: Planted, *, treatments: tuple[str, ...] = ()) -> AuditReport:
    """Audit a planted set, in this process; with treatments, also what survives them."""
    return audit(
        AuditRequest(
            path=planted.path,
            task=planted.task,
            style=planted.style,
            survival=bool(treatments),
            treatments=treatments,
        )
    )


def examine(name: str) -> Outcome:
    """Plant a set in a folder of its own, audit it, and compare."""
    with tempfile.TemporaryDirectory(prefix="zoo-") as scratch:
        root = Path(scratch) / "questions"
        root.mkdir()
        planted = plant(name, root)
        start = time.perf_counter()
        report = audited(planted)
        seconds = time.perf_counter() - start
    # The set's own name may be a row's, too, only by malice.
    found = frozenset(
        (finding.rule, SET if finding.item == report.name else finding.item) for finding in report.findings
    )
    kind = 0 if name.startswith(CLEAN) else defects()[name].kind
    return Outcome(name=name, kind=kind, expected=planted.expected, found=found - planted.also, seconds=seconds)


def examine_all(names: Iterable[str], *, workers: int = 1) -> Iterator[Outcome]:
    """Examine sets, in order; each is audited in one process."""
    yield from map_jobs(examine, names, workers=workers)


def precision_and_recall(outcomes: Iterable[Outcome]) -> tuple[float, float]:
    """Count over all sets: which share of the findings is right, and which share of what is wrong was found."""
    outcomes = list(outcomes)
    right = sum(len(each.found & each.expected) for each in outcomes)
    found = sum(len(each.found) for each in outcomes)
    expected = sum(len(each.expected) for each in outcomes)
    return right / found if found else 1.0, right / expected if expected else 1.0
