"""The section of results goes into a card, is replaced, and comes out without a trace."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from manifests.layout import DatasetPaths
from publishing.results import read_results, results_section, store_results, with_results

SCORE = {
    "family": "level",
    "features": ["rms_dbfs"],
    "balanced_accuracy": 0.53,
    "low": 0.44,
    "high": 0.62,
    "chance": 0.5,
    "accuracy": 0.53,
    "majority": 0.5,
    "p_value": 0.4,
    "p_family": 0.91,
    "inherent": "",
    "single": {"rms_dbfs": 0.53},
    "items": 94,
    "note": "",
}
ROW = {
    "treatment": "mono",
    "title": "averaging to mono",
    "items": 94,
    "holds": 47,
    "share": 0.5,
    "low": 0.4,
    "high": 0.6,
    "untreated": 1.0,
    "chance": 0.5,
    "verdict": "unanswerable",
    "note": "94 of 94 clips had several channels",
}
SHORTCUT = {"item": "x", "rule": "shortcut.speaker", "found": "1.00", "wanted": "0.50", "severity": "warning"}
EDGES = {**SCORE, "family": "edges", "inherent": "a ramp"}
SILENT = {**SCORE, "family": "form", "p_value": 1.0, "note": "the same for all rows"}
RESULTS = {
    "version": "1.2.3",
    "errors": 0,
    "warnings": 1,
    "items": 94,
    "items_sha256": "ab" * 32,
    "checks": {"a.b": 1000},
    "findings": [SHORTCUT],
    "audit": {"checks": {"c.d": 234}, "shortcuts": [SCORE, EDGES, SILENT], "survival": [ROW]},
}
BARE = {**RESULTS, "warnings": 0, "findings": [], "audit": None}
CARD = "---\nlicense: mit\n---\n\n# X\n\nText.\n\n## Sources\n\n- A\n"

texts = st.lists(st.sampled_from(["Text.", "## Other", "- item", "", "<!-- a mark -->", "ünï"]), max_size=6)


def test_the_verdict_counts_and_names_what_was_found():
    lines = results_section(RESULTS).splitlines()
    assert lines[2] == (
        "`soundprobe check` 1.2.3: 0 errors and 1 warning in 1,234 checks of 94 items. "
        "Found: warning `shortcut.speaker`."
    )
    twice = {**RESULTS, "errors": 1, "warnings": 2, "findings": [SHORTCUT, SHORTCUT, {**SHORTCUT, "severity": "error"}]}
    said = results_section(twice)
    assert "1 error and 2 warnings" in said
    assert "Found: warning `shortcut.speaker` (2 times), error `shortcut.speaker`." in said


def test_the_tables_hold_the_numbers():
    section = results_section(RESULTS)
    assert "| level | 0.53 | 0.44 to 0.62 | 0.50 | 0.910 |  |" in section
    assert "| edges | 0.53 | 0.44 to 0.62 | 0.50 |  | the property itself: a ramp |" in section
    assert "- not tried: form (the same for all rows)" in section
    assert "Not answerable after averaging to mono." in section
    assert "| averaging to mono | not answerable | 47 of 94 (50 %) | 40 to 60 % |" in section


def scores_in(section):
    return [line.split(" | ") for line in section.splitlines() if line.startswith("| ") and " to " in line]


def test_features_that_are_the_property_for_one_reason_share_a_row_that_shows_the_strongest():
    octaves = [
        {**SCORE, "family": f"band_{centre}_hz_db", "inherent": "F0 | harmonics", "balanced_accuracy": score}
        for centre, score in ((63, 0.92), (125, 1.0), (250, 0.83))
    ]
    crest = {**SCORE, "family": "crest_db", "inherent": "fewer pulses"}
    audit = {"shortcuts": [*octaves, crest, SCORE]}
    rows = scores_in(results_section({**RESULTS, "audit": {**RESULTS["audit"], **audit, "survival": []}}))
    assert [row[0] for row in rows] == ["| level", "| band_125_hz_db", "| crest_db"]
    assert rows[1][1] == "1.00"
    assert rows[1][-1].endswith("harmonics; also band_63_hz_db 0.92, band_250_hz_db 0.83 |")
    assert rows[2][-1] == "the property itself: fewer pulses |"


def test_a_family_that_leaks_is_called_a_shortcut():
    leak = {**SCORE, "family": "speaker", "balanced_accuracy": 0.9, "low": 0.8, "high": 0.95, "p_family": 0.001}
    noted = {**leak, "family": "source", "note": "by 12 groups"}
    audit = {**RESULTS["audit"], "shortcuts": [leak, noted, SCORE], "survival": []}
    section = results_section({**RESULTS, "audit": audit})
    assert "| by | balanced accuracy | 95 % interval | chance | p | note |" in section
    assert [row[-1] for row in scores_in(section)] == ["a shortcut |", "a shortcut; by 12 groups |", " |"]


def test_a_family_that_never_varies_has_no_score():
    never_right = {**SCORE, "family": "wording", "balanced_accuracy": 0.0, "low": 0.0, "high": 0.0, "p_value": 1.0}
    said = "the same for all rows of a group, whose labels differ: it cannot tell"
    audit = {**RESULTS["audit"], "shortcuts": [{**never_right, "p_family": 1.0, "note": said}], "survival": []}
    section = results_section({**RESULTS, "audit": audit})
    assert scores_in(section) == []
    assert f"- not tried: wording ({said})" in section


def test_a_score_below_chance_was_tried_and_a_property_that_never_varies_was_not():
    worse = {**SCORE, "family": "name", "balanced_accuracy": 0.1, "low": 0.0, "high": 0.2, "p_value": 1.0}
    noted = {**worse, "family": "speaker", "note": "each group has one of its own"}
    still = {**SILENT, "family": "edges", "inherent": "a ramp", "low": 0.5, "high": 0.5}
    audit = {**RESULTS["audit"], "shortcuts": [worse, noted, still]}
    section = results_section({**RESULTS, "audit": audit})
    assert [row[0] for row in scores_in(section)][:2] == ["| name", "| speaker"]
    assert "- not tried: edges (the same for all rows)" in section
    assert "property itself" not in section.partition("### What a front")[0].partition("|---")[2]


def test_before_a_check_it_says_that_there_was_none():
    card = with_results(CARD, None)
    assert card.index("Text.") < card.index("Not checked yet") < card.index("## Sources")
    told = with_results(card, RESULTS)
    assert "Not checked yet" not in told
    assert told == with_results(CARD, RESULTS)
    assert with_results(told, None) == card


def test_without_an_audit_there_is_a_verdict_alone():
    assert results_section(BARE) == (
        "## What the check found\n\n`soundprobe check` 1.2.3: 0 errors and 0 warnings in 1,000 checks of 94 items.\n"
    )


def test_it_stands_before_the_sources():
    card = with_results(CARD, RESULTS)
    assert card.index("Text.") < card.index("## What the check found") < card.index("## Sources")
    assert "\n\n\n" not in card


@given(before=texts, after=texts, sources=st.booleans())
def test_putting_it_in_again_changes_nothing_but_the_section(before, after, sources):
    parts = ["---\nx: 1\n---\n\n# X", *before, *(["", "## Sources", ""] if sources else []), *after]
    card = "\n".join(parts).rstrip("\n") + "\n"
    once = with_results(card, RESULTS)
    assert with_results(once, RESULTS) == once
    assert with_results(with_results(card, BARE), RESULTS) == once
    assert with_results(once, None) == with_results(card, None)
    assert once.count("## What the check found") == 1
    assert once.startswith("\n".join(parts[: 1 + len(before)]))


def test_without_its_second_mark_it_ends_at_the_sources():
    torn = with_results(CARD, RESULTS).replace("<!-- end of results -->\n\n", "")
    assert with_results(torn, None) == with_results(CARD, None)
    assert with_results(torn, RESULTS) == with_results(CARD, RESULTS)


@pytest.fixture
def paths(tmp_path):
    made = DatasetPaths(tmp_path, "x")
    made.folder.mkdir()
    made.card.write_text(CARD, encoding="utf-8")
    return made


def test_what_is_stored_is_read_of_the_same_items_only(paths):
    store_results(paths, RESULTS)
    assert read_results(paths, items_sha256="ab" * 32) == RESULTS
    assert read_results(paths, items_sha256="cd" * 32) is None
    assert paths.card.read_text(encoding="utf-8") == with_results(CARD, RESULTS)


def test_an_unchanged_card_is_not_touched(paths):
    store_results(paths, RESULTS)
    before = paths.card.stat().st_mtime_ns
    store_results(paths, RESULTS)
    assert paths.card.stat().st_mtime_ns == before


def test_results_with_errors_are_not_told_of_what_is_built_anew(paths):
    store_results(paths, {**RESULTS, "errors": 1})
    assert read_results(paths, items_sha256="ab" * 32) is None


@pytest.mark.parametrize("lost", ["version", "errors", "warnings", "items", "checks", "findings", "items_sha256"])
def test_results_of_another_version_are_none(paths, lost):
    store_results(paths, RESULTS)
    paths.results.write_text(json.dumps({name: value for name, value in RESULTS.items() if name != lost}))
    assert read_results(paths, items_sha256="ab" * 32) is None


@pytest.mark.parametrize("audit", [7, {"shortcuts": [{"family": "level"}]}, {"survival": [{"new": 1}]}, {"checks": 1}])
def test_an_audit_of_another_version_is_none(paths, audit):
    store_results(paths, RESULTS)
    paths.results.write_text(json.dumps({**RESULTS, "audit": audit}))
    assert read_results(paths, items_sha256="ab" * 32) is None


def test_a_number_that_json_does_not_know_is_never_stored(paths):
    with pytest.raises(ValueError, match="JSON"):
        store_results(paths, {**RESULTS, "items": float("nan")})
    assert not paths.results.exists()
