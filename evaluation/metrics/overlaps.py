"""How far two sets, or two sets of spans, agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from evaluation.metrics.literals import items_of
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.spans import Span, spans_of
from evaluation.metrics.statistic import Floats, Sums, columns_of, mean_of, ratio

Spans = Collection[Span]


def iou(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the mean intersection over union, from 0 to 1: of time, or of items.

    Parameters
    ----------
    references : sequence of str
        If every one is a list of spans ("[0.5, 3.2]", see `spans.spans_of`), time is compared, label by label;
        otherwise lists of items are ("[a, b]", "a, b"), as sets without case.
    hypotheses : sequence of (str or None)
        None, or what is no such list, is N/A.

    Raises
    ------
    MetricError
        If a reference is neither, or the lengths differ.

    Notes
    -----
    Two empty lists agree: 1. Spans that overlap within one list count once.
    """
    if references and all(spans_of(reference) is not None for reference in references):
        timed = read_pairs(references, hypotheses, spans_of, kind="a list of spans")
        values = [None if pair is None else _of_time(*pair) for pair in timed]
    else:
        listed = read_pairs(references, hypotheses, items_of, kind="a list of items")
        values = [None if pair is None else _of_items(set(pair[0]), set(pair[1])) for pair in listed]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def span_f1(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the F1 of time covered by spans, labels aside, from 0 to 1: SLUE's frame F1, without frames.

    Precision is the share of the replied time that is right, recall the share of the references' time that is found,
    both over all items together. Each item's own F1 beside it. Not defined if neither side holds any time.

    Raises
    ------
    MetricError
        If a reference is not a list of spans, or the lengths differ.

    Notes
    -----
    S. Shon et al., "SLUE Phase-2" (2023), named entity localization.
    """
    pairs = read_pairs(references, hypotheses, spans_of, kind='a list of spans, such as "[[0.5, 1.2]]"')
    rows = [
        None if pair is None else (shared_s(*pair), covered_s(pair[0]), covered_s(pair[1]))
        for pair in map(_bare, pairs)
    ]
    return measured(
        Sums(columns_of(rows, width=3), _f1),
        valid=[row is not None for row in rows],
        per_item=[None if row is None or row[1] + row[2] == 0 else 2 * row[0] / (row[1] + row[2]) for row in rows],
        undefined="neither the references nor the replies hold any time",
    )


def covered_s(spans: Spans) -> float:
    """Give the time that spans cover, each moment once, in seconds."""
    return sum(end - start for start, end in _merged(spans))


def shared_s(one: Spans, other: Spans) -> float:
    """Give the time that both cover, in seconds."""
    return max(0.0, covered_s(one) + covered_s(other) - covered_s([*one, *other]))


def _f1(sums: Floats) -> Floats:
    return ratio(columns_of([(2 * shared, expected + given) for shared, expected, given in sums], width=2))


def _bare(pair: tuple[Spans, Spans] | None) -> tuple[list[Span], list[Span]] | None:
    if pair is None:
        return None
    one, other = ([Span(span.start_s, span.end_s) for span in spans] for spans in pair)
    return one, other


def _of_time(one: Spans, other: Spans) -> float:
    if not one and not other:
        return 1.0
    mine, theirs = _by_label(one), _by_label(other)
    labels = mine.keys() | theirs.keys()
    union = sum(covered_s([*mine[label], *theirs[label]]) for label in labels)
    shared = sum(shared_s(mine[label], theirs[label]) for label in labels)
    return shared / union if union > 0 else float(set(one) == set(other))


def _of_items(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0


def _by_label(spans: Spans) -> defaultdict[str, list[Span]]:
    found: defaultdict[str, list[Span]] = defaultdict(list)
    for span in sorted(spans):
        found[span.label].append(span)
    return found


def _merged(spans: Spans) -> Sequence[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for span in sorted(spans):
        if merged and span.start_s <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], span.end_s))
        else:
            merged.append((span.start_s, span.end_s))
    return merged
