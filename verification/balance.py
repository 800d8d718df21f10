"""Balance: nothing but the audio may tell the answer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from math import sqrt

from manifests.record import DatasetRecord
from verification.clip import Row
from verification.findings import Ledger

# Four standard deviations of a coin that is thrown n times are 2 * sqrt(n); fewer throws than this tell nothing.
_LEAST_ITEMS = 16
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Balance:
    """Counts labels, answer positions, places in the dataset and instructions over the rows.

    Parameters
    ----------
    header : DatasetRecord
        The record's header.
    ledger : Ledger
        Takes the findings.
    equal : bool
        Whether every label must have equally many items; a published set that is reproduced may not be so. An open
        task, which offers no options, is held to its wording alone.
    """

    def __init__(self, header: DatasetRecord, ledger: Ledger, *, equal: bool = True) -> None:
        self._options = tuple(header.options)
        self._equal = equal
        self._dataset = header.recipe
        self._ledger = ledger
        self._labels: Counter[str] = Counter()
        self._odd_rows: Counter[str] = Counter()
        self._rows = 0
        self._positions: dict[str, Counter[int]] = defaultdict(Counter)
        self._templates: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._wordings: dict[tuple[str, ...], set[str]] = defaultdict(set)

    def add(self, row: Row) -> None:
        """Take one row."""
        self._templates[_template(row.instruction)].append(row.name)
        self._wordings[row.options].add(row.instruction)
        if not self._options:
            return
        self._ledger.expect(
            sorted(row.options) == sorted(self._options),
            "balance.options",
            row.name,
            found=f"options {' | '.join(row.options)}",
            wanted=f"{' | '.join(self._options)} in some order",
        )
        self._ledger.expect(
            row.options.count(row.label) == 1,
            "balance.label",
            row.name,
            found=f"label {row.label!r} {row.options.count(row.label)} times among {' | '.join(row.options)}",
            wanted="once",
        )
        self._labels[row.label] += 1
        self._rows += 1
        self._odd_rows[row.label] += self._rows % 2
        if row.label in row.options:
            self._positions[row.label][row.options.index(row.label)] += 1

    def finish(self) -> None:
        """Judge the counts, once all rows are in."""
        self._check_wording()
        if not self._options:
            return
        counts = {option: self._labels[option] for option in self._options}
        listed = ", ".join(f"{count:,} {label}" for label, count in counts.items())
        self._ledger.expect(
            len(set(counts.values())) <= 1 or not self._equal,
            "balance.labels",
            self._dataset,
            found=listed,
            wanted="equally many of each label",
        )
        unused = [option for option, count in counts.items() if count == 0]
        self._ledger.expect(
            not unused,
            "balance.unused",
            self._dataset,
            found=f"no item labelled {', '.join(unused)}",
            wanted="every option as a right answer",
        )
        for label in self._options:
            self._check_positions(label)
            self._check_parity(label)

    def _check_positions(self, label: str) -> None:
        counts = [self._positions[label][place] for place in range(len(self._options))]
        self._ledger.expect(
            max(counts) - min(counts) <= 1,
            "balance.positions",
            self._dataset,
            found=f"{label} as option " + ", ".join(f"{place + 1}: {count:,}" for place, count in enumerate(counts)),
            wanted="each position equally often, give or take one",
        )

    def _check_parity(self, label: str) -> None:
        """The labels must not alternate: whether a row's number is odd would tell the answer."""
        items, odd = self._labels[label], self._odd_rows[label]
        if items < _LEAST_ITEMS:
            return
        self._ledger.expect(
            abs(odd - items / 2) < 2.0 * sqrt(items),
            "balance.parity",
            self._dataset,
            found=f"{odd:,} of {items:,} {label} in odd rows",
            wanted="about half of them, as by chance",
        )

    def _check_wording(self) -> None:
        """Every instruction must have the same words, and one order of options one text."""
        if not self._templates:
            return
        usual = max(self._templates.values(), key=len)
        for names in self._templates.values():
            for name in names:
                self._ledger.expect(
                    names is usual,
                    "balance.instruction",
                    name,
                    found="an instruction in other words",
                    wanted=f"those of {usual[0]} and {len(usual) - 1:,} others, but for the order of the options",
                )
        for options, texts in self._wordings.items():
            self._ledger.expect(
                len(texts) == 1,
                "balance.wording",
                self._dataset,
                found=f"{len(texts)} instructions for the options {' | '.join(options)}",
                wanted="one",
            )


def _template(instruction: str) -> tuple[str, ...]:
    """Give the words of an instruction in sorted order, which the order of the options does not change."""
    return tuple(sorted(_TOKEN.findall(instruction.casefold())))
