"""Terms in transcripts."""

import pytest

from evaluation.metrics.errors import MetricError
from evaluation.metrics.terms import term_accuracy


@pytest.mark.parametrize(
    ("term", "reply", "right"),
    [
        ("hip joint", "The person says: my HIP-joint hurts", True),
        ("hip joint", "my hip joints hurt", False),
        ("hip joint", "my ship joint", False),
        ("hip joint", "joint hip", False),
        ("colour", "what color", True),
        ("20 cells", "twenty cells", True),
        ("hip", "", False),
    ],
)
def test_english_terms_are_whole_words(term, reply, right):
    assert term_accuracy([term], [reply], language="en", frame="speech").value == float(right)


@pytest.mark.parametrize(
    ("term", "reply", "right"),
    [
        ("左心室", "这个人说：左心室在心脏里。", True),
        ("左心室", "左 心 室", True),
        ("左心室", "左心是", False),
        ("诈骗罪的既遂", "诈骗罪的未遂", False),
    ],
)
def test_chinese_terms_are_runs_of_characters(term, reply, right):
    assert term_accuracy([term], [reply]).value == float(right)


def test_a_longer_known_term_is_not_the_shorter_one():
    known = ["甲状腺", "甲状腺软骨"]
    replies = ["甲状腺软骨", "甲状腺软骨和甲状腺", "甲状腺软骨"]
    assert term_accuracy(["甲状腺"] * 2 + ["甲状腺软骨"], replies, known=known).per_item == (0.0, 1.0, 1.0)
    assert term_accuracy(["甲状腺"], ["甲状腺软骨"]).value == 1.0


def test_no_reply_is_na():
    scored = term_accuracy(["脾脏", "骶骨"], [None, "骶骨"])
    assert (scored.value, scored.na_rate, scored.per_item) == (1.0, 0.5, (None, 1.0))


def test_a_term_without_letters_is_refused():
    with pytest.raises(MetricError, match="term 1 of 1"):
        term_accuracy(["。。"], ["x"])
