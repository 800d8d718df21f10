"""Stretches of time, with or without a label, read from text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.metrics.literals import brackets_in, folded, is_number, literal_of
from evaluation.metrics.normalising import LONGEST_TEXT
from evaluation.metrics.quantities import tidy

_MOST = 1_000  # spans in one text; more are not an answer about a clip

_TIME = r"\d{1,6}(?:\.\d{1,18})?"
_CLOCK = re.compile(r"(?<![\d.:])(\d{1,3}):([0-5]\d(?:\.\d{1,18})?)(?![\d:])")
_UNIT = r"\s?(?:seconds?|secs?|s\b)?"
_PAIR = rf"(?<![\w.])({_TIME}){_UNIT}\s?(?:-|,|~|to|until|and)\s?({_TIME})(?!\.?\d){_UNIT}"
_UNLABELLED = re.compile(_PAIR)
_LABELLED = re.compile(
    rf"(?<!\w)([^\W\d][\w /&'-]{{0,60}}?)\s?[:=(\[]\s?[(\[]?(?:from )?{_PAIR}\s?[)\]]*", re.IGNORECASE
)
_TRAILING = re.compile(rf"[(\[]?{_PAIR}\s?[)\]]?\s?[:=]\s?([^\W\d][\w /&'-]{{0,60}})", re.IGNORECASE)
# A way to write spans, and where in it label, start and end stand; 0 for no label.
_WITH_LABELS = ((_LABELLED, (1, 2, 3)), (_TRAILING, (3, 1, 2)))
_WITHOUT = ((_UNLABELLED, (0, 1, 2)),)
_BETWEEN = re.compile(r"[\s,;.\[\](){}]*(?:and)?[\s,;.\[\](){}]*")

_STARTS = ("start", "onset", "begin", "start_time", "from")
_ENDS = ("end", "offset", "stop", "end_time", "to")
_LABELS = ("label", "event", "event_label", "class", "speaker", "name", "type")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of time in seconds, its end not before its start; the label folded, empty if there is none."""

    start_s: float
    end_s: float
    label: str = ""

    @property
    def length_s(self) -> float:
        """How long it lasts."""
        return self.end_s - self.start_s


def spans_of(text: str) -> tuple[Span, ...] | None:
    """Read a text that is a list of spans and nothing else; None if it is not.

    Understood are lists and mappings in Python's or JSON's notation (`[0.5, 1.2]`, `[[0, 1], [2, 3]]`,
    `[["dog", 0, 1]]`, `[{"label": "dog", "start": 0, "end": 1}]`, `{"dog": [[0, 1]]}`) and lines such as
    `dog: 0.5-1.2; cat: 2.0 - 3.1 s`. "[]" is no span at all, which is an answer.
    """
    plain = tidy(text).strip()
    if not plain or len(plain) > LONGEST_TEXT:
        return None
    found = literal_of(plain)
    if found is not None:
        spans = _from_literal(found)
        return None if spans is None or len(spans) > _MOST else tuple(spans)
    spans, rest = _written(plain, _WITH_LABELS + _WITHOUT)
    return tuple(spans) if spans and _BETWEEN.fullmatch(rest) else None


def spans_in(text: str, *, labelled: bool) -> tuple[Span, ...] | None:
    """Find spans in a reply with words around them; None if there are none of that kind."""
    plain = tidy(text[:LONGEST_TEXT])
    lists = brackets_in(plain)
    # Several lists of one span each, "[0, 1] and [2, 3]", are one answer: the written form below takes them all.
    for part in (plain, *lists) if len(lists) == 1 else (plain,):
        spans = spans_of(part)
        if spans is not None and _are(spans, labelled=labelled):
            return spans
    spans = tuple(_written(plain, _WITH_LABELS if labelled else _WITHOUT)[0])
    return spans if spans and _are(spans, labelled=labelled) else None


def _are(spans: Sequence[Span], *, labelled: bool) -> bool:
    return all(bool(span.label) == labelled for span in spans)


def _written(plain: str, ways: tuple[tuple[re.Pattern[str], tuple[int, int, int]], ...]) -> tuple[list[Span], str]:
    """Give the spans written in words, and what is left without them; "1:05" is 65 s."""
    plain = _CLOCK.sub(lambda clock: f"{60 * int(clock.group(1)) + float(clock.group(2)):.12g}", plain)
    for pattern, (label, start, end) in ways:
        matches = list(pattern.finditer(plain))
        if matches:
            spans = [
                _span(float(match.group(start)), float(match.group(end)), match.group(label) if label else "")
                for match in matches[: _MOST + 1]
            ]
            kept = [span for span in spans if span is not None]
            return (kept if len(kept) == len(spans) <= _MOST else []), pattern.sub(" ", plain)
    return [], plain


def _span(start: Any, end: Any, label: Any = "") -> Span | None:
    if not (is_number(start) and is_number(end) and end >= start):
        return None
    return Span(float(start), float(end), folded(str(label)))


def _from_literal(found: Any) -> list[Span] | None:
    if isinstance(found, Mapping):
        single = _from_fields(found)
        if single is not None:
            return [single]
        nested = [(label, value) for label, value in found.items() if isinstance(value, list | tuple)]
        if len(nested) != len(found):
            return None
        lists = [(label, [value] if value and is_number(value[0]) else value) for label, value in nested]
        spans = [
            _one([label, *pair] if isinstance(pair, list | tuple) else None) for label, pairs in lists for pair in pairs
        ]
    elif found and not isinstance(found[0], list | tuple | Mapping):
        spans = [_one(found)]
    else:
        spans = [_one(each) for each in found]
    kept = [span for span in spans if span is not None]
    return kept if len(kept) == len(spans) else None


def _one(value: Any) -> Span | None:
    if isinstance(value, Mapping):
        return _from_fields(value)
    match list(_flat(value)):
        case [start, end]:
            return _span(start, end)
        case [str() as label, start, end] | [start, end, str() as label]:
            return _span(start, end, label)
    return None


def _flat(value: Any) -> Iterator[Any]:
    """Open one level: `["dog", [0, 1]]` is `["dog", 0, 1]`."""
    for each in value if isinstance(value, list | tuple) else ():
        if isinstance(each, list | tuple):
            yield from each
        else:
            yield each


def _from_fields(fields: Mapping[Any, Any]) -> Span | None:
    start, end, label = (
        next((fields[name] for name in names if name in fields), None) for names in (_STARTS, _ENDS, _LABELS)
    )
    return _span(start, end, "" if label is None else label)
