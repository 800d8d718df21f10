"""What an audit found, whole: what the terminal, the JSON file, the page and the card are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from verification.audit.plain import plain
from verification.findings import Finding
from verification.shortcuts.score import NOT_TRIED, FamilyScore
from verification.survival.matrix import SurvivalRow


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemSummary:
    """One row of the set, for tables and plots.

    Parameters
    ----------
    number, name, split, label, question, options, group
        As in the set.
    duration_s, sampling_rate, channels, rms_dbfs, peak_dbfs
        Of its first clip; None if that cannot be heard.
    features : mapping
        Nuisance features of the first clip, without those that cannot be measured.
    measured : mapping
        The property, as measured; empty if no task is declared.
    holds : bool or None
        Whether the label is true by that measurement.
    rules : tuple of str
        The rules that the row breaks.
    """

    number: int
    name: str
    split: str
    label: str
    question: str
    options: tuple[str, ...]
    group: str
    duration_s: float | None = None
    sampling_rate: int | None = None
    channels: int | None = None
    rms_dbfs: float | None = None
    peak_dbfs: float | None = None
    features: Mapping[str, float] = field(default_factory=dict)
    measured: Mapping[str, float] = field(default_factory=dict)
    holds: bool | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AuditReport:
    """An audit of one set.

    Parameters
    ----------
    name, form : str
        What was audited, and how it is laid out.
    roles : mapping of str to tuple of str
        Which columns were taken for what.
    notes : tuple of str
        What was guessed, sampled or left out, in sentences.
    rows, clips : int
        Rows of the set, and clips that were decoded.
    labels : mapping of str to int
        How often each label stands.
    findings : tuple of Finding
        The most harmful first.
    checks : mapping of str to int
        How often each rule was applied.
    shortcuts : tuple of FamilyScore
        What came of cheating; empty if it could not be tried.
    survival : tuple of SurvivalRow
        Empty if it was not asked for or no task is declared.
    task, task_title : str
        The property that the questions are about; empty if none was declared.
    agreement : mapping of str to int
        Judgements of the labels by measurement: `holds`, `contradicts`, `undecided`.
    items : tuple of ItemSummary
        The rows: all of up to 5,000, else a sample of about as many and, up to 5,000 more, those with findings.
    """

    name: str
    form: str
    roles: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...]
    rows: int
    clips: int
    labels: Mapping[str, int]
    findings: tuple[Finding, ...]
    checks: Mapping[str, int]
    shortcuts: tuple[FamilyScore, ...] = ()
    survival: tuple[SurvivalRow, ...] = ()
    task: str = ""
    task_title: str = ""
    agreement: Mapping[str, int] = field(default_factory=dict)
    items: tuple[ItemSummary, ...] = ()

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    @property
    def why_not_tried(self) -> str:
        """Why nobody tried to answer without the property; empty if it was tried, or no note says why not."""
        found = (note.removeprefix(NOT_TRIED) for note in self.notes if note.startswith(NOT_TRIED))
        return "" if self.shortcuts else next(found, "")

    def to_json(self, *, items: bool = True) -> dict[str, Any]:
        """Give the report as JSON values, with its rows or without them; docs/audit-json.md says what they are."""
        values = {
            **vars(self),
            "errors": self.errors,
            "warnings": self.warnings,
            "findings": [finding.to_json() for finding in self.findings],
            "shortcuts": [score.to_json() for score in self.shortcuts],
            "survival": [row.to_json() for row in self.survival],
            "checks": dict(sorted(self.checks.items())),
        }
        del values["items"]
        told: dict[str, Any] = plain(values)
        return {**told, "items": [plain(asdict(item)) for item in self.items]} if items else told
