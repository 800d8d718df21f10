"""Numbers, units, ranges and yes or no, as people write them in labels: `ten`, `10 dB`, `0.4m`, `80-150 Hz`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD = re.compile(rf"\b(?:({'|'.join(_TENS)})(?:[ -]({'|'.join(_SMALL[1:10])}))?|({'|'.join(_SMALL)}))\b")

# What each spelling of a unit is, in the unit that everything is brought to.
_UNITS = {
    **dict.fromkeys(("db", "decibel", "decibels"), ("dB", 1.0)),
    **dict.fromkeys(("hz", "hertz"), ("Hz", 1.0)),
    **dict.fromkeys(("khz", "kilohertz", "k"), ("Hz", 1000.0)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("s", 1.0)),
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), ("s", 0.001)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("s", 60.0)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("m", 1.0)),
    **dict.fromkeys(("speaker", "speakers", "person", "people", "voice", "voices"), ("speakers", 1.0)),
}
_QUANTITY = re.compile(
    # A minus is a sign only where no number or unit stands right before it: in `80-150` it is a dash.
    r"(?P<sign>(?:(?<![\w.)])[-−]|\b(?:minus|negative)\s+)?)"
    r"(?<![\w.])(?P<number>\d+(?:\.\d+)?|\.\d+)"
    rf"(?:[\s-]*(?P<unit>{'|'.join(sorted(_UNITS, key=len, reverse=True))})(?![a-z]))?"
)
_THOUSANDS = re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d.])")
_PAIR = re.compile(r"[(\[{][^)\]}]*,[^)\]}]*[)\]}]")
_ABOVE = re.compile(r"\b(?:more|longer|greater|higher|larger|above|over|exceed\w*|at least|or (?:more|longer))\b|[>≥]")
_BELOW = re.compile(r"\b(?:less|shorter|smaller|lower|fewer|below|under|at most|up to|or (?:less|shorter))\b|[<≤]")
_YES, _NO = re.compile(r"\b(?:yes|true|present)\b"), re.compile(r"\b(?:no|false|absent|none|not)\b")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit.

    Parameters
    ----------
    value : float
        In the base unit: dB, Hz, s, m.
    unit : str
        Empty if none is written.
    half_step : float
        Half of the last place that is written: `7 s` stands for anything from 6.5 to 7.5 s.
    """

    value: float
    unit: str = ""
    half_step: float = 0.5


@dataclass(frozen=True, slots=True)
class Interval:
    """A range; a bound that is not written is infinite."""

    low: float
    high: float


def quantities(text: str, *, unit: str) -> tuple[Quantity, ...]:
    """Find the numbers of a text that can be of a unit.

    Parameters
    ----------
    text : str
        Such as `between 0.1 and 0.2 kHz`; numbers may be words up to ninety-nine.
    unit : {"dB", "Hz", "s", "m", "speakers"}
        Numbers with another unit are left out; those without any count, and take that of the next number.
    """
    plain = _WORD.sub(_digits, text.casefold().replace("–", "-").replace("—", "-"))
    if not _PAIR.search(plain):
        plain = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), plain)
    found: list[Quantity] = []
    following = ""
    for match in reversed(list(_QUANTITY.finditer(plain))):
        following = match["unit"] or following
        base, scale = _UNITS.get(following, ("", 1.0))
        if base in ("", unit):
            places = len(match["number"].partition(".")[2])
            value = float(match["number"]) * scale * (-1.0 if match["sign"] else 1.0)
            found.append(Quantity(value, base, 0.5 * 10.0**-places * scale))
    return tuple(reversed(found))


def quantity(text: str, *, unit: str) -> Quantity | None:
    """Read a text that names one number; None if it names none, several, or a bound (`longer than 5 s`)."""
    found = quantities(text, unit=unit)
    if len(found) != 1 or _bounds(text) != (False, False):
        return None
    return found[0]


def interval(text: str, *, unit: str) -> Interval | None:
    """Read a range such as `(80, 150)`, `180 to 250 Hz`, `below 150 Hz` or `> 5 s`; None if the text names none."""
    found = [each.value for each in quantities(text, unit=unit)]
    if len(found) == 2:
        return Interval(min(found), max(found))
    above, below = _bounds(text)
    if len(found) != 1 or above == below:
        return None
    return Interval(found[0], inf) if above else Interval(-inf, found[0])


def yes_or_no(text: str) -> bool | None:
    """Read `yes` or `no`, alone or at the head of a sentence; None for anything else, or for both."""
    head = re.split(r"[,.;:]", text.casefold().strip())[0]
    yes, no = bool(_YES.search(head)), bool(_NO.search(head))
    return yes if yes != no else None


def _bounds(text: str) -> tuple[bool, bool]:
    low = text.casefold()
    return bool(_ABOVE.search(low)), bool(_BELOW.search(low))


def _digits(match: re.Match[str]) -> str:
    if match[3]:
        return str(_SMALL.index(match[3]))
    return str(10 * (_TENS.index(match[1]) + 2) + (_SMALL.index(match[2]) if match[2] else 0))
