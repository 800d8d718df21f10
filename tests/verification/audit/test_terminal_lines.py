"""What an audit says at a terminal: the verdict, errors, warnings, numbers, notes, in this order."""

from dataclasses import replace

import click
import pytest

from tests.verification.pages.audits import realistic_report
from verification.audit.cheats import cheat_lines
from verification.audit.model import AuditReport
from verification.audit.terminal import audit_lines
from verification.findings import Finding, by_harm
from verification.lines import counted, printable, terminal_width, wrapped

REPORT = replace(
    realistic_report(),
    notes=(
        "audio: column `audio` (by the form)",
        "options: columns `choice_a`, `choice_b` (given)",
        "label: column `answer` (guessed)",
        "Shortcuts: cross-validated by 24 speakers.",
    ),
)
NOTHING = AuditReport(
    name="x", form="JSON list", roles={}, notes=(), rows=1, clips=1, labels={}, findings=(), checks={}
)


def lines_of(report, *, width=80, max_findings=5, **options):
    return [click.unstyle(line) for line in audit_lines(report, width=width, max_findings=max_findings, **options)]


def place(lines, start):
    return next(number for number, line in enumerate(lines) if line.startswith(start))


def test_the_order_is_that_of_harm_and_numbers_come_after_words():
    lines = lines_of(REPORT)
    starts = [
        *("spoken-volume-v2: 200 rows, 200 clips, ", "  opened as Parquet shards", "  error truth.label"),
        *("  warning audio.too_long", "  labels by measurement", "  answering without the property"),
        *("  answering by the property itself", "  front ends: answerable after", "  note   Shortcuts"),
    ]
    places = [place(lines, start) for start in starts]
    assert places == sorted(places)
    assert places[0] == 0
    severities = [line.split()[0] for line in lines if line.startswith(("  error ", "  warning "))]
    assert severities == sorted(severities)


def test_guesses_are_told_apart_from_what_was_given_and_said_once():
    opened = " ".join(" ".join(lines_of(REPORT)).split())
    assert (
        "columns: audio, question = instruction, options = choice_a + choice_b, id = utt_id, speaker = spk; " in opened
    )
    assert "columns by guess: label = answer error" in opened
    assert not [
        line for line in lines_of(REPORT) if "(guessed)" in line or "(by the form)" in line or "(given)" in line
    ]


@pytest.mark.parametrize("width", [100, 80, 50, 40])
def test_no_line_is_longer_than_the_terminal(width):
    assert max(map(len, lines_of(REPORT, width=width, list_rules=True))) <= width


def test_what_leaks_comes_first_and_says_so_in_words():
    lines = [line.strip() for line in lines_of(REPORT, width=100)]
    first = lines[place(lines, "answering without the property") + 3]
    assert first.startswith("peak ")
    assert first.endswith(", a shortcut")
    assert sum(line.endswith(", a shortcut") for line in lines) == 1


def test_the_property_itself_is_listed_with_its_reason_and_without_a_p_value():
    lines = lines_of(REPORT, width=100)
    after = lines[place(lines, "  answering by the property itself") + 1]
    assert after.startswith("    edges 0.")
    assert "edges are quieter where the level rises" in after
    assert "p =" not in after


def test_no_scores_no_lines():
    assert list(cheat_lines((), width=80, leaking=())) == []


def test_a_rule_names_some_items_and_counts_the_rest():
    findings = by_harm(
        [Finding(f"item-{number}", "a.b", "the same", "another") for number in range(7)]
        + [Finding(f"item-{number}", "c.d", f"{number} Hz", "0 Hz", "warning") for number in (1, 2)]
    )
    report = replace(NOTHING, findings=findings)
    text = "\n".join(lines_of(report, max_findings=3))
    assert "  error a.b (7 times)\n    in     item-0, item-1, item-2 and 4 more\n    found  the same\n" in text
    assert "  warning c.d (2 times)\n    in     item-1, item-2\n    found  item-1: 1 Hz\n    wanted 0 Hz" in text
    none = "\n".join(lines_of(report, max_findings=0))
    assert "    in " not in none
    assert "error a.b (7 times)" in none


def test_of_the_set_as_a_whole_it_is_not_said_where():
    text = "\n".join(lines_of(replace(NOTHING, findings=(Finding("x", "leak.name", "ids", "none"),))))
    assert text.splitlines()[2:] == ["  error leak.name", "    found  ids", "    wanted none"]
    assert text.startswith("x: 1 row, 1 clip, 1 error, 0 warnings (0 checks by 0 rules)")


def test_nothing_found_says_how_much_was_looked_at():
    report = replace(NOTHING, checks={"a.b": 1200, "a.c": 1})
    assert lines_of(report, list_rules=True) == [
        "x: 1 row, 1 clip, nothing found (1,201 checks by 2 rules)",
        "  opened as JSON list",
        "  a  b (1,200); c (1)",
    ]


def test_half_a_character_is_written_as_its_code():
    assert printable("\udcff.wav") == "\\udcff.wav"
    assert wrapped("\udcff.wav", 40, first="", rest="") == ["\\udcff.wav"]
    assert printable("ünï") == "ünï"


def test_one_row_and_two_rows():
    assert [counted(number, "row") for number in (0, 1, 2, 1000)] == ["0 rows", "1 row", "2 rows", "1,000 rows"]


@pytest.mark.parametrize(("columns", "width"), [("10", 40), ("64", 64), ("300", 100)])
def test_the_terminal_is_followed_within_reason(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width() == width
