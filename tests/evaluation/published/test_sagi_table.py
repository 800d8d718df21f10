"""SAGI's Tables 3, 10 and 12: marks understood, and held against one another."""

import pytest

from evaluation.direction import Direction
from evaluation.published.sagi import Measure, sagi_consistency, sagi_counts, sagi_results
from recipes.catalogue.suites import suite_tasks

ROWS = {row.task: row for row in sagi_results()}
HALLUCINATION = "Auto-Lyrics Transcription, hallucination rate"


def test_every_task_of_the_suite_has_a_row_under_its_own_title_and_level():
    catalogue = {task.title: task.level for task in suite_tasks("sagi")}
    assert {task: row.level for task, row in ROWS.items() if task != HALLUCINATION} == catalogue


def test_a_cross_is_no_result():
    row = ROWS["Volume Perception"]
    assert row.results == {
        "Human": 1.0,
        "GPT-4o": None,
        "MuLLaMA": 0.5,
        "GAMA": 0.1198,
        "SALMONN": 0.5322,
        "Qwen2-Audio": 0.4896,
    }
    assert sum(value is None for each in ROWS.values() for value in each.results.values()) == 32


def test_a_star_is_an_error_rate_in_percent():
    starred = {task for task, row in ROWS.items() if row.measure is Measure.ERROR_RATE}
    assert starred == {"Auto-Speech Recognition", "Auto-Lyrics Transcription", HALLUCINATION}
    assert ROWS["Auto-Speech Recognition"].results["Qwen2-Audio"] == pytest.approx(0.0463)
    assert {row.direction for row in ROWS.values() if row.task in starred} == {Direction.LOWER}


def test_a_dagger_is_a_judges_points_from_0_to_4():
    judged = {task: row for task, row in ROWS.items() if row.measure is Measure.POINTS}
    assert set(judged) == {"Emotion Translation", "Spoken English Coach", "Voice Detective"}
    values = [value for row in judged.values() for value in row.results.values() if value is not None]
    assert min(values) == 0.15  # below the 1 that the table's note begins at
    assert max(values) == 3.68


def test_people_answered_80_questions_a_label():
    for row in sagi_consistency():
        assert row.questions == 80 * len(sagi_counts()[row.task]), row.task


def test_tables_3_and_12_agree_on_people_but_for_singing():
    apart = {
        row.task: (ROWS[row.task].results["Human"], row.accuracy)
        for row in sagi_consistency()
        if ROWS[row.task].results["Human"] != row.accuracy
    }
    assert apart == {"Singing Detection": (0.9938, 0.9813)}


def test_four_of_four_agree_no_more_often_than_three():
    rows = sagi_consistency()
    assert len(rows) == 15
    assert all(row.same_4 <= row.same_3 for row in rows)


def test_questions_are_counted_by_label():
    counts = sagi_counts()
    assert len(counts) == 23
    assert counts["Volume Perception"] == {"Increasing": 512, "Decreasing": 512}
    assert set(counts) == {task.title for task in suite_tasks("sagi")}
