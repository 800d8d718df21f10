"""A speaker in one sentence: sex, place of birth, age by decade, native language."""

from __future__ import annotations

import re
from string import capwords

_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_HERS = {"female": "her", "male": "his"}
_TEENS = 13
_OLDEST = 99
UNKNOWN = "unknown"
CHILD = "under 13"
# Words that are not written as others are.
_ACRONYMS = {"uk": "UK", "usa": "USA", "us": "US", "uae": "UAE", "u.s.": "U.S.", "dc": "DC"}
_SMALL = {"of", "and", "the", "de", "da", "do", "la", "el"}
_WORD = re.compile(r"[^\s,()]+")


def age_band(age_years: float | None) -> str:
    """Name the decade of an age: `under 13`, `teens` (13 to 19), `twenties`, ... `nineties`; or `unknown`.

    Parameters
    ----------
    age_years : float or None
        As the corpus states it. What no speaker can be (0 and less, 100 and more) is not known.
    """
    if age_years is None or not 0.0 < age_years < _OLDEST + 1:
        return UNKNOWN
    if age_years < _TEENS:
        return CHILD
    return "teens" if age_years < 20 else _DECADES[int(age_years) // 10 - 2]


def profile(*, sex: str, birthplace: str, native_language: str, band: str) -> str:
    """Describe a speaker; what is not known is said to be unknown."""
    who = f"a {sex} speaker" if sex in _HERS else "a speaker of unknown sex"
    hers = _HERS.get(sex, "their")
    aged = {UNKNOWN: "of unknown age", CHILD: f"{CHILD} years old"}.get(band, f"in {hers} {band}")
    born = f"born in {written(birthplace)}" if birthplace else "whose place of birth is unknown"
    spoken = f"whose native language is {written(native_language)}" if native_language else "of unknown native language"
    return f"This is {who} {aged}, {born}, {spoken}."


def written(name: str) -> str:
    """Write a name that a corpus has in small letters as one writes it: `pretoria, south africa`."""

    def capital(match: re.Match[str]) -> str:
        word = match[0]
        return _ACRONYMS.get(word) or (word if word in _SMALL and match.start() else capwords(word))

    return _WORD.sub(capital, " ".join(name.split()).strip(" ,"))
