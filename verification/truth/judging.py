"""Hold the labels of a set against what was measured on its clips."""

from __future__ import annotations

from collections import Counter

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.truth.claims import ClaimingProperty
from verification.truth.property import Judgement, Property, Values

# Where more labels than this cannot be judged, that none is contradicted says little of the set.
MOST_UNDECIDED = 0.2
_OUTCOMES = {True: "holds", False: "contradicts", None: "undecided"}


class Truth:
    """The labels of one set.

    Parameters
    ----------
    judged : Property
        What the set's questions are about.
    ledger : Ledger
        Takes the findings.
    name : str
        The set's name.

    Attributes
    ----------
    property : Property
        What the labels are held against.
    agreement : collections.Counter
        How many labels hold, are contradicted, or could not be judged: `holds`, `contradicts`, `undecided`.
    """

    def __init__(self, judged: Property, ledger: Ledger, *, name: str) -> None:
        self.agreement: Counter[str] = Counter()
        self.property = judged
        self._ledger = ledger
        self._name = name
        self._example = ""

    def add(self, entry: Entry, values: Values) -> bool | None:
        """Judge one row.

        Parameters
        ----------
        entry : Entry
            The row.
        values : mapping of str to float
            What `Property.measure` gave for its clip; empty if the clip could not be heard.

        Returns
        -------
        bool or None
            Whether the label holds; None if the measurement decides nothing.
        """
        if not entry.label.strip():
            return None  # nothing to judge; `question.no_label` says where a label is missing
        if not values:
            return self._count(entry, Judgement(holds=None, found="a clip that cannot be heard", wanted="a clip"))
        judgement = self.property.judge(values, entry)
        replaced = self._claims(entry, values)
        if judgement.holds is not None and not replaced:
            answer = f", which is {judgement.answer!r}" if judgement.answer else ""
            self._ledger.expect(
                judgement.holds,
                "truth.label",
                entry.name,
                found=f"label {entry.label!r}, but {judgement.found}{answer}",
                wanted=judgement.wanted,
            )
        return self._count(entry, judgement)

    def finish(self) -> None:
        """Say whether enough labels could be judged."""
        total = self.agreement.total()
        if not total:
            return
        undecided = self.agreement["undecided"]
        example = f", such as {self._example}" if self._example else ""
        self._ledger.expect(
            undecided <= MOST_UNDECIDED * total,
            "truth.undecided",
            self._name,
            found=f"{undecided} of {total} labels that the measurement cannot judge{example}",
            wanted=f"at most {MOST_UNDECIDED:.0%}, for the rest to stand for the set",
            severity="warning",
        )

    def _claims(self, entry: Entry, values: Values) -> bool:
        """Check the row's other claims, and say whether one that fails is the label itself."""
        if not isinstance(self.property, ClaimingProperty):
            return False
        replaced = False
        for claim in self.property.claims(values, entry):
            held = self._ledger.expect(
                claim.holds, claim.rule, entry.name, found=claim.found, wanted=claim.wanted, severity=claim.severity
            )
            replaced |= claim.is_label and not held
        return replaced

    def _count(self, entry: Entry, judgement: Judgement) -> bool | None:
        self.agreement[_OUTCOMES[judgement.holds]] += 1
        if judgement.holds is None and not self._example:
            self._example = f"{entry.name} ({judgement.found})"
        return judgement.holds
