"""What a check found, and how often each rule was applied: no finding means nothing unless something was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning"]

# Families of rules by harm. A family that is not named here is a property's own: there a label is false.
_HARM = {
    **dict.fromkeys(("question", "recipe"), 1),
    **dict.fromkeys(("leak", "audio", "stem"), 2),
    **dict.fromkeys(("shortcut", "shard"), 3),
    **dict.fromkeys(("duplicate", "pair"), 4),
    "record": 5,
    **dict.fromkeys(("balance", "name"), 6),
    "card": 7,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One promise that does not hold.

    Parameters
    ----------
    item : str
        The item's id, or the file or dataset concerned.
    rule : str
        Family and name of the rule, such as `audio.clipped`.
    found, wanted : str
        The value found, and the one promised.
    severity : {"error", "warning"}
        A warning is a doubt that a person should look at; it fails nothing.
    """

    item: str
    rule: str
    found: str
    wanted: str
    severity: Severity = "error"

    @property
    def harm(self) -> tuple[bool, int, str, str, str]:
        """Sort by this: errors first, false labels before broken audio before a wrong record."""
        family = self.rule.partition(".")[0]
        return self.severity == "warning", _HARM.get(family, 0), self.rule, self.item, self.found

    def to_json(self) -> dict[str, Any]:
        """Give the finding as JSON values."""
        return asdict(self)


def by_harm(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings, the most harmful first."""
    return tuple(sorted(findings, key=lambda finding: finding.harm))


class Ledger:
    """Counts what was checked and keeps what did not hold.

    Attributes
    ----------
    findings : list of Finding
        In the order in which they came up.
    checks : collections.Counter
        How often each rule was applied.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.checks: Counter[str] = Counter()

    def expect(
        self,
        holds: bool,
        rule: str,
        item: str,
        *,
        found: object,
        wanted: object,
        severity: Severity = "error",
    ) -> bool:
        """Count one application of `rule`, note a finding if it does not hold, and give `holds` back."""
        self.checks[rule] += 1
        if not holds:
            self.findings.append(Finding(item, rule, str(found), str(wanted), severity))
        return holds

    def absorb(self, other: Ledger) -> None:
        """Add what another ledger holds."""
        self.findings.extend(other.findings)
        self.checks.update(other.checks)
