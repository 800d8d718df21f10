"""Terms: the term must stand in the sentence, once, and the sentence must be one that can be said in the time.

Whether it is said cannot be heard by arithmetic; that is what listeners screen the set for.
"""

from __future__ import annotations

from collections.abc import Sequence

from verification.clip import Clip, Row
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.speaking import check_speaking, rates_told

LEAST_SYLLABLES_PER_S, MOST_SYLLABLES_PER_S = 1.5, 10.0
_IDEOGRAPHS = (("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\U00020000", "\U000323af"))


class Rules(PropertyRules):
    """Term, sentence, names that tell nothing, and the time that sounds."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        sentence = str(row.parameters.get("sentence") or "")
        _check_term(row, sentence, ledger)
        limits = {"slowest": LEAST_SYLLABLES_PER_S, "fastest": MOST_SYLLABLES_PER_S}
        return check_speaking(clip, count_syllables(sentence), "syllables", ledger, family="terms", **limits)

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how fast the sentences are said."""
        return [f"syllables: {told}" for told in rates_told(measured, "syllables")]


def _check_term(row: Row, sentence: str, ledger: Ledger) -> None:
    ledger.expect(
        row.parameters.get("term") == row.label,
        "terms.label",
        row.name,
        found=f"label {row.label!r}",
        wanted=f"{row.parameters.get('term')!r}, the term of its parameters",
    )
    times = sentence.count(row.label) if row.label else 0
    ledger.expect(
        times == 1 and sentence != row.label,
        "terms.sentence",
        row.name,
        found=f"the term {times} times in {sentence!r}",
        wanted=f"{row.label!r} once, in a sentence around it",
    )
    ledger.expect(
        bool(sentence) and sentence in row.explanation,
        "terms.explanation",
        row.name,
        found=f"the explanation {row.explanation!r}",
        wanted=f"the whole sentence in it, {sentence!r}",
    )
    telling = [str(source.get("item")) for source in row.source if row.label in str(source.get("item"))]
    ledger.expect(
        not telling,
        "terms.key",
        row.name,
        found=f"the term in the recording's name, {', '.join(telling)}",
        wanted="names that do not tell the term",
    )


def count_syllables(sentence: str) -> int:
    """Count Chinese characters: each is one syllable."""
    return sum(any(first <= sign <= last for first, last in _IDEOGRAPHS) for sign in sentence)
