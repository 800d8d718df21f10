"""Score replies to open questions inside inspect-ai, by the measure that their recipe declares."""

from __future__ import annotations

import math
from collections.abc import Sequence

from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from evaluation.asked import Question
from evaluation.scoring.measures import SAGI_CER, SAGI_TERMS, SAGI_WER
from evaluation.scoring.single import One, one_by_one


@metric
def completed() -> Metric:
    """Give the share of transcripts with an error rate below 1: the paper's completion rate."""

    def compute(scores: list[SampleScore]) -> float:
        rates = [each.score.as_float() for each in scores]
        return sum(rate < 1 for rate in rates) / len(rates) if rates else math.nan

    return compute


@metric
def mean_of_completed() -> Metric:
    """Give the mean error rate of completed transcripts, the paper's number; 1 if none is completed."""

    def compute(scores: list[SampleScore]) -> float:
        rates = [rate for each in scores if (rate := each.score.as_float()) < 1]
        return sum(rates) / len(rates) if rates else 1.0

    return compute


def open_scorer(measure: str, questions: Sequence[Question]) -> Scorer | None:
    """Give the scorer of an open task; None if no reply can be scored by itself.

    Parameters
    ----------
    measure : str
        What the recipe declares, or the user names.
    questions : sequence of Question
        The set: replies are joined to it by id.

    Returns
    -------
    Scorer or None
        Named after the measure. Of terms right or wrong, of transcripts each reply's error rate with the mean of all,
        of the completed, and how many these are; else the score of each with the mean. Standard errors are by group.

    Raises
    ------
    MetricError
        If there is no such measure.
    """
    one = one_by_one(measure, questions)
    if one is None:
        return None
    known = {question.id: question for question in questions}
    if measure in SAGI_TERMS:
        metrics = [accuracy(), stderr(cluster="group")]
    elif measure in (SAGI_WER, SAGI_CER):
        metrics = [mean_of_completed(), completed(), mean(), stderr(cluster="group")]
    else:
        metrics = [mean(), stderr(cluster="group")]

    @scorer(name=measure, metrics=metrics)
    def measured() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
            return _scored(state.output.completion, known[str(state.sample_id)], one, is_found=measure in SAGI_TERMS)

        return score

    return measured()


def _scored(text: str, question: Question, one: One, *, is_found: bool) -> Score:
    value = one(text, question)
    if value is None:
        return Score.unscored(
            reason="invalid_response_format", answer=text, explanation="nothing in the reference's format"
        )
    if is_found:
        there = value == 1
        told = "the term is there" if there else "the term is not there"
        return Score(value=CORRECT if there else INCORRECT, answer=text, explanation=told)
    return Score(value=value, answer=text, explanation="as measured")
