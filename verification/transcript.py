"""Transcripts: the text must be one that can be said in the time in which the clip sounds.

No arithmetic can hear words. What it can do is refute a text: one that has too many words, or hardly any, for the sound
that ships, or that does not read as somebody's words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from verification.clip import Clip, Row
from verification.findings import Ledger
from verification.properties import Measured, PropertyRules
from verification.speaking import check_speaking, rates_told

MOST_WORDS_PER_S = 10.0
LEAST_WORDS_PER_S = 0.05
_JOINERS = "'’"
_UNREADABLE = {"Cc", "Cf", "Cn", "Co", "Cs"}
# ZWNJ and ZWJ shape the writing of Arabic and its like, and of Indic scripts after a virama.
_INVISIBLE_JOINERS = "\u200c\u200d"
_JOINING = {"ARABIC", "SYRIAC", "MONGOLIAN", "NKO"}
_VIRAMA = 9


class Rules(PropertyRules):
    """Label and parameters, a readable text, its words counted anew, and the time that sounds."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        ledger.expect(
            row.parameters.get("text") == row.label,
            "transcript.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{row.parameters.get('text')!r}, the text of its parameters",
        )
        _check_text(row, ledger)
        words, limits = count_words(row.label), {"slowest": LEAST_WORDS_PER_S, "fastest": MOST_WORDS_PER_S}
        return check_speaking(clip, words, "words", ledger, family="transcript", **limits)

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how fast the texts would be said."""
        return [
            f"{sum(int(values['words']) for values in measured if values):,} words; {told}"
            for told in rates_told(measured, "words")
        ]


def _check_text(row: Row, ledger: Ledger) -> None:
    odd = sorted({f"U+{ord(sign):04X}" for sign in _invisible(row.label)})
    odd += ["U+FFFD"] * ("\ufffd" in row.label)
    spaced = row.label == " ".join(row.label.split())
    ledger.expect(
        not odd and spaced and unicodedata.is_normalized("NFC", row.label),
        "transcript.text",
        row.name,
        found=f"{row.label!r}" + (f", with {', '.join(odd)}" if odd else ""),
        wanted="readable characters, composed (NFC), with single spaces",
    )


def _invisible(text: str) -> Iterator[str]:
    """Give what cannot be read: controls, unassigned and format characters, but for joiners that a script needs."""
    for before, sign, after in zip(f" {text}", text, f"{text} "[1:], strict=False):
        joins = unicodedata.combining(before) == _VIRAMA or (_joining(before) and _joining(after))
        if unicodedata.category(sign) in _UNREADABLE and not (sign in _INVISIBLE_JOINERS and joins):
            yield sign


def _joining(sign: str) -> bool:
    return unicodedata.name(sign, "").partition(" ")[0] in _JOINING


def count_words(text: str) -> int:
    """Count the runs of letters and digits; an apostrophe between two of them does not part them."""
    padded = f" {text} "
    inside = (
        sign.isalnum() or (sign in _JOINERS and before.isalnum() and after.isalnum())
        for before, sign, after in zip(padded, padded[1:], padded[2:], strict=False)
    )
    return sum(is_word for is_word, _ in groupby(inside))
