"""All rules on the words of a question set, row by row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import check_answer
from verification.questions.balance import AnswerBalance
from verification.questions.contradictions import Contradictions
from verification.questions.inverse import Inverses
from verification.questions.wording import Wording

# Beyond this, answers are free text, and each further one is counted as OTHERS.
_MOST_LABELS = 2_000
OTHERS = "(other answers)"


class Questions:
    """Holds the words of a set against the rules `question.*` and `balance.*` (but `balance.block`).

    A rule that needs what the set does not give (options, labels, questions) is not applied, and not counted.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    name : str
        The set's, by which findings on the set as a whole go.
    style : str
        `dynamic-superb` asks for that benchmark's number of instructions; empty asks for none.
    own : bool
        Whether the options are a recipe's of ours: of one inside another there is a note then, not a warning.

    Attributes
    ----------
    labels : collections.Counter
        How often each label stands, spelt as in the set.
    notes : list of str
        What is no fault but worth knowing; complete after `finish`.
    """

    def __init__(self, ledger: Ledger, *, name: str, style: str = "", own: bool = False) -> None:
        self._ledger = ledger
        self._balance = AnswerBalance(ledger, name=name)
        self._contradictions = Contradictions(ledger)
        self._inverses = Inverses(ledger, name=name)
        self._wording = Wording(ledger, name=name, style=style, own=own)
        self._labelled: Counter[str] = Counter()
        self._unlabelled: dict[str, list[str]] = defaultdict(list)
        self.labels: Counter[str] = Counter()
        self.notes: list[str] = []

    def add(self, entry: Entry, pcm: Sequence[str]) -> None:
        """Take one row.

        Parameters
        ----------
        entry : Entry
            The row.
        pcm : sequence of str
            sha256 of each clip's samples, in the order of the question; empty where a clip cannot be heard.
        """
        if entry.label.strip():
            self._labelled[entry.split] += 1
            known = entry.label in self.labels or len(self.labels) < _MOST_LABELS
            self.labels[entry.label if known else OTHERS] += 1
        else:
            self._unlabelled[entry.split].append(entry.name)
        check_answer(entry, self._ledger)
        self._contradictions.add(entry, pcm)
        self._balance.add(entry)
        if entry.question.strip():
            self._inverses.add(entry, pcm)
        self._wording.add(entry)

    def finish(self) -> None:
        """Judge the set as a whole, once all rows are in."""
        self._check_unlabelled()
        for part in (self._balance, self._inverses, self._wording):
            part.finish()
        self.notes += [*self._wording.notes, *self._balance.notes]

    def _check_unlabelled(self) -> None:
        """A split that keeps all its labels back is no fault."""
        for split, labelled in self._labelled.items():
            self._ledger.checks["question.no_label"] += labelled
            for item in self._unlabelled[split]:
                self._ledger.expect(
                    False,
                    "question.no_label",
                    item,
                    found="no label",
                    wanted=f"one, as {labelled:,} other rows have",
                )
