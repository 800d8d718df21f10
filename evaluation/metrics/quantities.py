"""Numbers with units, read from text."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# Unit -> (kind, factor to the kind's base unit). Bare "m" is a metre, as in "0.4m".
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒"), ("time", 1.0)),
    **dict.fromkeys(("ms", "millisecond", "milliseconds", "毫秒"), ("time", 1e-3)),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "分钟"), ("time", 60.0)),
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres", "米"), ("length", 1.0)),
    **dict.fromkeys(("cm", "centimeter", "centimeters", "centimetre", "centimetres", "厘米"), ("length", 1e-2)),
    **dict.fromkeys(("km", "kilometer", "kilometers", "kilometre", "kilometres"), ("length", 1e3)),
    **dict.fromkeys(("ft", "foot", "feet"), ("length", 0.3048)),
    **dict.fromkeys(("hz", "hertz", "赫兹"), ("frequency", 1.0)),
    **dict.fromkeys(("khz", "kilohertz"), ("frequency", 1e3)),
    **dict.fromkeys(("db", "decibel", "decibels", "分贝"), ("level", 1.0)),
    **dict.fromkeys(("°", "deg", "degree", "degrees", "度"), ("angle", math.pi / 180)),
    **dict.fromkeys(("rad", "radian", "radians"), ("angle", 1.0)),
    **dict.fromkeys(("%", "percent"), ("share", 1.0)),
}
UNIT_NAMES = "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
_DIGITS = r"[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?"
# Not inside a word or another number ("mp3", "1.2.3"); a sign only where nothing stands before it ("3-5" is 3 and 5).
_QUANTITY = re.compile(rf"(?<![\w.])({_DIGITS})(?:\s*({UNIT_NAMES})(?![^\W\d_]))?(?!\w|\.\d)", re.IGNORECASE)
_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)
# "one of the speakers", "no one", "one can hear" count nothing.
_WORD = re.compile(
    rf"\b(?<!no )(?<!any )({'|'.join(_WORDS)})\b(?!\s+(?:of|can|could|may|might|would|should)\b)"
    rf"(?:\s+({UNIT_NAMES})(?![^\W\d_]))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit.

    Parameters
    ----------
    value : float
        Finite.
    unit : str
        Lower case; empty if none that is known.
    text : str
        The numeral as written, without the unit.
    start, stop : int
        Where it stands in the text after `tidy`.
    """

    value: float
    unit: str = ""
    text: str = ""
    start: int = 0
    stop: int = 0

    def into(self, unit: str) -> float | None:
        """Give the value in another unit; None if the two measure different things.

        A number without a unit is taken to be in the other's.
        """
        if not unit or not self.unit or unit == self.unit:
            # A share in percent is not the number that a reference without unit means.
            return None if self.unit == "%" and not unit else self.value
        kind, factor = _UNITS[self.unit]
        other_kind, other_factor = _UNITS[unit]
        return self.value * factor / other_factor if kind == other_kind else None


def tidy(text: str) -> str:
    """Give every digit, sign and dash its plain form, so that patterns need to know one of each."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"[^\W\D]", lambda digit: str(unicodedata.digit(digit.group(), digit.group())), plain)
    return re.sub(r"[\u2010-\u2015\u2212\uff0d〜～]", "-", plain)


def quantities_in(text: str) -> list[Quantity]:
    """Find the numerals in a tidied text; number words up to twenty where there are no numerals."""
    return list(_found(_QUANTITY, text)) or list(_found(_WORD, text))


def quantity_of(text: str) -> Quantity | None:
    """Read a text that is a number, with or without a unit, and nothing else; None if it is not."""
    plain = tidy(text).strip()
    match = _QUANTITY.fullmatch(plain)
    return next(_found(_QUANTITY, plain), None) if match else None


def _found(pattern: re.Pattern[str], text: str) -> Iterator[Quantity]:
    for match in pattern.finditer(text):
        numeral, unit = match.group(1), (match.group(2) or "").lower()
        word = numeral.lower()
        value = float(_WORDS.index(word)) if word in _WORDS else float(numeral.replace(",", ""))
        if math.isfinite(value):
            yield Quantity(value, unit, numeral, match.start(), match.end())
