"""How a set words its instructions and answers: how many wordings, units, answers inside answers."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import answer_of, bare_options
from verification.questions.template import template_of
from verification.questions.words import is_number

STYLE = "dynamic-superb"
OPTION_INSIDE = "One option stands inside another, "  # begins the note on a set of ours
# Dynamic-SUPERB's review rules: from 32 rows on, at least max(N // 20, 10) instructions.
_LEAST_ROWS, _ROWS_AN_INSTRUCTION, _LEAST_INSTRUCTIONS = 32, 20, 10
_MOST_SHOWN = 5
_MOST_ANSWERS = 2_000
# Most answers must be bare numbers: `zero, five, ten, fifteen, clean` are levels in dB all the same.
_NUMBERS = 0.5
_UNIT = re.compile(
    r"\b(?:db|dbfs|decibels?|k?hz|(?:kilo)?hertz|ms|(?:milli)?seconds?|minutes?|years?|(?:centi)?met(?:er|re)s?|cm|feet|"
    r"percent(?:age)?|bpm|beats|degrees?|semitones?|cents?|octaves?|lufs|phons?|sones?|bits?|midi|words per|"
    # What is counted, computed, picked, read aloud or named by number needs no unit.
    r"how many|number of|count|counts|digits?|numbers?|sum|plus|minus|add|times|scale|rate|rating|index|say|says|said|"
    r"spoken|old|age|who|whose|identity|identifiers?|which(?!\s+(?:\w+\s+)?range))\b|%"
)


class Wording:
    """Rules `question.unit`, `question.substring` and `question.few_wordings`.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    name : str
        The set's.
    style : str
        `dynamic-superb` asks for that benchmark's number of instructions.
    own : bool
        Whether the options are a recipe's of ours: of one inside another there is a note then, not a warning.
    """

    def __init__(self, ledger: Ledger, *, name: str, style: str = "", own: bool = False) -> None:
        self._ledger = ledger
        self._name = name
        self._style = style
        self._own = own
        self._rows = self._questions = 0
        self._templates: set[int] = set()
        self._unit_named = False
        self._answers: set[str] = set()
        self._inside: Counter[str] = Counter()
        self._rows_inside = self._rows_with_options = 0
        self.notes: list[str] = []

    def add(self, entry: Entry) -> None:
        """Take one row."""
        self._rows += 1
        if entry.label.strip() and len(self._answers) < _MOST_ANSWERS:
            self._answers.add(answer_of(entry).casefold())
        if entry.question.strip():
            self._questions += 1
            digest = int.from_bytes(blake2b(template_of(entry).encode("utf-8", "replace"), digest_size=8).digest())
            if digest not in self._templates:
                self._templates.add(digest)
                self._unit_named = self._unit_named or _UNIT.search(entry.question.casefold()) is not None
        if len(entry.options) > 1:
            self._rows_with_options += 1
            pairs = _contained(bare_options(entry.options))
            self._rows_inside += bool(pairs)
            if len(self._inside) < _MOST_ANSWERS:
                self._inside.update(pairs)

    def finish(self) -> None:
        """Judge, once all rows are in."""
        if self._rows_with_options:
            shown = ", ".join(
                pair for pair, _ in sorted(self._inside.items(), key=lambda x: (-x[1], x[0]))[:_MOST_SHOWN]
            )
            found = f"{shown}: {self._rows_inside:,} of {self._rows_with_options:,} rows"
            if self._inside and self._own:
                self.notes.append(f"{OPTION_INSIDE}{found}. Look for whole words, or one is taken for the other.")
            self._ledger.expect(
                not self._inside or self._own,
                "question.substring",
                self._name,
                found=found,
                wanted="no option that stands inside another, so that a search for the answer finds the right one",
                severity="warning",
            )
        if self._questions:
            self._check_unit()
            self._check_number()

    def _check_unit(self) -> None:
        numbers = sorted(answer for answer in self._answers if is_number(answer))
        if len(numbers) < 2 or len(numbers) <= _NUMBERS * len(self._answers) or set(numbers) <= {"0", "1"}:
            return
        self._ledger.expect(
            self._unit_named,
            "question.unit",
            self._name,
            found=f"answers are numbers ({', '.join(numbers[:_MOST_SHOWN])}, ...) and no instruction says of what",
            wanted="the unit in the question, or in the answers",
            severity="warning",
        )

    def _check_number(self) -> None:
        distinct = len(self._templates)
        plural = "" if distinct == 1 else "s"
        self.notes.append(
            f"{distinct:,} different instruction{plural} (options in any order) in {self._questions:,} rows"
        )
        if self._style != STYLE or self._rows < _LEAST_ROWS:
            return
        wanted = max(self._rows // _ROWS_AN_INSTRUCTION, _LEAST_INSTRUCTIONS)
        self._ledger.expect(
            distinct >= wanted,
            "question.few_wordings",
            self._name,
            found=f"{distinct:,} different instruction{plural} in {self._rows:,} rows",
            wanted=f"at least {wanted:,}",
            severity="warning",
        )


def _contained(options: tuple[str, ...]) -> set[str]:
    """Give the pairs of options of which one is found in the other by a search for plain text."""
    texts = {option.casefold(): option for option in options if option}
    return {
        f"{short!r} in {long!r}"
        for folded, short in texts.items()
        for other, long in texts.items()
        if folded != other and folded in other
    }
