"""Slots filled from an utterance: which types, and with what values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.metrics.edits import Edits, count_edits
from evaluation.metrics.literals import folded, literal_of
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.normalising import LONGEST_TEXT, characters
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.statistic import Sums, columns_of, mean_of, ratio

Slots = Mapping[str, list[str]]

_MARKED = re.compile(r"\bB-(\S{1,60}) (.{1,400}?) E-\1")
_MARK = re.compile(r"\b[BE]-\S{1,60}\s?")
_LINE = re.compile(r"[\"']?([^\W\d][\w .-]{0,60}?)[\"']?\s*[:=]\s*(.+)")
_KIND = 'slots, such as "city: Paris; time: noon" or "B-city Paris E-city"'


def slots_of(text: str) -> Slots | None:
    """Read slots: SUPERB's marks around values in a sentence, a mapping, or "type: value" between semicolons.

    Types are folded. "{}", "none" and an empty list are no slots, which is an answer; None is given for other texts.
    """
    plain = text.strip()[:LONGEST_TEXT]
    marked = [(kind, _MARK.sub("", value)) for kind, value in _MARKED.findall(re.sub(r"\s+", " ", plain))]
    if marked:
        return _gathered(marked)
    if plain.casefold().rstrip(".") in {"{}", "[]", "none"}:
        return {}
    found = literal_of(plain)
    if found is not None:
        pairs = list(_pairs(found))
        return None if None in pairs else _gathered([pair for pair in pairs if pair is not None])
    lines = [_LINE.fullmatch(part.strip()) for part in re.split(r"[;\n]", plain) if part.strip()]
    written = [(line.group(1), line.group(2)) for line in lines if line is not None]
    return _gathered(written) if written and len(written) == len(lines) else None


def slot_type_f1(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean F1 of slot types, from 0 to 1, each type once an item.

    Two items without slots agree: 1.

    Raises
    ------
    MetricError
        If a reference holds no slots that can be read, or the lengths differ.

    Notes
    -----
    As SUPERB computes it (S. Yang et al., "SUPERB", Interspeech 2021, slot filling).
    """
    pairs = read_pairs(references, hypotheses, slots_of, kind=_KIND)
    values = [None if pair is None else _types_f1(set(pair[0]), set(pair[1])) for pair in pairs]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def slot_value_cer(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the character error rate of slot values, over all values together.

    A value is compared with the nearest that the reply gives for its type, or with nothing; values of further types
    cost nothing here (`slot_type_f1` counts them). Not defined if no reference holds a value.

    Raises
    ------
    MetricError
        If a reference holds no slots that can be read, or the lengths differ.
    MissingLibraryError
        If a library of the extra `eval` is not installed.

    Notes
    -----
    As SUPERB computes it, but for spaces and punctuation, which do not count here.
    """
    pairs = read_pairs(references, hypotheses, slots_of, kind=_KIND)
    rows = [None if pair is None else _values_edits(*pair) for pair in pairs]
    return measured(
        Sums(columns_of(rows, width=2), ratio),
        valid=[row is not None for row in rows],
        per_item=[None if row is None or row[1] == 0 else row[0] / row[1] for row in rows],
        undefined="the references hold no slot values",
    )


def _types_f1(expected: set[str], given: set[str]) -> float:
    return 2 * len(expected & given) / (len(expected) + len(given)) if expected or given else 1.0


def _values_edits(expected: Slots, given: Slots) -> tuple[int, int]:
    best: list[Edits] = []
    for kind, values in expected.items():
        offered = [characters(each) for each in given.get(kind, [])] or [[]]
        for value in values:
            edits = count_edits([characters(value)] * len(offered), offered)
            best.append(min(edits, key=lambda each: each.rate))
    return sum(each.errors for each in best), sum(each.reference for each in best)


def _pairs(found: Any) -> Iterator[tuple[str, str] | None]:
    """Open a mapping, or a list of mappings or of pairs; None for what is neither."""
    if isinstance(found, Mapping):
        for kind, value in found.items():
            for each in value if isinstance(value, list | tuple) else [value]:
                yield str(kind), str(each)
        return
    for each in found:
        if isinstance(each, Mapping):
            yield from _pairs(each)
        elif isinstance(each, list | tuple) and len(each) == 2:
            yield str(each[0]), str(each[1])
        else:
            yield None


def _gathered(pairs: list[tuple[str, str]]) -> Slots:
    slots: dict[str, list[str]] = {}
    for kind, value in pairs:
        slots.setdefault(folded(kind), []).append(value)
    return slots
