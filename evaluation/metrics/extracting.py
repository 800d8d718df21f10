"""A reply brought into its reference's format without a model, or N/A: the rule-based post-processor."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from evaluation.metrics.literals import brackets_in, folded, items_of, literal_of, numbers_of
from evaluation.metrics.normalising import LONGEST_TEXT
from evaluation.metrics.quantities import UNIT_NAMES, Quantity, quantities_in, quantity_of, tidy
from evaluation.metrics.slots import slots_of
from evaluation.metrics.spans import spans_in, spans_of


class Shape(StrEnum):
    """What a reference looks like."""

    NUMBER = "number"  # "8", "0.4m"
    NUMBERS = "numbers"  # "[0.1, -0.3, 0.95]", "[1.2, 3.4]"
    SPANS = "spans"  # "[[0.5, 1.2], [2, 3]]"
    LABELLED_SPANS = "labelled spans"  # "dog: 0.5-1.2; cat: 2-3"
    SLOTS = "slots"  # "city: Paris; time: noon"
    ITEMS = "items"  # "[a, b]", "a, b"
    TEXT = "text"


_NOT_AVAILABLE = re.compile(r"[\W_]*n\s*/\s*a[\W_]*", re.IGNORECASE)
# After the last of these stands what the reply settles on.
_MARKER = re.compile(
    r"(?:answer|result|output|score|rating|estimate|value|prediction|答案|结果)\s*(?:is|are|would be|:|：|=|是|为)+",
    re.IGNORECASE,
)
# A scale that a reply repeats is not its answer, as long as an answer stands beside it.
_N = rf"-?\d+(?:\.\d+)?(?:\s?(?:{UNIT_NAMES})(?![^\W\d_]))?"
_SCALE = re.compile(
    rf"(?:out of|/)\s*{_N}|(?:on|using) a (?:scale|range) (?:of|from|between)\s*{_N}(?:\s*(?:-|to|and)\s*{_N})?"
    rf"|(?:from|between)\s*{_N}\s*(?:-|to|and)\s*{_N}|\(\s*{_N}\s*(?:-|to)\s*{_N}\s*\)|\b\d+-point scale",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"(?:{_N})\s*(?:-|to)\s*(?:{_N})", re.IGNORECASE)
_NO_SUCH = re.compile(
    r"\bno\s+(?:\w+[- ]){0,2}(?:instances?|occurrences?|times|segments?|phone(?:me)?s?|speakers?|switch(?:es|ing)?)\b",
    re.IGNORECASE,
)


def shape_of(reference: str) -> Shape:
    """Tell what a reference looks like."""
    if quantity_of(reference) is not None:
        return Shape.NUMBER
    if numbers_of(reference):
        return Shape.NUMBERS
    spans = spans_of(reference)
    if spans:
        return Shape.LABELLED_SPANS if all(span.label for span in spans) else Shape.SPANS
    if slots_of(reference):
        return Shape.SLOTS
    items = items_of(reference)
    return Shape.ITEMS if items == () or literal_of(reference) is not None or len(items or ()) > 1 else Shape.TEXT


def extract(reply: str | None, like: str) -> str | None:
    """Bring a reply into the format of its reference.

    Parameters
    ----------
    reply : str or None
        As the model wrote it.
    like : str
        The reference, of which only the format is used: its shape, its unit, how many numbers it holds.

    Returns
    -------
    str or None
        None is N/A: nothing of that shape stands in the reply, or more than one such answer does. A text's reply is
        returned as it is, without white space around it: sequences are measured raw.

    Notes
    -----
    The rules of the prompt in Dynamic-SUPERB Phase-2's Figure 7, as far as they can be followed without understanding
    ("no instances" counts 0; a bare range is N/A; but "90 %" stays N/A where a score of 10 is wanted). For a number: a
    repeated scale ("out of 5", "from 0 to 10") is set aside; then, of what follows the last "the answer is", or else of
    the whole, there must be one number, in a unit that converts to the reference's.
    """
    if reply is None or not reply.strip() or _NOT_AVAILABLE.fullmatch(reply):
        return None
    return _TAKERS[shape_of(like)](reply.strip()[:LONGEST_TEXT], like)


def _number(reply: str, like: str) -> str | None:
    wanted = quantity_of(like)
    if wanted is None:
        return None
    plain = tidy(reply)
    after = plain[[0, *(match.end() for match in _MARKER.finditer(plain))][-1] :]
    for text in dict.fromkeys((after, plain)):
        number = _only(text)
        if number is not None:
            return _written(number, wanted, like)
    if not quantities_in(plain) and float(wanted.value).is_integer() and not wanted.unit and _NO_SUCH.search(plain):
        return "0"
    return None


def _only(text: str) -> Quantity | None:
    """Give the one number of a text; None if there are several, or only the two ends of a range."""
    without_scale = _SCALE.sub(lambda match: " " * len(match.group()), text)
    found = quantities_in(without_scale)
    if not found or _RANGE.search(without_scale):
        return None
    first = found[0]
    return first if all((each.value, each.unit) == (first.value, first.unit) for each in found) else None


def _written(number: Quantity, wanted: Quantity, like: str) -> str | None:
    value = number.into(wanted.unit)
    if value is None:
        return None
    is_as_said = value == number.value and number.text[-1:].isdigit()
    numeral = number.text.replace(",", "") if is_as_said else f"{value:.12g}"
    # What follows the reference's numeral, spaces included, is how its unit is written.
    return numeral + tidy(like).strip()[len(wanted.text) :] if wanted.unit else numeral


def _numbers(reply: str, like: str) -> str | None:
    plain = tidy(reply)
    count = len(numbers_of(like) or ())
    if numbers_of(plain):
        return plain
    lists = [part for part in brackets_in(plain) if numbers_of(part)]
    if len(lists) == 1:
        return lists[0]
    loose = quantities_in(_MARKER.split(plain)[-1])
    # Without brackets only a count that fits tells an answer from numbers in passing.
    if lists or len(loose) != count:
        return None
    return f"[{', '.join(f'{each.value:.12g}' for each in loose)}]"


def _spans(reply: str, _like: str) -> str | None:
    spans = spans_in(reply, labelled=False)
    return None if spans is None else str([[span.start_s, span.end_s] for span in spans])


def _labelled_spans(reply: str, _like: str) -> str | None:
    spans = spans_in(reply, labelled=True)
    return None if spans is None else str([[span.label, span.start_s, span.end_s] for span in spans])


def _slots(reply: str, _like: str) -> str | None:
    return next((part for part in (*brackets_in(reply), reply) if slots_of(part)), None) or (
        reply if slots_of(reply) == {} else None
    )


def _items(reply: str, like: str) -> str | None:
    lists = [part for part in brackets_in(reply) if items_of(part) is not None]
    if len(lists) == 1:
        return lists[0]
    if lists:
        return None
    last = _MARKER.split(reply)[-1]
    if ":" not in like:
        last = re.split("[:：]", last)[-1]
    last = last.strip().rstrip(".")
    items = items_of(last)
    # A sentence with a comma in it is not a list: its parts are long.
    return last if items is not None and all(len(folded(item).split()) <= 4 for item in items) else None


def _text(reply: str, _like: str) -> str | None:
    return reply


_TAKERS: dict[Shape, Callable[[str, str], str | None]] = {
    Shape.NUMBER: _number,
    Shape.NUMBERS: _numbers,
    Shape.SPANS: _spans,
    Shape.LABELLED_SPANS: _labelled_spans,
    Shape.SLOTS: _slots,
    Shape.ITEMS: _items,
    Shape.TEXT: _text,
}
