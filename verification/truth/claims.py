"""What a row claims beside its label: a declared number, a silent ear, a change that can be heard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from verification.findings import Severity
from verification.opening.entry import Entry
from verification.truth.property import Property, Values


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One application of a rule.

    Parameters
    ----------
    rule : str
        `truth.declared`, `truth.weak` or `truth.second_ear`.
    holds : bool
        Whether the measurement bears it out.
    found, wanted : str
        For people.
    severity : {"error", "warning"}
    is_label : bool
        Whether the claim is the label itself, as a number: then it stands for `truth.label`.
    """

    rule: str
    holds: bool
    found: str
    wanted: str
    severity: Severity = "error"
    is_label: bool = False


class ClaimingProperty(Property):
    """A property whose rows claim more than a label."""

    @abstractmethod
    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Hold what was measured against what else the row says; nothing where it says nothing."""
