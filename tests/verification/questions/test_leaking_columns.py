from dataclasses import replace

import numpy as np
import pytest

from tests.verification.questions.published import SNR_LABELS, leaked, row, shuffled_labels, told

COLUMN = ("the set", "leak.metadata")
LABELS = shuffled_labels(SNR_LABELS, 200)
PLACE = {label: place for place, label in enumerate(SNR_LABELS)}


def set_with(value_of, labels=LABELS, **values):
    return [
        row(n, label=label, metadata={} if (v := value_of(n, label)) is None else {"column": v}, **values)
        for n, label in enumerate(labels)
    ]


@pytest.mark.parametrize(
    ("value_of", "how"),
    [
        (lambda n, y: y.upper(), "is the label in 200 of 200 rows"),
        (lambda n, y: PLACE[y], "has 5 values, each with one label only"),
        (lambda n, y: f"{'ab'[n % 2]}{PLACE[y]}", "has 10 values, each with one label only"),
        (lambda n, y: 1.5 * PLACE[y] + (n % 97) / 97, "parts the labels by its number: between "),
        (
            lambda n, y: float("nan") if n % 20 == 0 else 1.5 * PLACE[y] + (n % 97) / 97,
            "parts the labels by its number",
        ),
        (lambda n, y: None if n % 20 == 0 else PLACE[y], "has 5 values, each with one label only"),
    ],
)
def test_columns_from_which_the_label_follows(value_of, how):
    ledger = leaked(set_with(value_of))
    assert told(ledger) == {COLUMN}
    assert f"column 'column' {how}" in ledger.findings[0].found


@pytest.mark.parametrize(
    "value_of",
    [
        lambda n, y: n,
        lambda n, y: f"sentence {n}",
        lambda n, y: "LJSpeech",
        lambda n, y: np.random.default_rng(n).normal(),
        lambda n, y: ("a", "b", "c")[n % 3],
        lambda n, y: PLACE[y] if n % 3 == 0 else None,
        lambda n, y: PLACE[y] if n else 4 - PLACE[y],
        lambda n, y: "clean" if y == "clean" else "other",
    ],
)
def test_columns_that_do_not_tell_the_label(value_of):
    ledger = leaked(set_with(value_of))
    assert ledger.findings == []
    assert ledger.checks["leak.metadata"] == 1


@pytest.mark.parametrize(
    "name", ["explanation", "parameters.direction", "measurements.snr_db", "source.corpus", "source"]
)
def test_documentation_of_the_construction_is_no_leak(name):
    ledger = leaked([row(n, label=label, metadata={name: label}) for n, label in enumerate(LABELS)])
    assert ledger.findings == []
    assert ledger.checks["leak.metadata"] == 0


def test_a_column_that_only_says_which_group_it_is():
    labels = ["low" if n // 4 % 2 else "high" for n in np.random.default_rng(1).permutation(64)]
    speakers = {"low": ("carlo", "wu", "sam"), "high": ("june", "allison", "eve")}
    rows = [
        row(n, label=label, group=who, metadata={"reader": who.title()})
        for n, label in enumerate(labels)
        for who in [speakers[label][n % 3]]
    ]
    assert leaked(rows).findings == []
    assert told(leaked([replace(each, group="") for each in rows])) == {COLUMN}


def test_a_column_that_comes_late_or_goes_early():
    rows = [row(n, label=y, metadata={"code": PLACE[y]} if n > 50 else {}) for n, y in enumerate(LABELS)]
    assert leaked(rows).findings == []
    rows = [row(n, label=y, metadata={"code": PLACE[y]} if 5 < n < 195 else {}) for n, y in enumerate(LABELS)]
    assert told(leaked(rows)) == {COLUMN}


def test_seven_rows_prove_nothing():
    assert leaked(set_with(lambda n, y: PLACE[y], labels=LABELS[:7])).findings == []


def test_random_columns_raise_no_false_alarm():
    alarms = 0
    for seed in range(100):
        rng = np.random.default_rng([seed, 3])
        rows = int(rng.choice([8, 12, 20, 60]))
        labels = shuffled_labels(("clean", "noisy"), rows, seed=seed)
        made = [
            row(
                n, label=y, metadata={"a": float(rng.normal()), "b": int(rng.integers(4)), "c": str(rng.integers(rows))}
            )
            for n, y in enumerate(labels)
        ]
        alarms += bool(leaked(made).findings)
    assert alarms == 0
