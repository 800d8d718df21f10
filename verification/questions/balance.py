"""Balance of answers, of their places among the options, and of where the clips come from."""

from __future__ import annotations

from collections import Counter

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import answer_of, bare_options, places
from verification.questions.confined import Confined
from verification.questions.words import loose

# Answers are classes if they are few and come again; else each row has answers of its own.
_MOST_CLASSES = 20
_LEAST_ROWS_A_CLASS = 5
_LABELS_P, _LABELS_RATIO = 0.01, 1.5
_POSITION_P = 0.001


class AnswerBalance:
    """Rules `balance.labels`, `balance.position` and `balance.source`.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    name : str
        The set's.
    """

    def __init__(self, ledger: Ledger, *, name: str) -> None:
        self._ledger = ledger
        self._name = name
        self._rows = 0
        self._classes: Counter[str] = Counter()
        self._spelling: dict[str, str] = {}
        # Rows by the number of their options and the place of the right one.
        self._positions: Counter[tuple[int, int]] = Counter()
        self._places_of: dict[str, set[int]] = {}
        self._confined = (Confined("source"), Confined("speaker"))
        self.notes: list[str] = []

    def add(self, entry: Entry) -> None:
        """Take one row; one without a label is left out."""
        if not entry.label.strip():
            return
        self._rows += 1
        answer = answer_of(entry)
        key = loose(answer)
        found = places(entry)
        options = {loose(option): option for option in bare_options(entry.options)} or {key: answer}
        # An answer that is no option is a fault of its row, and no class.
        if self._is_closed() and key in options:
            for option, spelling in options.items():
                self._classes.setdefault(option, 0)
                self._spelling.setdefault(option, spelling)
            self._classes[key] += 1
        for where, confined in zip((entry.source, entry.speaker), self._confined, strict=True):
            confined.add(where, key)
        if len(entry.options) > 1 and len(found) == 1:
            self._positions[len(entry.options), found[0]] += 1
            for place, option in enumerate(entry.options):
                if len(self._places_of) <= _MOST_CLASSES:
                    self._places_of.setdefault(option, set()).add(place)

    def finish(self) -> None:
        """Judge the counts, once all rows are in."""
        self._check_positions()
        if self._is_closed() and len(self._classes) > 1 and self._rows >= _LEAST_ROWS_A_CLASS * len(self._classes):
            self._check_labels()
            for confined in self._confined:
                confined.check(self._ledger, self._spelling, name=self._name)

    def _is_closed(self) -> bool:
        return len(self._classes) <= _MOST_CLASSES

    def _check_labels(self) -> None:
        from scipy.stats import chisquare

        counts = sorted(self._classes.items(), key=lambda each: (-each[1], each[0]))
        largest, smallest = counts[0][1], counts[-1][1]
        p = float(chisquare([count for _, count in counts]).pvalue)
        self._ledger.expect(
            p >= _LABELS_P or largest <= _LABELS_RATIO * smallest,
            "balance.labels",
            self._name,
            found=", ".join(f"{count:,} {self._spelling[key]}" for key, count in counts)
            + f"; always {self._spelling[counts[0][0]]!r} would score {largest / self._rows:.0%}",
            wanted="about as many of each label",
            severity="warning",
        )

    def _check_positions(self) -> None:
        rows = sum(self._positions.values())
        if not rows:
            return
        most = max(number for number, _ in self._positions)
        observed = [sum(self._positions[number, place] for number in range(most + 1)) for place in range(most)]
        by_number = Counter[int]()
        for (number, _), count in self._positions.items():
            by_number[number] += count
        expected = [sum(c / n for n, c in by_number.items() if n > place) for place in range(most)]
        last = sum(count for (number, place), count in self._positions.items() if place == number - 1)
        chance = expected[0] / rows
        table = ", ".join(f"{place + 1}: {count:,}" for place, count in enumerate(observed))
        scores = (
            f"always first would score {observed[0] / rows:.0%} and always last {last / rows:.0%} "
            f"where chance is {chance:.0%}"
        )
        if self._fixed_order(rows):
            self.notes.append("every option always stands in the same place")
            return
        self.notes.append(f"right answer as option {table} of {rows:,} rows; {scores}")
        from scipy.stats import chisquare

        p = float(chisquare(observed, expected).pvalue)
        self._ledger.expect(
            p >= _POSITION_P,
            "balance.position",
            self._name,
            found=f"right answer as option {table} of {rows:,} rows; {_best(observed, rows)}{scores}",
            wanted="each place about equally often",
            severity="warning",
        )

    def _fixed_order(self, rows: int) -> bool:
        """Tell whether every option has its place: the balance of places is then that of the labels."""
        few = len(self._places_of) <= _MOST_CLASSES and rows >= _LEAST_ROWS_A_CLASS * len(self._places_of)
        return few and all(len(found) == 1 for found in self._places_of.values())


def _best(observed: list[int], rows: int) -> str:
    best = max(range(len(observed)), key=lambda place: observed[place])
    return (
        "" if best in {0, len(observed) - 1} else f"always option {best + 1} would score {observed[best] / rows:.0%}, "
    )
