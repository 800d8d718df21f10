"""Turning groups around: exact where it can be, and at its level where it cannot."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, wilcoxon

from evaluation.certainty.flipping import flip_test


@pytest.mark.parametrize(("for_it", "against"), [(0, 6), (6, 0), (3, 9), (5, 5), (1, 12), (9, 1)])
def test_of_single_answers_it_is_the_exact_sign_test(for_it, against):
    differences = np.array([1.0] * for_it + [-1.0] * against + [0.0] * 50)
    alone = [""] * len(differences)
    two = flip_test(differences, alone)
    one = flip_test(differences, alone, one_sided=True)
    assert two.p_value == pytest.approx(binomtest(for_it, for_it + against).pvalue)
    assert one.p_value == pytest.approx(binomtest(for_it, for_it + against, alternative="greater").pvalue)
    assert two.groups == for_it + against


def test_of_many_it_comes_near_the_exact_sign_test():
    differences = np.array([1.0] * 60 + [-1.0] * 40)
    assert flip_test(differences, [""] * 100).p_value == pytest.approx(binomtest(60, 100).pvalue, abs=0.01)


def test_of_ranks_it_is_wilcoxons_test():
    ranks = np.array([1, -2, 3, 4, -5, 6, 7, 8, 9, 10.0])
    assert flip_test(ranks, [""] * 10).p_value == pytest.approx(wilcoxon(ranks, method="exact").pvalue)


def test_groups_count_once_however_many_items_they_have():
    names = [f"g{place // 5}" for place in range(30)]
    assert flip_test(np.ones(30), names).p_value == pytest.approx(2 / 2**6)
    assert flip_test(np.ones(30), [""] * 30).p_value < 0.001


def test_nothing_to_turn_is_no_difference():
    assert flip_test(np.zeros(8), [""] * 8).p_value == 1
    assert flip_test(np.zeros((0, 3)), []).p_value == 1
    balanced = flip_test(np.array([1.0, -1.0] * 4), ["a", "a", "b", "b", "c", "c", "d", "d"])
    assert (balanced.p_value, balanced.groups) == (1, 0)


@pytest.mark.parametrize("groups", [15, 60])
def test_of_several_columns_it_keeps_its_level(groups):
    rng = np.random.default_rng(3)
    names = [f"g{group}" for group in range(groups) for _ in range(4)]
    found = [
        flip_test(
            np.repeat(rng.normal(size=(groups, 3)), 4, axis=0) + rng.normal(size=(4 * groups, 3)), names, rounds=499
        ).p_value
        for _ in range(400)
    ]
    assert 0.02 <= np.mean(np.array(found) <= 0.05) <= 0.08


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=12))
def test_two_sided_p_does_not_depend_on_the_sign_and_one_sided_ps_complement(values):
    differences, alone = np.array(values, dtype=float), [""] * len(values)
    assert flip_test(differences, alone).p_value == flip_test(-differences, alone).p_value
    above = flip_test(differences, alone, one_sided=True).p_value
    below = flip_test(-differences, alone, one_sided=True).p_value
    assert above + below >= 1 - 1e-12


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=14, max_size=40))
def test_p_is_never_zero(values):
    p_value = flip_test(np.array(values, dtype=float), [""] * len(values), rounds=99).p_value
    assert 0 < p_value <= 1
