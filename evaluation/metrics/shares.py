"""Shares of items: exact answers, a judge's verdicts, replies that are N/A."""

from __future__ import annotations

import math

from evaluation.metrics.measured import Measured, measured
from evaluation.metrics.normalising import basic
from evaluation.metrics.pairing import Hypotheses, References, check_lengths
from evaluation.metrics.quantities import quantity_of
from evaluation.metrics.statistic import mean_of


def accuracy(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the share of replies that equal their reference, from 0 to 1: as numbers, or as words without case.

    Raises
    ------
    MetricError
        If there are more references than hypotheses, or fewer.
    MissingLibraryError
        If whisper-normalizer is not installed.
    """
    check_lengths(references, hypotheses)
    values = [
        None if given is None else float(_equal(expected, given))
        for expected, given in zip(references, hypotheses, strict=True)
    ]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def judged(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the share of verdicts "YES", from 0 to 1 (LLM-C).

    Parameters
    ----------
    references : sequence of str
        Not looked at: the judge has seen them.
    hypotheses : sequence of (str or None)
        The judge's verdicts, YES or NO; None, or anything else, is N/A.

    Raises
    ------
    MetricError
        If the lengths differ.
    """
    check_lengths(references, hypotheses)
    said = {"YES": 1.0, "NO": 0.0}
    values = [None if verdict is None else said.get(verdict.strip().strip(".").upper()) for verdict in hypotheses]
    return measured(mean_of(values), valid=[value is not None for value in values], per_item=values)


def na_rate(references: References, hypotheses: Hypotheses) -> Measured:
    """Give the share of replies that are None, from 0 to 1 (NAR).

    Raises
    ------
    MetricError
        If the lengths differ.
    """
    check_lengths(references, hypotheses)
    values = [float(reply is None) for reply in hypotheses]
    return measured(mean_of(values), valid=[True] * len(values), per_item=values)


def _equal(expected: str, given: str) -> bool:
    number, other = quantity_of(expected), quantity_of(given)
    if number is not None and other is not None:
        same = other.into(number.unit)
        return same is not None and math.isclose(same, number.value, rel_tol=1e-9)
    return expected.strip() == given.strip() or (basic(expected) == basic(given) != "")
