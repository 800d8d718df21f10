"""Numbers, units and ranges as people write them."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.truth.judged import entry
from verification.truth.declared import declared
from verification.truth.words import Interval, interval, quantity, yes_or_no

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 90: "ninety"}


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        *((word, "dB", float(number)) for number, word in enumerate(WORDS)),
        ("Fifteen", "dB", 15.0),
        ("10 dB", "dB", 10.0),
        ("SNR 47.8 dB", "dB", 47.8),
        ("-5dB", "dB", -5.0),
        ("−2.5 dB", "dB", -2.5),
        ("minus five decibels", "dB", -5.0),
        ("0.4m", "m", 0.4),
        ("7 s", "s", 7.0),
        ("250 ms", "s", 0.25),
        ("two minutes", "s", 120.0),
        ("8 kHz", "Hz", 8000.0),
        ("16k", "Hz", 16000.0),
        ("16,000 Hz", "Hz", 16000.0),
        ("44.1kHz", "Hz", 44100.0),
        (".5 s", "s", 0.5),
        ("three speakers", "speakers", 3.0),
    ],
)
def test_one_number(text, unit, value):
    found = quantity(text, unit=unit)
    assert found is not None
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("clean", "dB"),
        ("", "dB"),
        ("10 dB", "Hz"),
        ("80-150 Hz", "Hz"),
        ("longer than 5 s", "s"),
        ("> 5 s", "s"),
        ("v2beta", "dB"),
        ("someone", "speakers"),
        ("a1b2", "s"),
    ],
)
def test_no_one_number(text, unit):
    assert quantity(text, unit=unit) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("(80, 150)", 80, 150),
        ("(80,150)", 80, 150),
        ("[180, 250] Hz", 180, 250),
        ("80-150 Hz", 80, 150),
        ("80–150", 80, 150),
        ("80 Hz - 150 Hz", 80, 150),
        ("180 to 250 Hz", 180, 250),
        ("between 0.1 and 0.2 kHz", 100, 200),
        ("from 250 down to 180 Hz", 180, 250),
        ("below 150 Hz", -inf, 150),
        ("more than 1,500 Hz", 1500, inf),
        (">= 180", 180, inf),
        ("twenty to forty-five Hz", 20, 45),
    ],
)
def test_a_range(text, low, high):
    assert interval(text, unit="Hz") == Interval(low, high)


@pytest.mark.parametrize("text", ["high", "", "80", "80 dB to 150 dB", "80, 150, 250"])
def test_no_range(text):
    assert interval(text, unit="Hz") is None


@given(st.integers(0, 99))
def test_any_number_up_to_ninety_nine_can_be_a_word(number):
    small = [*WORDS, "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
    tens = [*small[:2], "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    word = small[number] if number < 20 else tens[number // 10] + (f"-{small[number % 10]}" if number % 10 else "")
    assert quantity(f"Some {word} dB.", unit="dB").value == number


@given(st.integers(-40, 40), st.sampled_from(["{} dB", "SNR: {}dB", "{} decibels", "It is {}."]))
def test_a_number_is_read_whatever_stands_around_it(number, form):
    found = quantity(form.format(number), unit="dB")
    assert found.value == number
    assert found.half_step == 0.5


@given(
    st.integers(20, 4000),
    st.integers(1, 4000),
    st.sampled_from(["({}, {})", "{}-{} Hz", "{} to {}", "{}–{} hertz", "{} Hz–{} Hz", "between {} and {} Hz"]),
)
def test_a_range_is_read_in_any_form(low, width, form):
    assert interval(form.format(low, low + width), unit="Hz") == Interval(low, low + width)


@given(st.text(max_size=40), st.sampled_from(["dB", "Hz", "s", "m", "speakers"]))
def test_no_text_breaks_the_reader(text, unit):
    found, limits = quantity(text, unit=unit), interval(text, unit=unit)
    assert found is None or limits is None
    assert limits is None or limits.low <= limits.high


@pytest.mark.parametrize(
    ("text", "answer"),
    [("Yes", True), ("no", False), ("Yes, it is.", True), ("No, not at all", False), ("nothing", None), ("", None)],
)
def test_yes_or_no(text, answer):
    assert yes_or_no(text) is answer


def test_the_last_place_says_how_exact_a_number_is():
    assert quantity("7 s", unit="s").half_step == 0.5
    assert quantity("7.25 s", unit="s").half_step == pytest.approx(0.005)
    assert quantity("250 ms", unit="s").half_step == pytest.approx(0.0005)


def test_a_declared_number_is_found_under_its_column_and_what_was_realised_comes_first():
    row = entry("x", **{"parameters.snr_db": 10.0, "measurements.snr_db": 9.7, "other.snr_db": 3.0})
    assert declared(row, ("snr_db", "snr"), unit="dB") == ("measurements.snr_db", 9.7)
    assert declared(entry("x", SNR="7.5 dB"), ("snr_db", "snr"), unit="dB") == ("SNR", 7.5)
    assert declared(entry("x", snr_db="unknown", snr=float("nan")), ("snr_db", "snr"), unit="dB") is None
