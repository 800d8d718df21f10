"""A construction's fields in words, with their docs."""

from dataclasses import dataclass

import pytest

from publishing.cards.docstrings import described_fields, in_words, parameter_docs, summary_of, unset_fields


@dataclass(frozen=True)
class Inner:
    """Ranges.

    Parameters
    ----------
    low_hz, high_hz : pair of float
        The ranges
        of the question.
    """

    low_hz: tuple[float, float] = (80.0, 150.0)
    high_hz: tuple[float, float] = (180.0, 250.0)


@dataclass(frozen=True)
class Outer:
    """Do something.

    More of it.

    Parameters
    ----------
    inner : Inner
        Not shown itself.
    names : tuple of str
        Whom.

    Raises
    ------
    ValueError
        If names : something else.
    """

    inner: Inner = Inner()
    names: tuple[str, ...] = ()
    undocumented: bool = True


def test_fields_are_told_with_their_docs_and_those_within():
    assert list(described_fields(Outer())) == [
        ("inner.low_hz", "80 to 150", "The ranges of the question."),
        ("inner.high_hz", "180 to 250", "The ranges of the question."),
        ("undocumented", "yes", ""),
    ]
    assert list(unset_fields(Outer())) == ["names"]
    assert ("names", "a, b", "Whom.") in described_fields(Outer(names=("a", "b")))
    assert list(unset_fields(Outer(names=("a", "b"), inner=Inner(low_hz=())))) == ["inner.low_hz"]
    assert summary_of(Outer) == "Do something."
    assert parameter_docs(Outer).keys() == {"inner", "names"}


def test_a_class_without_a_docstring_says_nothing():
    bare = type("Bare", (), {"__doc__": None})
    assert summary_of(bare) == ""
    assert parameter_docs(bare) == {}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.7, "0.7"),
        (8000, "8000"),
        (False, "no"),
        (None, "none"),
        ("", "none"),
        (("a", "b"), "a, b"),
        ((1, 2), "1 to 2"),
        ((("German", ("de",)), ("English", ("en", "en-gb"))), "German: de; English: en, en-gb"),
        ((("wet", "wet"), ("dry", "dry")), "wet; dry"),
        ((("teens", (13.0, 29.0)),), "teens: 13 to 29"),
        (tuple((f"k{number}", ("v",)) for number in range(9)), "; ".join(f"k{number}: v" for number in range(9))),
        (
            (Inner(), Inner(low_hz=(1.0, 2.0))),
            "low_hz 80 to 150, high_hz 180 to 250; low_hz 1 to 2, high_hz 180 to 250",
        ),
        (tuple(f"i{number}" for number in range(512)), "512 values: i0, i1, ..., i511"),
    ],
)
def test_values_in_words(value, words):
    assert in_words(value) == words
