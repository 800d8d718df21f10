"""One reply scored by itself, for a harness that scores replies as they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evaluation.asked import Question
from evaluation.scoring.measures import LLM_C, RATING, SAGI_CER, SAGI_TERMS, SAGI_WER, transcript_frame

One = Callable[[str, Question], float | None]


def one_by_one(measure: str, questions: Sequence[Question]) -> One | None:
    """Give what scores a single reply to an open question by a measure.

    Parameters
    ----------
    measure : str
        As `scoring.measures.scoring` takes it, but for strict choice.
    questions : sequence of Question
        The whole set: of terms, the others must be known.

    Returns
    -------
    callable or None
        Takes the reply and its question, gives the score in the measure's unit, None where the reply is N/A. None in
        its place if the measure needs a judge, or has no meaning for one reply, as a correlation has not.

    Raises
    ------
    MetricError
        If there is no such measure.
    """
    if measure in (SAGI_WER, SAGI_CER):
        return _error_rate("en" if measure == SAGI_WER else "zh")
    if measure in SAGI_TERMS:
        return _term_found(measure, frozenset(question.label for question in questions))
    if measure == LLM_C or measure.startswith(RATING):
        return None
    return _measured(measure, questions)


def _error_rate(language: str) -> One:
    def scored(text: str, question: Question) -> float | None:
        from evaluation.metrics.transcripts import transcripts

        made = transcripts([question.label], [text], language=language, frame=transcript_frame([question]))
        return made.rates.per_item[0]

    return scored


def _term_found(measure: str, known: frozenset[str]) -> One:
    language, frame = SAGI_TERMS[measure]

    def scored(text: str, question: Question) -> float | None:
        from evaluation.metrics.terms import term_accuracy

        return term_accuracy([question.label], [text], language=language, known=known, frame=frame).per_item[0]

    return scored


def _measured(measure: str, questions: Sequence[Question]) -> One | None:
    from evaluation.metrics.extracting import extract
    from evaluation.metrics.registry import metric_named

    metric = metric_named(measure)
    known = [question.label for question in questions[:1]]
    if not known or metric.measure(known, list(known)).per_item[0] is None:
        return None

    def scored(text: str, question: Question) -> float | None:
        given = extract(text, question.label) if metric.is_post_processed else text
        return metric.measure([question.label], [given]).per_item[0]

    return scored
