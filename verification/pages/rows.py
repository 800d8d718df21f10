"""The item table: its columns, and what each row shows, sorts by and unfolds to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verification.audit.model import AuditReport, ItemSummary
from verification.findings import Finding
from verification.listening.facts import FEATURES
from verification.pages.rule_titles import title_of
from verification.pages.wording import number, shortened, title_and_unit

# As many measures as the table has room for beside the other columns, 1,200 px wide.
_MOST_MEASURES, _MOST_BESIDE_SPLITS = 2, 1
# Names of files in folders differ at their ends: of a long one the end is shown.
_NAME_FITS = 20
# A row's own findings, in its panel; the rest is counted in the verdict.
_MOST_FINDINGS = 20
_HOLDS = {True: "yes", False: "no", None: "undecided"}


@dataclass(frozen=True)
class Column:
    """A column: `kind` is text, number, rules or mark."""

    key: str
    title: str
    kind: str
    unit: str = ""


@dataclass(frozen=True)
class Table:
    """The item table.

    Attributes
    ----------
    columns : tuple of Column
        As they stand.
    data : mapping
        JSON values that the page's script draws rows and panels from.
    order : tuple of int
        Places in `data["items"]`, the rows with the most harm first.
    labels, rules : tuple of str
        What the table can be filtered by.
    """

    columns: tuple[Column, ...]
    data: Mapping[str, Any]
    order: tuple[int, ...]
    labels: tuple[str, ...]
    rules: tuple[str, ...]


def item_table(report: AuditReport, heard: Mapping[int, Sequence[int]]) -> Table:
    """Make the table.

    Parameters
    ----------
    report : AuditReport
        What was found.
    heard : mapping of int to sequence of int
        The embedded clips of each item, by its number.
    """
    columns = _columns(report)
    by_item: dict[str, list[int]] = defaultdict(list)
    for index, finding in enumerate(report.findings):
        by_item[finding.item].append(index)
    severity = _severities(report.findings)
    kept: dict[int, int] = {}
    rows = []
    for item in report.items:
        own = by_item.get(item.name, [])
        row = _row(item, columns, severity=severity, clips=heard.get(item.number, ()))
        row["findings"] = [kept.setdefault(index, len(kept)) for index in own[:_MOST_FINDINGS]]
        rows.append(row)
    data = {
        "columns": [vars(column) for column in columns],
        "facts": [" · ".join(filter(None, title_and_unit(name))) for name in FEATURES],
        "findings": [_finding(report.findings[index]) for index in kept],
        "items": rows,
    }
    return Table(
        columns=columns,
        data=data,
        order=tuple(sorted(range(len(rows)), key=lambda place: (-rows[place]["harm"], place))),
        labels=tuple(sorted({item.label for item in report.items})),
        rules=tuple(sorted({rule for item in report.items for rule in item.rules})),
    )


def _columns(report: AuditReport) -> tuple[Column, ...]:
    columns = [Column("name", "Item", "name"), Column("clips", "Sound", "mark")]
    splits = len({item.split for item in report.items}) > 1
    if splits:
        columns.append(Column("split", "Split", "text"))
    if any(item.label for item in report.items):
        columns.append(Column("label", "Answer", "text"))
    columns.append(Column("rules", "Rules broken", "rules"))
    if report.task:
        columns.append(Column("holds", "True?", "holds"))
    measured = list(dict.fromkeys(name for item in report.items for name in item.measured))
    most = _MOST_BESIDE_SPLITS if splits else _MOST_MEASURES
    columns += [Column(f"measured.{name}", *_heading(name)) for name in measured[:most]]
    for key, title, unit in (
        ("duration_s", "Length", "s"),
        ("rms_dbfs", "Level", "dBFS"),
        ("peak_dbfs", "Peak", "dBFS"),
    ):
        columns.append(Column(key, title, "number", unit))
    columns.append(Column("number", "Row", "number"))
    return tuple(columns)


def _heading(name: str) -> tuple[str, str, str]:
    title, unit = title_and_unit(name)
    return title, "number", unit


def _row(
    item: ItemSummary, columns: Sequence[Column], *, severity: Mapping[str, str], clips: Sequence[int]
) -> dict[str, Any]:
    bad = sorted(item.rules, key=lambda rule: (severity.get(rule) != "error", rule))
    errors = sum(severity.get(rule) == "error" for rule in item.rules)
    harm = 1000 * errors + len(item.rules) - errors + (0.5 if clips else 0.0)
    values = {column.key: _value(item, column.key) for column in columns}
    values |= {"rules": harm, "clips": len(clips)}
    return {
        "number": item.number,
        "keys": [values[column.key] for column in columns],
        "cells": [_cell(values[column.key], column, bad, bool(clips)) for column in columns],
        "name": shortened(item.name),
        "label": shortened(item.label),
        "question": shortened(item.question),
        "options": [shortened(option, 500) for option in item.options],
        "group": shortened(item.group, 500),
        "split": shortened(item.split, 500),
        "form": _form(item),
        "features": [number(item.features.get(name)) for name in FEATURES] if item.features else [],
        "measured": [
            [" · ".join(filter(None, title_and_unit(key))), number(value)] for key, value in item.measured.items()
        ],
        "holds": item.holds,
        "rules": bad,
        "severity": "error" if errors else "warning" if bad else "",
        "clips": list(clips),
        "harm": harm,
    }


def _value(item: ItemSummary, key: str) -> str | float | None:
    """Give what a column sorts by: None, which sorts last, where the item has nothing."""
    if key == "holds":
        return _HOLDS[item.holds]
    family, _, name = key.partition(".")
    value = item.measured.get(name) if family == "measured" else getattr(item, key, None)
    if isinstance(value, int | float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return shortened(value, 300) if isinstance(value, str) else None


def _cell(value: str | float | None, column: Column, rules: Sequence[str], sounds: bool) -> str:
    if column.kind == "rules":
        return ", ".join(rules)
    if column.kind == "name" and isinstance(value, str):
        return value if len(value) <= _NAME_FITS else "…" + value[1 - _NAME_FITS :]
    if column.kind == "mark":
        return "▶" if sounds else ""
    if column.key == "number":
        return str(int(value or 0))
    return value if isinstance(value, str) else number(value)


def _form(item: ItemSummary) -> str:
    if item.duration_s is None:
        return "could not be heard"
    rate = f", {item.sampling_rate:,} Hz" if item.sampling_rate else ""
    channels = {None: "", 1: ", mono", 2: ", stereo"}.get(item.channels, f", {item.channels} channels")
    return f"{number(item.duration_s)} s{rate}{channels}"


def _severities(findings: Sequence[Finding]) -> dict[str, str]:
    severities: dict[str, str] = {}
    for finding in findings:
        if severities.get(finding.rule) != "error":
            severities[finding.rule] = finding.severity
    return severities


def _finding(finding: Finding) -> list[str]:
    texts = (finding.found, finding.wanted)
    return [finding.severity, finding.rule, title_of(finding.rule), *(shortened(text, 600) for text in texts)]
