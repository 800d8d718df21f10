"""docs/audit-json.md names every key that there is."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from verification.audit.model import AuditReport, ItemSummary
from verification.findings import Finding
from verification.shortcuts.score import FamilyScore
from verification.survival.matrix import SurvivalRow

PAGE = (Path(__file__).parents[3] / "docs/audit-json.md").read_text(encoding="utf-8")


def test_every_key_of_a_report_stands_in_the_table_and_no_other():
    report = AuditReport(
        name="x", form="x", roles={}, notes=(), rows=0, clips=0, labels={}, findings=(), checks={}
    ).to_json()
    first_cells = re.findall(r"^\| (`.+?) \|", PAGE, flags=re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(first_cells))) == sorted(report)


@pytest.mark.parametrize("kind", [Finding, FamilyScore, SurvivalRow, ItemSummary])
def test_every_key_of_its_parts_is_told_of(kind):
    assert [each.name for each in fields(kind) if f"`{each.name}`" not in PAGE] == []
