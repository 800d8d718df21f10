"""Intervals, verdicts and the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.opening.entry import Entry
from verification.survival.interval import wilson
from verification.survival.matrix import SurvivalRow
from verification.survival.table import markdown_rows, percent, sentence, terminal_rows
from verification.survival.verdict import Guessing, verdict

COIN = Guessing(chance=0.5, majority=0.5)


def test_wilson_as_published():
    assert wilson(0, 10) == (0.0, pytest.approx(0.2775, abs=1e-4))
    assert wilson(81, 263) == (pytest.approx(0.2553, abs=1e-4), pytest.approx(0.3662, abs=1e-4))  # Newcombe 1998
    assert wilson(0, 0) == (0.0, 1.0)


@given(items=st.integers(1, 500), data=st.data())
def test_wilson_holds_the_share(items, data):
    holds = data.draw(st.integers(0, items))
    low, high = wilson(holds, items)
    assert 0.0 <= low <= holds / items <= high <= 1.0
    other_low, other_high = wilson(items - holds, items)
    assert (low, high) == (pytest.approx(1 - other_high), pytest.approx(1 - other_low))


@pytest.mark.parametrize(
    ("holds", "untreated", "expected"),
    [
        (100, 100, "answerable"),
        (95, 100, "answerable"),
        (94, 100, "weakened"),
        (61, 66, "answerable"),
        (61, 100, "weakened"),
        (59, 60, "unanswerable"),
        (50, 100, "unanswerable"),
        (0, 100, "unanswerable"),
    ],
)
def test_the_rule(holds, untreated, expected):
    low, _ = wilson(holds, 100)
    assert verdict(holds / 100, low, untreated=untreated / 100, guessing=COIN) == expected


def rows_of(labels, options=()):
    return [Entry(number=number, label=label, options=options) for number, label in enumerate(labels)]


def test_guessing():
    assert Guessing.at(rows_of("aabb"), rows_of("aabbc")) == Guessing(chance=1 / 3, majority=0.5)
    assert Guessing.at(rows_of("aaab", ("a", "b", "c", "d")), rows_of("aaab")) == Guessing(chance=0.25, majority=0.75)
    assert Guessing.at(rows_of(["Left", "left ", "right"]), rows_of(["left", "right"])).chance == 0.5
    assert Guessing(chance=0.25, majority=0.75).best == 0.75


def row(name, title, verdict, holds, note=""):
    low, high = wilson(holds, 40)
    return SurvivalRow(
        treatment=name, title=title, items=40, holds=holds, share=holds / 40, low=low, high=high, untreated=1.0,
        chance=0.5, verdict=verdict, note=note,
    )  # fmt: skip


ROWS = (
    row("mono", "averaging to mono", "unanswerable", 20, "40 of 40 clips | had two"),
    row("peak", "peak normalisation to -1 dBFS", "answerable", 40),
    row("rms-gain", "RMS gain control", "weakened", 32),
    row("mp3-64k", "MP3 at 64 kbit/s", "answerable", 40),
)


def test_one_sentence():
    assert sentence(ROWS) == (
        "Answerable after peak normalisation to -1 dBFS and MP3 at 64 kbit/s; weakened after RMS gain control (80 % of "
        "the labels hold); not answerable after averaging to mono."
    )
    assert sentence(ROWS[:1]) == "Not answerable after averaging to mono."
    assert sentence(()) == "No treatment was tried."


def test_markdown():
    lines = markdown_rows(ROWS)
    assert lines[2] == "| nothing |  | 40 of 40 (100 %) |  | guessing among the labels: 50 % |"
    assert lines[3] == (
        "| averaging to mono | not answerable | 20 of 40 (50 %) | 35 to 65 % | 40 of 40 clips \\| had two |"
    )
    assert len(lines) == 3 + len(ROWS)
    assert {line.replace("\\|", "").count("|") for line in lines} == {6}
    assert markdown_rows(()) == ()


def test_terminal():
    lines = terminal_rows(ROWS)
    assert lines[0] == "averaging to mono              not answerable  20 of 40 (50 %)   95 %: 35 to 65 %"
    assert len({line.index("95 %:") for line in lines}) == 1
    assert terminal_rows(()) == ()


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0 %"), (1.0, "100 %"), (0.999, "> 99 %"), (0.001, "< 1 %"), (0.5, "50 %")]
)
def test_percent_never_rounds_to_all_or_none(share, text):
    assert percent(share) == text
