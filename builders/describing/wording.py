"""The text of a recording, cleaned, and its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_JOINERS = "\u200c\u200d"
_JOINED_SCRIPTS = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO")
_VIRAMA = 9  # combining class
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def spoken_text(text: str | None) -> str:
    """Clean a corpus's text: composed form (NFC), runs of white space and control characters made one space.

    Format characters (category Cf), which nobody sees, are taken out: zero-width spaces, changes of direction, soft
    hyphens. Joiners stay where a script needs them (RFC 5892, App. A.1 and A.2, with scripts for joining types).
    """
    signs = unicodedata.normalize("NFC", text or "")
    kept: list[str] = []
    for place, sign in enumerate(signs):
        category = unicodedata.category(sign)
        if category != "Cf" or (sign in _JOINERS and _is_joined(kept[-1:], signs[place + 1 :])):
            kept.append(" " if category == "Cc" else sign)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _is_joined(before: Sequence[str], after: str) -> bool:
    """Say whether a joiner changes what is written: after a virama, or within a word of a script whose letters join."""
    if before and unicodedata.combining(before[0]) == _VIRAMA:
        return True
    beside = [*before, *(sign for sign in after if unicodedata.category(sign) != "Cf")][:2]
    return len(beside) == 2 and all(unicodedata.name(sign, "").startswith(_JOINED_SCRIPTS) for sign in beside)


def word_count(text: str) -> int:
    """Count runs of letters and digits; `don't` is one."""
    return len(_WORD.findall(text))


def words(text: str) -> tuple[str, ...]:
    """Give the words of a text without case: what two writings of one sentence have in common."""
    return tuple(_WORD.findall(text.casefold().replace("’", "'")))
