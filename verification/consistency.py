"""One label for what a source says: judged over all rows, so that it does not matter which of them comes first."""

from __future__ import annotations

from collections import Counter, defaultdict

from verification.findings import Ledger, Severity


class Consistency:
    """Collects what rows say in one respect, and finds those that say otherwise than most.

    Parameters
    ----------
    rule : str
        That takes the findings.
    what : str
        What a key is, such as `the answer`; stands before it in the findings.
    said : str
        What a row says of it, such as `label`.
    severity : str
        Of a row that differs.
    """

    def __init__(self, rule: str, *, what: str, said: str = "label", severity: Severity = "error") -> None:
        self._rule = rule
        self._what = what
        self._said = said
        self._severity = severity
        self._rows: dict[str, list[tuple[str, str]]] = defaultdict(list)

    def add(self, row: str, key: str, value: str) -> None:
        """Take what the row of this name says of `key`."""
        self._rows[key].append((row, value))

    def finish(self, ledger: Ledger) -> None:
        """Hold every row to what most rows of its key say; of as many on two sides, to what came first."""
        for key, rows in self._rows.items():
            usual, many = Counter(value for _, value in rows).most_common(1)[0]
            for row, value in rows:
                ledger.expect(
                    value == usual,
                    self._rule,
                    row,
                    found=f"{self._said} {value!r} for {self._what} {key!r}",
                    wanted=f"{usual!r}, as in {many:,} of {len(rows):,} rows: one {self._said} for one thing said",
                    severity=self._severity,
                )
