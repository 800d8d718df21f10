"""Table 12 of the SAGI paper: its proportions follow from votes with its margins, and what its numbers must mean.

The table's column "Num of Questions" counts votes: every printed proportion is a whole number of quarters of it (20
clips for each label, heard by four), and where there are two options right votes and agreements of just three are both
odd or both even, as they must be if so many questions had four votes each.
"""

from __future__ import annotations

import pytest

from evaluation.humans.baseline import human_baseline
from tests.evaluation.humans.listeners import TABLE_12, Row, asked, votes_with, whole

_NAMES = [row.task for row in TABLE_12]
# 52.59 % is no share of 240 votes, nor of 960; the nearest are 126 and 127 of 240, 52.50 and 52.92 %.
_NO_COUNT = "Speaker's Age Prediction"


def _baseline(row: Row, questions, right):
    four, at_least_three = whole(row.four, len(questions)), whole(row.three, len(questions))
    votes = votes_with(questions, four=four, three=at_least_three - four, right=right)
    return human_baseline(questions, votes)


def _right(row, votes):
    right = whole(row.accuracy, votes)
    return round(row.accuracy * votes / 100) if row.task == _NO_COUNT else right


@pytest.mark.parametrize("row", TABLE_12, ids=_NAMES)
def test_proportions_follow_from_a_quarter_as_many_questions_with_four_votes_each(row):
    found = _baseline(row, asked(row.number // 4, row.options), _right(row, row.number))
    assert 100 * found.agreeing[3] == pytest.approx(row.three, abs=0.005)
    assert 100 * found.agreeing[4] == pytest.approx(row.four, abs=0.005)
    assert (found.cast, found.items, len(found.raters)) == (row.number, row.number // 4, 4)
    within = 0.1 if row.task == _NO_COUNT else 0.0051
    assert 100 * found.pooled.value == pytest.approx(row.accuracy, abs=within)
    assert found.mean == pytest.approx(found.pooled.value)
    assert found.pooled.holds(found.pooled.value)


@pytest.mark.parametrize("row", TABLE_12, ids=_NAMES)
def test_proportions_follow_too_if_the_number_is_taken_for_questions(row):
    found = _baseline(row, asked(row.number, row.options), _right(row, 4 * row.number))
    assert 100 * found.agreeing[3] == pytest.approx(row.three, abs=0.005)
    assert 100 * found.agreeing[4] == pytest.approx(row.four, abs=0.005)
    assert 100 * found.pooled.value == pytest.approx(row.accuracy, abs=0.02 if row.task == _NO_COUNT else 0.0051)


def test_every_proportion_is_a_count_of_a_quarter_of_the_number():
    """By chance one in four would be: of the 20 that are not 100 %, all are."""
    below = [share for row in TABLE_12 for share in (row.three, row.four) if share < 100]
    assert len(below) == 20
    assert all(whole(share, row.number // 4) is not None for row in TABLE_12 for share in (row.three, row.four))


def test_of_two_options_right_votes_and_agreements_of_three_have_one_parity():
    """4 or 0 of 4, and 2 of 2 against 2, are even; 3 or 1 are odd."""
    binary = [row for row in TABLE_12 if row.options == 2]
    assert len(binary) == 9
    for row in binary:
        three = whole(row.three, row.number // 4) - whole(row.four, row.number // 4)
        assert whole(row.accuracy, row.number) % 2 == three % 2, row.task


def test_one_accuracy_is_no_share_of_its_votes():
    impossible = [row.task for row in TABLE_12 if whole(row.accuracy, row.number) is None]
    assert impossible == [_NO_COUNT]
    (row,) = (row for row in TABLE_12 if row.task == _NO_COUNT)
    assert whole(row.accuracy, 4 * row.number) is None
