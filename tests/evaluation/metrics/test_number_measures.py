"""Differences and correlations of numbers."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.metrics.correlations import ktau, mean_ranks, pcc, srcc
from evaluation.metrics.differences import mae, medae, mse
from evaluation.metrics.errors import MetricError

NUMBERS = st.integers(-50, 50)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=12)


def texts(numbers):
    return [str(number) for number in numbers]


def sides(pairs):
    return texts(one for one, _ in pairs), texts(other for _, other in pairs)


@pytest.mark.parametrize(("measure", "value"), [(mse, (1 + 0 + 16) / 3), (mae, 5 / 3), (medae, 1.0)])
def test_by_hand(measure, value):
    measured = measure(["1", "2.5", "3", "9"], ["2", "2.5", "-1", None])
    assert measured.value == pytest.approx(value)
    assert measured.na_rate == 0.25
    assert measured.per_item[3] is None


def test_the_reply_is_taken_in_its_references_unit():
    measured = mae(["0.4m", "2 s", "3", "0.4m", "5"], ["50 cm", "1500 ms", "4 speakers", "3 dB", "90%"])
    assert measured.per_item == (pytest.approx(0.1), pytest.approx(0.5), None, None, None)
    assert measured.na_rate == 0.6


def test_a_reference_without_a_number_is_refused():
    with pytest.raises(MetricError, match="reference 2 of 2") as caught:
        mse(["1", "loud"], ["1", "2"])
    assert "'loud'" in str(caught.value)


@pytest.mark.parametrize("reply", ["1e200", "-1e308", "1e999", "9" * 400])
@pytest.mark.parametrize("measure", [mse, mae, medae])
def test_absurd_numbers_stay_finite_or_na(measure, reply):
    measured = measure(["1", "1"], [reply, "1"])
    assert math.isfinite(measured.value)


@pytest.mark.parametrize(
    ("measure", "oracle"),
    [(pcc, stats.pearsonr), (srcc, stats.spearmanr), (ktau, stats.kendalltau)],
    ids=["pcc", "srcc", "ktau"],
)
@settings(max_examples=60, deadline=None)
@given(PAIRS, st.data())
def test_correlations_and_their_resamples_are_scipys(measure, oracle, pairs, data):
    measured = measure(*sides(pairs))
    drawn = data.draw(st.lists(st.integers(0, len(pairs) - 1), min_size=2, max_size=20))
    for value, rows in ((measured.value, pairs), (measured.at(drawn), [pairs[at] for at in drawn])):
        one, other = np.array(rows).T
        if np.ptp(one) == 0 or np.ptp(other) == 0:
            assert value is None
        else:
            assert value == pytest.approx(oracle(one, other).statistic, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(PAIRS, st.integers(1, 9), st.integers(-20, 20))
def test_positive_affine_maps_change_no_correlation(pairs, scale, shift):
    references, replies = sides(pairs)
    mapped = texts(scale * other + shift for _, other in pairs)
    for measure in (pcc, srcc, ktau):
        before, after = measure(references, replies).value, measure(references, mapped).value
        assert after == (before if before is None else pytest.approx(before, abs=1e-9))


@settings(max_examples=40, deadline=None)
@given(PAIRS)
def test_a_number_that_grows_with_another_is_ranked_the_same(pairs):
    references = [one for one, _ in pairs]
    assume(len(set(references)) > 1)
    cubes = texts(one**3 for one in references)
    assert srcc(texts(references), cubes).value == pytest.approx(1.0)
    assert ktau(texts(references), cubes).value == pytest.approx(1.0)


@pytest.mark.parametrize("measure", [pcc, srcc, ktau])
@pytest.mark.parametrize(
    ("references", "replies"),
    [(["1", "2", "3"], ["0.1"] * 3), (["0.3"] * 3, ["1", "2", "3"]), (["1", "2"], ["5", None])],
)
def test_a_correlation_with_a_constant_is_not_defined(measure, references, replies):
    measured = measure(references, replies)
    assert measured.value is None
    assert "the same number" in measured.reason


def test_one_absurd_reply_does_not_drown_a_resample_without_it():
    references, replies = ["1", "2", "3", "4"], ["1", "2", "3", "1e12"]
    assert pcc(references, replies).at([0, 1, 2]) == pytest.approx(1.0)


def test_a_correlation_has_no_items_of_its_own():
    assert pcc(["1", "2"], ["2", "3"]).per_item == (None, None)


def test_mean_ranks_are_scipys():
    generator = np.random.default_rng(3)
    values = generator.integers(0, 6, 30).astype(float)
    counts = generator.multinomial(30, np.full(30, 1 / 30), size=5).astype(float)
    for row, ranks in zip(counts, mean_ranks(counts, values), strict=True):
        repeated = np.repeat(np.arange(30), row.astype(int))
        np.testing.assert_allclose(ranks[repeated], stats.rankdata(values[repeated]))


@settings(max_examples=40, deadline=None)
@given(PAIRS, st.data())
def test_differences_resample_as_those_items_alone(pairs, data):
    drawn = data.draw(st.lists(st.integers(0, len(pairs) - 1), min_size=1, max_size=9))
    for measure in (mse, mae, medae):
        alone = measure(*sides([pairs[at] for at in drawn]))
        assert measure(*sides(pairs)).at(drawn) == pytest.approx(alone.value)
