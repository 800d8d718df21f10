"""Findings grouped by rule, in order of harm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verification.audit.model import AuditReport
from verification.findings import Finding
from verification.grouped import by_rule
from verification.pages.rule_titles import title_of
from verification.pages.wording import amount, shortened

_EXAMPLES = 6
_TEXTS = 3


@dataclass(frozen=True)
class Example:
    """An item that breaks a rule; `number` is its row in the table, if it stands there."""

    name: str
    number: int | None


@dataclass(frozen=True)
class RuleGroup:
    """All findings by one rule at one severity.

    Attributes
    ----------
    rule, title, severity : str
        Its name, the same in words, and how bad it is.
    count, applied : int
        How often it was broken, and how often it was applied.
    about_set : bool
        Whether it concerns the set as a whole.
    found : tuple of str
        What was found, a few different ones.
    wanted : str
        What was wanted, most often.
    examples : tuple of Example
        Some of the items.
    more : int
        How many items are not among the examples.
    """

    rule: str
    title: str
    severity: str
    count: int
    applied: int
    about_set: bool
    found: tuple[str, ...]
    wanted: str
    examples: tuple[Example, ...]
    more: int


def rule_groups(report: AuditReport) -> list[RuleGroup]:
    """Group the findings by rule, in the order in which the report puts them, errors first."""
    numbers = {item.name: item.number for item in reversed(report.items)}
    groups = [_group(found, report, numbers) for _, found in by_rule(report.findings)]
    return sorted(groups, key=lambda group: group.severity != "error")


def headline(report: AuditReport) -> str:
    """Say in one sentence what came of the audit."""
    checks = f"{amount(sum(report.checks.values()), 'check')} by {amount(len(report.checks), 'rule')}"
    if not report.findings:
        untried = "; whether it can be answered without the property was not tried" if report.why_not_tried else ""
        return f"Nothing to object to in {checks}{untried}."
    parts = []
    for severity, count in (("error", report.errors), ("warning", report.warnings)):
        if count:
            rules = len({finding.rule for finding in report.findings if finding.severity == severity})
            parts.append(f"{amount(count, severity)} by {amount(rules, 'rule')}")
    return f"{' and '.join(parts)}, in {checks}."


def _group(found: Sequence[Finding], report: AuditReport, numbers: Mapping[str, int]) -> RuleGroup:
    first = found[0]
    names = list(dict.fromkeys(finding.item for finding in found))
    about_set = names == [report.name] and report.name not in numbers
    return RuleGroup(
        rule=shortened(first.rule, 80),
        title=title_of(first.rule),
        severity=first.severity,
        count=len(found),
        applied=max(report.checks.get(first.rule, 0), len(found)),
        about_set=about_set,
        found=tuple(shortened(text, 600) for text in list(dict.fromkeys(each.found for each in found))[:_TEXTS]),
        wanted=shortened(Counter(finding.wanted for finding in found).most_common(1)[0][0], 600),
        examples=() if about_set else tuple(Example(name, numbers.get(name)) for name in names[:_EXAMPLES]),
        more=0 if about_set else max(len(names) - _EXAMPLES, 0),
    )
