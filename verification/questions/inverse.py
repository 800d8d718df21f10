"""Instructions of one set that ask for a quantity and for its inverse, with the same answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from verification.findings import Ledger
from verification.opening.entry import Entry
from verification.questions.answers import answer_of, bare_options
from verification.questions.template import template_of
from verification.questions.words import loose

# Templates are signs and words in lower case with single spaces between them.
_PAIRS: tuple[tuple[str, str, str, str], ...] = (
    ("signal-to-noise", r"signal (?:- )?to (?:- )?noise", "noise-to-signal", r"noise (?:- )?to (?:- )?signal"),
    ("how noisy", r"how (?:noisy|much noise)|noise level", "how clean", r"how clean|cleanliness"),
    ("louder", r"louder|loudest", "quieter", r"quieter|quietest|softer|softest"),
    ("faster", r"faster|fastest", "slower", r"slower|slowest"),
    ("longer", r"(?<!no )longer|longest", "shorter", r"shorter|shortest"),
    ("higher", r"higher|highest", "lower", r"lower|lowest"),
    ("farther", r"farther|further|farthest|furthest|how far", "nearer", r"nearer|nearest|closer|how (?:close|near)"),
    ("increasing", r"increas(?:e|es|ing)", "decreasing", r"decreas(?:e|es|ing)"),
    ("rising", r"ris(?:e|es|ing)", "falling", r"fall(?:s|ing)?"),
    ("brighter", r"brighter|brightest", "darker", r"darker|darkest"),
)
_COMPILED = tuple((re.compile(rf"\b(?:{a})\b"), re.compile(rf"\b(?:{b})\b")) for _, a, _, b in _PAIRS)
_MOST_TEMPLATES = 2_000
# Clips asked both ways by which it is seen whether the answers turn over with the question.
_MOST_CLIPS = 20_000


class Inverses:
    """Rule `question.inverse`.

    It is not applied where clips that are asked both ways get opposite answers: there both questions are meant.

    Parameters
    ----------
    ledger : Ledger
        Takes the finding.
    name : str
        The set's.
    """

    def __init__(self, ledger: Ledger, *, name: str) -> None:
        self._ledger = ledger
        self._name = name
        self._sides: dict[str, tuple[int, ...]] = {}
        # By pair of notions and side: rows, a template, and the answers to choose from.
        self._rows: dict[tuple[int, int], int] = defaultdict(int)
        self._templates: dict[tuple[int, int], str] = {}
        self._answers: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._clips: dict[tuple[int, Sequence[str]], dict[int, str]] = defaultdict(dict)

    def add(self, entry: Entry, pcm: Sequence[str]) -> None:
        """Take one row; `pcm` as in `Contradictions.add`."""
        template = template_of(entry)
        if template not in self._sides:
            if len(self._sides) >= _MOST_TEMPLATES:
                return
            self._sides[template] = tuple(_side(template, pair) for pair in range(len(_PAIRS)))
        for pair, side in enumerate(self._sides[template]):
            if side and entry.label.strip():
                self._count(pair, side, template, entry)
                if pcm and all(pcm) and len(self._clips) < _MOST_CLIPS:
                    self._clips[pair, tuple(pcm)][side] = loose(answer_of(entry))

    def finish(self) -> None:
        """Judge, once all rows are in."""
        if not self._sides or set(self._sides) == {""}:
            return
        told = [self._describe(pair) for pair in range(len(_PAIRS)) if self._asked_both_ways(pair)]
        self._ledger.expect(
            not told,
            "question.inverse",
            self._name,
            found="; ".join(told),
            wanted="one quantity, or answers that turn over with the question",
            severity="warning",
        )

    def _count(self, pair: int, side: int, template: str, entry: Entry) -> None:
        self._rows[pair, side] += 1
        self._templates.setdefault((pair, side), template)
        answers = self._answers[pair, side]
        if len(answers) <= _MOST_TEMPLATES:
            answers.update(loose(option) for option in bare_options(entry.options) or (entry.label,))

    def _asked_both_ways(self, pair: int) -> bool:
        if not (self._rows[pair, 1] and self._rows[pair, -1]):
            return False
        if not self._answers[pair, 1] & self._answers[pair, -1]:
            return False
        both = [answers for (each, _), answers in self._clips.items() if each == pair and len(answers) == 2]
        return not both or any(answers[1] == answers[-1] for answers in both)

    def _describe(self, pair: int) -> str:
        notion, _, inverse, _ = _PAIRS[pair]
        return (
            f"{self._rows[pair, 1]:,} rows ask for {notion} ({self._templates[pair, 1][:100]!r}), "
            f"{self._rows[pair, -1]:,} for {inverse} ({self._templates[pair, -1][:100]!r}), with the same answers"
        )


def _side(template: str, pair: int) -> int:
    """Give 1 for the notion only, -1 for its inverse only, 0 for none or both."""
    one, other = (bool(pattern.search(template)) for pattern in _COMPILED[pair])
    return one - other
