"""Which published columns stand beside a task."""

import pytest

from evaluation.published.sagi import sagi_results
from evaluation.reports.published_columns import published_for, sagi_chance, sagi_row, sagi_tasks
from evaluation.scoring.measures import SAGI_WER


@pytest.mark.parametrize("title", ["Volume Perception", "volume perception", "volume-perception", "Volume_Perception"])
def test_a_title_is_found_however_it_is_spelt(title):
    assert published_for("sagi", title.replace("_", " "), "choice").columns["Human"] == 1.0


def test_apostrophes_of_either_kind_are_passed_over():
    assert sagi_row("speakers-age-prediction") is sagi_row("Speaker's Age Prediction") is not None


def test_columns_are_the_papers_people_first_and_failures_none():
    found = published_for("sagi", "Volume Perception", "choice")
    assert list(found.columns) == ["Human", "GPT-4o", "MuLLaMA", "GAMA", "SALMONN", "Qwen2-Audio"]
    assert found.columns["GPT-4o"] is None
    assert (found.unit, found.direction) == ("share", "higher")


@pytest.mark.parametrize(
    ("suite", "title", "measure"),
    [
        ("sagi", "Volume Perception, matched", "choice"),
        ("sagi", "Auto-Speech Recognition", "WER"),  # the paper's is a mean over completed transcripts
        ("sagi", "Auto-Speech Recognition", "choice"),
        ("", "Volume Perception", "choice"),
        ("mine", "Volume Perception", "choice"),
        ("dynamic-superb", "no such task", "choice"),
    ],
)
def test_another_measure_or_suite_has_none(suite, title, measure):
    assert published_for(suite, title, measure) is None


def test_error_rates_are_better_lower():
    found = published_for("sagi", "Auto-Speech Recognition", SAGI_WER)
    assert (found.direction, found.columns["Qwen2-Audio"]) == ("lower", pytest.approx(0.0463))


def test_dynamic_superb_has_nine_models_by_task_and_metric():
    judged = published_for("dynamic-superb", "Accent Classification (Accentdb Extended)", "choice")
    assert (judged.measure, judged.unit, len(judged.columns)) == ("LLM-C", "share", 9)
    assert next(iter(judged.columns.values())) == pytest.approx(0.175)
    # Printed as 0.6: of 1 or of 100, nobody can tell.
    detection = "Domestic Environment Sound Event Detection (DESED-PublicEval)"
    assert published_for("dynamic-superb", detection, "Event-based F1") is None


def test_every_task_of_the_paper_counts_once_and_its_chance_is_one_over_its_labels():
    assert sum(len(sagi_tasks(level)) for level in range(1, 6)) == 23
    chances = {row.task: sagi_chance(row) for row in sagi_results()}
    assert chances["Language Identification"] == pytest.approx(1 / 5)
    assert chances["Acoustic Scene Classification"] == pytest.approx(1 / 9)
    assert chances["ASR for Legal Terms"] == chances["Voice Detective"] == chances["Auto-Speech Recognition"] == 0
