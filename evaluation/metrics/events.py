"""Sound events found at the right time."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from evaluation.errors import MissingLibraryError
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.spans import Span, spans_of
from evaluation.metrics.statistic import Sums, columns_of, ratio

COLLAR_S = 0.2
OFFSET_SHARE = 0.2  # of the reference event's length: an end may be off by this, or by the collar if that is more
_ROUNDING_S = 1e-9


def event_f1(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the event-based F1, from 0 to 1, over all events of all items together.

    An event is found if one with its label starts within 0.2 s of it and ends within 0.2 s or 20 % of its length,
    whichever is more. Each event is matched once, as many as can be.

    Parameters
    ----------
    references, hypotheses : sequence of str
        Lists of labelled spans (see `spans.spans_of`). An empty list is an answer; what is no list is N/A.

    Returns
    -------
    Measured
        Each item's own F1 beside it. Not defined if no item holds an event, on either side.

    Raises
    ------
    MetricError
        If a reference is not a list of spans, or the lengths differ.
    MissingLibraryError
        If scipy is not installed.

    Notes
    -----
    A. Mesaros, T. Heittola and T. Virtanen, "Metrics for polyphonic sound event detection", Applied Sciences 6 (2016),
    with DCASE's tolerances for DESED. Pooled over classes (micro average): the suite's paper does not say which.
    """
    pairs = read_pairs(references, hypotheses, spans_of, kind='a list of events, such as "dog: 0.5-1.2"')
    rows = [None if pair is None else (2 * found(*pair), len(pair[0]) + len(pair[1])) for pair in pairs]
    return measured(
        Sums(columns_of(rows, width=2), ratio),
        valid=[row is not None for row in rows],
        per_item=[None if row is None or not row[1] else row[0] / row[1] for row in rows],
        undefined="neither the references nor the replies hold an event",
    )


def found(expected: Collection[Span], given: Collection[Span]) -> int:
    """Count the events that are found, each matched once."""
    try:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import maximum_bipartite_matching
    except ImportError as error:
        raise MissingLibraryError.of("scipy", needed_for="event-based F1") from error
    if not expected or not given:
        return 0
    matches = np.array([[_match(one, other) for other in given] for one in expected])
    return int(np.count_nonzero(maximum_bipartite_matching(csr_array(matches), perm_type="column") >= 0))


def _match(expected: Span, given: Span) -> bool:
    at_end = max(COLLAR_S, OFFSET_SHARE * expected.length_s)
    return (
        expected.label == given.label
        and abs(expected.start_s - given.start_s) <= COLLAR_S + _ROUNDING_S
        and abs(expected.end_s - given.end_s) <= at_end + _ROUNDING_S
    )
