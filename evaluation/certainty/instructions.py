"""How much a model's score hangs on the wording of the instruction (the SAGI paper's Appendix D)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from evaluation.asked import Question
from evaluation.certainty.flipping import flip_test
from evaluation.certainty.interval import Interval, json_values
from evaluation.certainty.scored import groups_of, hits, scored
from evaluation.certainty.significance import SMALLEST, STRIKING
from evaluation.certainty.tally import accuracy
from evaluation.verdicts import Verdict

FEWEST_ITEMS = 10  # of a wording: what fewer say is mostly accident
MOST_WORDINGS = 40  # more are not variants of one instruction
SLOT = "[option]"
_UNSPACED = "\u2e80"  # from here on Chinese and Japanese


@dataclass(frozen=True, kw_only=True, slots=True)
class Instructions:
    """How a model did by wording.

    Parameters
    ----------
    accuracies : mapping of str to Interval
        Share of right answers by wording, the most frequent first.
    p_value : float
        Whether wordings differ but for chance, groups held together; 1 if there are not two to compare.
    left_out : int
        Questions whose wording is asked fewer than 10 times, or is not among the 40 most frequent.
    """

    accuracies: Mapping[str, Interval]
    p_value: float
    left_out: int

    @property
    def spread(self) -> float:
        """The best wording's accuracy less the worst's; part of it is chance, the more so the fewer the questions."""
        values = [found.value for found in self.accuracies.values()]
        return max(values) - min(values) if values else 0.0

    @property
    def is_sensitive(self) -> bool:
        """Whether the wording is shown to matter."""
        return self.p_value < STRIKING and self.spread >= SMALLEST

    def to_json(self) -> dict[str, Any]:
        """Give the breakdown as JSON values."""
        return json_values(
            {
                "accuracies": {wording: found.to_json() for wording, found in self.accuracies.items()},
                "spread": self.spread,
                "p_value": self.p_value,
                "is_sensitive": self.is_sensitive,
                "left_out": self.left_out,
            }
        )


def wording_of(question: Question) -> str:
    """Give the instruction with `[option]` for each option in it, so that their order is no other wording."""
    pattern = _options(question.options)
    return " ".join((pattern.sub(SLOT, question.text) if pattern else question.text).split())


@lru_cache(maxsize=4096)
def _options(options: tuple[str, ...]) -> re.Pattern[str] | None:
    texts = [_whole(option) for option in sorted(options, key=len, reverse=True) if option.strip()]
    return re.compile("|".join(texts), re.IGNORECASE) if texts else None


def _whole(option: str) -> str:
    """Match the option as whole words; scripts that set no spaces between words have none to look for."""
    before = r"(?<!\w)" if option[0] < _UNSPACED else ""
    after = r"(?!\w)" if option[-1] < _UNSPACED else ""
    return before + re.escape(option) + after


def instructions(
    questions: Sequence[Question],
    verdicts: Iterable[Verdict],
    *,
    wording: Callable[[Question], str] = wording_of,
    seed: int = 0,
) -> Instructions:
    """Break accuracy down by wording, and test whether it matters.

    Right answers by wording are held against the overall accuracy, with their covariance between groups; p by
    `flip_test`. Groups asked in several wordings, or the same clips in all, are thereby compared with themselves.

    Parameters
    ----------
    questions, verdicts : sequence
        One set, or all runs of one set in several wordings, ids being told apart by the wording.
    wording : callable
        What tells wordings apart.
    seed : int
        Of resampling.

    Raises
    ------
    ReplyError
        If a verdict is on another question, or there are two on one.
    """
    rows = scored(questions, verdicts)
    wordings = [wording(row.question) for row in rows]
    names = [name for name, count in Counter(wordings).most_common(MOST_WORDINGS) if count >= FEWEST_ITEMS]
    kept = [(row, name) for row, name in zip(rows, wordings, strict=True) if name in set(names)]
    asked = [row for row, _ in kept]
    right = hits(asked)
    p_value = 1.0
    if len(names) > 1:
        which = np.array([[name == other for other in names] for _, name in kept], dtype=np.float64)
        parts = (which - which.mean(axis=0)) * (right - right.mean())[:, None]
        p_value = flip_test(parts, groups_of(asked), seed=seed).p_value
    return Instructions(
        accuracies={name: accuracy([row for row, other in kept if other == name], seed=seed) for name in names},
        p_value=p_value,
        left_out=len(rows) - len(kept),
    )
