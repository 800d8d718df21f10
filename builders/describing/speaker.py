"""A speaker in one sentence: sex, place of birth, age by decade, native language.

Names stand as the corpus has them, which may be without capitals: no rule can tell `mcallen` or `washington d.c.`.
"""

from __future__ import annotations

_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_HERS = {"female": "her", "male": "his"}
_TEENS = 13
_OLDEST = 99
UNKNOWN = "unknown"
CHILD = "under 13"


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
    place, language = _name(birthplace), _name(native_language)
    born = f"born in {place}" if place else "whose place of birth is unknown"
    spoken = f"whose native language is {language}" if language else "of unknown native language"
    return f"This is {who} {aged}, {born}, {spoken}."


def _name(text: str) -> str:
    """Leave a name as it is, but for spaces, and commas at its ends."""
    return " ".join(text.split()).strip(" ,")
