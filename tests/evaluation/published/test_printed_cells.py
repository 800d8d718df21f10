import pytest

from evaluation.published.cells import parse_cell, parse_number
from evaluation.published.errors import ResultsError


@pytest.mark.parametrize(
    ("text", "value", "half_step"),
    [
        ("12.50%", 0.125, 0.00005),
        ("86.67 %", 0.8667, 0.00005),
        ("98,768.7290", 98768.729, 0.00005),
        ("-0.3333", -0.3333, 0.00005),
        ("240", 240.0, 0.5),
        ("0", 0.0, 0.5),
    ],
)
def test_a_number_is_read_with_what_rounding_hides(text, value, half_step):
    printed = parse_number(text, where="a table")
    assert printed.value == pytest.approx(value, abs=1e-12)
    assert printed.half_step == pytest.approx(half_step, rel=1e-9)


def test_percentages_without_their_sign_are_scaled():
    printed = parse_number("1068.7", where="Table 2", scale=-2)
    assert printed.value == pytest.approx(10.687)
    assert printed.half_step == pytest.approx(0.0005)


def test_a_dash_is_nothing():
    assert parse_cell(" - ", where="a table") is None


@pytest.mark.parametrize("text", ["", "n/a", "nan", "inf", "12..5", "×"])
def test_what_is_no_number_is_refused_with_its_place(text):
    with pytest.raises(ResultsError, match="Table 5: a row") as caught:
        parse_cell(text, where="Table 5: a row")
    assert caught.value.found == repr(text)
