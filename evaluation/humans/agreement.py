"""How far listeners agree."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from evaluation.certainty.bootstrap import statistic_interval
from evaluation.certainty.grouping import Values
from evaluation.certainty.interval import Interval
from evaluation.errors import MissingLibraryError
from evaluation.humans.sorting import Sorted

Counts = NDArray[np.intp]

_ROUNDS = 500  # of the bootstrap: alpha is computed anew in each


def vote_counts(votes: Sorted) -> Counts:
    """Count votes by question and option, shape (questions, options): the options of all questions, by text."""
    columns: dict[str, int] = {}
    rows = {question.id: row for row, question in enumerate(votes.questions)}
    places = [
        (rows[name], columns.setdefault(option, len(columns))) for (name, _), option in votes.options.items() if option
    ]
    counts = np.zeros((len(rows), max(len(columns), 1)), dtype=np.intp)
    for place in places:
        counts[place] += 1
    return counts


def agreeing_shares(counts: Counts, *, raters: int) -> dict[int, float]:
    """Give the share of questions in which at least so many listeners chose the same option.

    Of all questions, as in Table 12 of the SAGI paper: of four listeners, its columns are 3 and 4. With a vote
    missing, all cannot have agreed.

    Parameters
    ----------
    counts : numpy.ndarray, shape (questions, options)
        Votes.
    raters : int
        How many listeners there are.

    Returns
    -------
    dict of int to float
        For 2 listeners up to all; NaN if there is no question.
    """
    most = counts.max(axis=1, initial=0)
    return {least: float((most >= least).mean()) if len(most) else math.nan for least in range(2, raters + 1)}


def alpha(counts: Counts) -> float:
    """Give Krippendorff's alpha for options without an order: 1 for full agreement, 0 for that of chance.

    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability. Questions with fewer than two votes say nothing.

    Parameters
    ----------
    counts : numpy.ndarray, shape (questions, options)
        Votes.

    Returns
    -------
    float
        NaN if it is not defined: no question has two votes, or all votes are for the same option, so that agreement
        cannot be told from habit.

    Raises
    ------
    MissingLibraryError
        If krippendorff is not installed.
    """
    try:
        import krippendorff
    except ImportError as error:
        raise MissingLibraryError.of("krippendorff", needed_for="Krippendorff's alpha") from error
    paired = counts[counts.sum(axis=1) > 1]
    used = paired[:, paired.any(axis=0)] if len(paired) else paired
    if used.shape[1] < 2 or not len(used):
        return math.nan
    return float(krippendorff.alpha(value_counts=used, level_of_measurement="nominal"))


def alpha_interval(counts: Counts, groups: list[str], *, seed: int = 0) -> Interval:
    """Give alpha and its 95 % interval, groups of questions resampled.

    Raises
    ------
    MissingLibraryError
        If krippendorff is not installed.
    """

    def draws(drawn: Values) -> Values:
        return np.array([alpha(np.repeat(counts, each, axis=0)) for each in drawn.astype(np.intp)], dtype=np.float64)

    return statistic_interval(draws, groups, rounds=_ROUNDS, seed=seed)
