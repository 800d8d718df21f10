"""Of a large set a sample is shown, and the rows that are at fault."""

import json
from collections import Counter

import pytest

from tests.verification.audit.ramps import write_ramps, wrong_answers
from verification.audit import summaries
from verification.audit.auditing import audit
from verification.audit.hearing import HeardRow
from verification.audit.lottery import Lottery
from verification.audit.request import AuditRequest
from verification.audit.summaries import MOST_ITEMS, Summaries
from verification.findings import Finding
from verification.listening.facts import ClipFacts
from verification.opening.entry import Entry

FACTS = ClipFacts(name="a", faults={}, heard=True, sampling_rate=16_000, channels=1, frames=16_000)


def heard(number, **values):
    entry = Entry(number=number, id=f"row-{number:06}", label="abcd"[number * 4 // 20_000])
    return HeardRow(entry=entry, facts=(FACTS,), values=values)


@pytest.fixture(scope="module")
def kept():
    """20,000 rows in order of their labels; every fiftieth is at fault."""
    collected = Summaries(20_000)
    for number in range(20_000):
        collected.add(heard(number), holds=None, at_fault=number % 50 == 0)
    return collected


def test_rows_at_fault_are_always_kept_and_the_others_sampled(kept):
    items = kept.finish([])
    numbers = {item.number for item in items}
    assert set(range(0, 20_000, 50)) <= numbers
    assert abs(len(numbers) - (MOST_ITEMS + 300)) < 200
    assert [item.number for item in items] == sorted(numbers)


def test_the_sample_is_from_all_over_the_set(kept):
    labels = Counter(item.label for item in kept.finish([]))
    assert max(labels.values()) < 1.1 * min(labels.values())


def test_a_set_full_of_faults_still_has_its_sample():
    collected = Summaries(20_000)
    for number in range(20_000):
        collected.add(heard(number), holds=None, at_fault=True)
    items = collected.finish([])
    assert len(items) <= 2 * MOST_ITEMS + 200
    assert Counter(item.label for item in items)["d"] > 1_000


def test_all_of_a_small_set_is_kept_and_nothing_is_missing():
    collected = Summaries(MOST_ITEMS)
    for number in range(10):
        collected.add(heard(number), holds=None, at_fault=False)
    assert len(collected.finish([])) == 10
    assert collected.missing([Finding("elsewhere", "x.y", "", "")]) == frozenset()


def test_what_only_the_whole_set_showed_is_missing_each_rule_in_turn(monkeypatch):
    monkeypatch.setattr(summaries, "MOST_ITEMS", 4)
    collected = Summaries(20_000)
    findings = [Finding(f"a{number}", "many.times", "", "") for number in range(100)]
    findings.append(Finding("b", "once.only", "", ""))
    assert collected.missing(findings) == {"a0", "a1", "a2", "b"}


def test_rows_that_cannot_be_measured_have_no_number_for_it():
    collected = Summaries(1)
    collected.add(heard(0, f0_hz=float("nan"), level_db=-3.0, t60_s=float("inf")), holds=None, at_fault=False)
    (item,) = collected.finish([])
    assert item.measured == {"level_db": -3.0}
    assert item.features == {}  # each is NaN


def test_duplicates_of_a_large_set_are_shown_though_found_at_its_end(monkeypatch, tmp_path):
    def spoil(rows):
        rows[40]["samples"] = rows[3]["samples"]
        rows[40]["label"] = rows[3]["label"]
        rows[17]["label"] = "louder"

    root = write_ramps(tmp_path / "set", pairs=24, duration_s=0.2, spoil=spoil)
    whole = audit(AuditRequest(path=root, task="level-direction"))
    monkeypatch.setattr(summaries, "MOST_ITEMS", 6)
    report = audit(AuditRequest(path=root, task="level-direction"))
    assert report.findings == whole.findings
    assert len(report.items) < 24
    by_number = {item.number: item for item in whole.items}
    assert {item.number for item in whole.items if item.rules} <= {item.number for item in report.items}
    assert all(item == by_number[item.number] for item in report.items)


def test_of_100_000_rows_about_5_000_are_drawn():
    lottery = Lottery("summary", rows=100_000, most=MOST_ITEMS)
    drawn = sum(lottery.draws(Entry(number=number, id=f"row-{number:06}")) for number in range(100_000))
    assert abs(drawn - MOST_ITEMS) < 0.05 * MOST_ITEMS


def test_a_row_takes_about_a_kilobyte(tmp_path):
    root = write_ramps(tmp_path / "set", pairs=2, duration_s=0.1, spoil=wrong_answers(1))
    report = audit(AuditRequest(path=root, task="level-direction"))
    assert len(json.dumps(report.to_json()["items"])) / 4 < 1_200
