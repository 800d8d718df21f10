from dataclasses import replace

import numpy as np
import pytest

from tests.verification.questions.published import leaked, row, shuffled_labels, told
from verification.questions.blocks import is_blocked, natural_key

BLOCK = ("the set", "balance.block")
TWO = ("clean", "noisy")


def rows_in(labels, id_of=None, **values):
    return [row(n, label=y, **({"id": id_of(n, y)} if id_of else {}) | values) for n, y in enumerate(labels)]


def test_a_set_sorted_by_label():
    for rows in (20, 200):
        ledger = leaked(rows_in(sorted(shuffled_labels(TWO, rows))))
        assert told(ledger) == {BLOCK}
        assert "in the table" in ledger.findings[0].found


def test_ids_numbered_label_by_label_in_a_shuffled_table():
    labels = sorted(shuffled_labels(TWO, 60))
    rows = rows_in(labels, lambda n, y: f"item_{n}")
    rows = [rows[place] for place in np.random.default_rng(3).permutation(60)]
    ledger = leaked(rows)
    assert told(ledger) == {BLOCK}
    assert "of one label by id:" in ledger.findings[0].found


def test_a_class_that_runs_out_in_the_middle():
    rng = np.random.default_rng(6)
    labels = [TWO[rng.integers(2)] for _ in range(300)] + ["noisy"] * 150
    assert told(leaked(rows_in(labels))) == {BLOCK}


@pytest.mark.parametrize(
    "labels",
    [
        shuffled_labels(TWO, 200),
        list(TWO) * 100,
        [label for n in range(100) for label in (TWO if n % 3 else TWO[::-1])],
        sorted(shuffled_labels(TWO, 12)),
        [f"sentence {n:03d}" for n in range(100)],
        shuffled_labels(("1", "2", "3", "4", "5"), 100),
    ],
)
def test_orders_that_are_no_blocks(labels):
    ledger = leaked(rows_in(labels, lambda n, y: f"item_{n}"))
    assert ledger.findings == []


def test_rows_of_one_group_side_by_side_are_no_block():
    rng = np.random.default_rng(8)
    labels = [label for _ in range(40) for label in [TWO[rng.integers(2)]] * 10]
    rows = rows_in(labels)
    assert told(leaked(rows)) == {BLOCK}
    assert leaked([replace(each, speaker=f"p{n // 10}") for n, each in enumerate(rows)]).findings == []


def test_numbers_sort_as_people_count():
    assert sorted(["item_10", "item_9", "9", "b"], key=natural_key) == ["9", "b", "item_9", "item_10"]


def test_random_orders_are_hardly_ever_blocks():
    """By the runs test at one in a million, and the sorted rule at one in ten thousand."""
    rng = np.random.default_rng(11)
    for classes, size in ((2, 10), (2, 50), (5, 40), (10, 10)):
        labels = np.repeat(np.arange(classes), size)
        assert not any(is_blocked(rng.permutation(labels).tolist()) for _ in range(300))


def test_the_runs_test_has_the_moments_of_random_orders():
    rng = np.random.default_rng(12)
    labels = np.repeat([0, 1, 2], [50, 30, 20])
    runs = np.array([1 + np.count_nonzero(np.diff(rng.permutation(labels))) for _ in range(2_000)])
    squares, cubes, n = 50**2 + 30**2 + 20**2, 50**3 + 30**3 + 20**3, 100
    mean = (n * (n + 1) - squares) / n
    spread = np.sqrt((squares * (squares + n * (n + 1)) - 2 * n * cubes - n**3) / (n**2 * (n - 1)))
    assert runs.mean() == pytest.approx(mean, abs=0.4)
    assert runs.std() == pytest.approx(spread, rel=0.06)
