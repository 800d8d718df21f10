"""Who spoke when, by pyannote.metrics."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from evaluation.errors import MissingLibraryError
from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.pairing import Hypotheses, References, read_pairs
from evaluation.metrics.spans import Span, spans_of
from evaluation.metrics.statistic import Sums, columns_of, ratio

if TYPE_CHECKING:
    from pyannote.core import Annotation


def der(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the diarisation error rate: false alarms, missed speech and confused speakers per second of speech.

    Parameters
    ----------
    references, hypotheses : sequence of str
        Lists of spans labelled by speaker (see `spans.spans_of`). Names need not agree: the best assignment of speakers
        is taken, item by item. An empty list is an answer, all of it missed; what is no list is N/A.

    Returns
    -------
    Measured
        From 0, without upper end, over all items together, without a collar and with overlapped speech. Each item's own
        rate beside it, None where its reference holds no speech. Not defined if no valid reference holds any.

    Raises
    ------
    MetricError
        If a reference is not a list of spans, or the lengths differ.
    MissingLibraryError
        If pyannote.metrics is not installed.
    """
    pairs = read_pairs(references, hypotheses, spans_of, kind='a list of turns, such as "A: 0.0-1.2; B: 1.2-3.0"')
    rows = [None if pair is None else _errors_s(*pair) for pair in pairs]
    return measured(
        Sums(columns_of(rows, width=2), ratio),
        valid=[row is not None for row in rows],
        per_item=[None if row is None or row[1] == 0 else row[0] / row[1] for row in rows],
        undefined="the references hold no speech",
    )


def _errors_s(expected: Collection[Span], given: Collection[Span]) -> tuple[float, float]:
    """Give the time in error and the time of speech, in seconds."""
    try:
        from pyannote.core import Segment, Timeline
        from pyannote.metrics.diarization import DiarizationErrorRate
    except ImportError as error:
        raise MissingLibraryError.of("pyannote.metrics", needed_for="diarisation error rate") from error
    spans = [*expected, *given]
    if not spans:
        return 0.0, 0.0
    whole = Timeline([Segment(min(span.start_s for span in spans), max(span.end_s for span in spans))])
    parts = DiarizationErrorRate().compute_components(_turns(expected), _turns(given), uem=whole)
    errors = sum(float(parts[name]) for name in ("false alarm", "missed detection", "confusion"))
    return errors, float(parts["total"])


def _turns(spans: Collection[Span]) -> Annotation:
    from pyannote.core import Annotation, Segment

    turns = Annotation()
    for track, span in enumerate(sorted(spans)):
        if span.length_s > 0:
            turns[Segment(span.start_s, span.end_s), track] = span.label
    return turns
