"""Every measure of the tables, by name."""

import math

import numpy as np
import pytest

from evaluation.direction import Direction
from evaluation.metrics.errors import MetricError
from evaluation.metrics.registry import METRICS, metric_named

# Tables 5 and 6 of Dynamic-SUPERB Phase-2, with the direction of their arrows.
HIGHER = "LLM-C,ACC,Event-based F1,F1,IoU,KTAU,LCC,PCC,SRCC,Sacre Bleu,Slot Type F1"
LOWER = "NAR,Abs Diff,Angle Diff,CER,DER,ERR,MEDAE,MER,MSE,Miss Time,PER,POS,Slot Value CER,TER,WER"

SAMPLES = {
    "LLM-C": ("x", "YES"),
    "F1": ("[[0, 1]]", "[[0, 1]]"),
    "Event-based F1": ("dog: 0-1", "dog: 0-1"),
    "DER": ("A: 0-1", "A: 0-1"),
    "Slot Type F1": ("city: Rome; time: noon", "city: Rome; time: noon"),
    "Slot Value CER": ("city: Rome; time: noon", "city: Rome; time: noon"),
    "Angle Diff": ("[0, 1]", "[0, 1]"),
    "Miss Time": ("[1, 2]", "[1, 2]"),
    "ERR": ("[1, 2]", "[1, 2]"),
    "Sacre Bleu": ("a b c d", "a b c d"),
}


def test_the_registry_is_the_tables():
    higher, lower = set(HIGHER.split(",")), set(LOWER.split(","))
    assert set(METRICS) == higher | lower
    assert {name for name, metric in METRICS.items() if metric.direction is Direction.HIGHER} == higher


@pytest.mark.parametrize("name", METRICS)
def test_a_perfect_reply_has_the_best_value_there_is(name):
    metric = METRICS[name]
    if name in {"PCC", "LCC", "SRCC", "KTAU"}:
        references = replies = ["1", "2", "3"]
    else:
        reference, reply = SAMPLES.get(name, ("7", "7"))
        references, replies = [reference] * 3, [reply] * 3
    measured = metric.measure(references, replies)
    best = metric.high if metric.direction is Direction.HIGHER else metric.low
    assert measured.value == pytest.approx(best)
    assert measured.draws(np.ones((4, 3))) == pytest.approx([best] * 4)
    assert measured.items == len(measured.per_item) == 3


@pytest.mark.parametrize("name", sorted(set(METRICS) - {"NAR"}))
def test_without_valid_replies_there_is_no_value_but_a_reason(name):
    reference = SAMPLES.get(name, ("7", "7"))[0]
    measured = METRICS[name].measure([reference] * 2, [None, None])
    assert (measured.value, measured.na_rate, measured.per_item) == (None, 1.0, (None, None))
    assert measured.reason == "every reply is N/A"
    assert measured.at([0, 1]) is None
    empty = METRICS[name].measure([], [])
    assert (empty.value, empty.reason, empty.na_rate) == (None, "no items", 0.0)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("hostile", ["", "[" * 30_000, "9" * 30_000, "- " * 20_000, "\ud800\x00", "a:1-" * 6_000])
def test_hostile_replies_are_measured_or_na(name, hostile):
    reference, good = SAMPLES.get(name, ("7", "7"))
    measured = METRICS[name].measure([reference] * 3, [good, hostile, good])
    assert measured.value is None or math.isfinite(measured.value)
    assert measured.items == 3
    with np.errstate(all="raise"):
        assert np.isfinite(measured.draws(np.array([[1.0, 0.0, 1.0]])))[0] or name in {"PCC", "LCC", "SRCC", "KTAU"}


def test_na_rate_and_verdicts():
    assert METRICS["NAR"].measure(["a"] * 4, [None, "x", None, None]).value == 0.75
    verdicts = METRICS["LLM-C"].measure(["a"] * 4, ["YES", "no", "Yes.", "perhaps"])
    assert (verdicts.value, verdicts.na_rate) == (pytest.approx(2 / 3), 0.25)


@pytest.mark.parametrize(
    ("reference", "reply", "right"),
    [
        ("Seven", "seven.", 1.0),
        ("7", "7.0", 1.0),
        ("0.4m", "40 cm", 1.0),
        ("7", "8", 0.0),
        ("!", "?", 0.0),
        ("!", "!", 1.0),
    ],
)
def test_accuracy(reference, reply, right):
    assert METRICS["ACC"].measure([reference], [reply]).value == right


def test_names_are_forgiven_and_near_ones_offered():
    assert metric_named("sacre-bleu").name == "Sacre Bleu"
    assert metric_named("abs_diff").name == "Abs Diff"
    with pytest.raises(MetricError, match="did you mean"):
        metric_named("WERR")
