"""The tables as data: complete, read under one name a thing, and wrong where they are known to be."""

import re
from importlib.resources import files
from itertools import pairwise

import pytest

from evaluation.direction import Direction
from evaluation.published.extracts import extract_cells
from evaluation.published.judged import BASELINE, Judge, read_judged
from evaluation.published.judges import human_agreements
from evaluation.published.tables import table_rows
from evaluation.published.taxonomy import domains, places

GPT_4O, LLAMA = Judge.GPT_4O, Judge.LLAMA
MISSPELT = "Domestic Environment Sound EventDetection (DESED-PublicEval)"
DETECTION = "Domestic Environment Sound Event Detection (DESED-PublicEval)"
# Where Table 4's name of a task is not how Table 5's begins.
OTHERWISE_IN_TABLE_4 = {
    "MARBLE Genre Classification MTG-Genre": "MARBLE Genre Classification (MTG)",
    "MARBLE Beat Tracking ASAP": "MARBLE Beat Tracking (ASAP)",
    "Music Beat Tracking ASAP": "Music Beat Tracking (ASAP)",
    "SUPERB Emotion Recognition RAVDESS": "SUPERB Emotion Recognition (RAVDESS)",
    "Human Non-Speech Sound Recognition": "Human Non Speech Sound Recognition (Nonspeech7k, CommonVoice)",
    "Multilingual Pronunciation Similarity": "Multi-lingual Pronunciation Similarity (VoxAngeles)",
    "Multi Speaker Detection": "Multi-Speaker Detection (VCTK)",
    "SUPERB Intent Classification (Action)": "SUPERB Intent Classification (SLURP-Action)",
    "SUPERB Intent Classification (Intent)": "SUPERB Intent Classification (SLURP-Intent)",
    "PoS Estimation LibriTTS PoS": "PoS Estimation (LibriTTS)",
    "PoS Estimation LibriTTS PoS with transcription": "PoS Estimation with transcription (LibriTTS)",
}


def test_every_table_is_told_of_beside_it():
    folder = files("manifests").joinpath("published")
    told = set(re.findall(r"`([\w-]+\.tsv)`", folder.joinpath("README.md").read_text(encoding="utf-8")))
    assert {entry.name for entry in folder.iterdir() if entry.name.endswith(".tsv")} == told


@pytest.mark.parametrize("judge", Judge)
def test_a_table_of_results_has_its_rows_tasks_and_models(judge):
    table = read_judged(judge)
    assert len(table_rows(f"dynamic-superb-results-{judge}")) == 210
    assert len(table.tasks) == 180
    assert len(table.models) == 9
    assert table.models[0] == BASELINE
    # The other rows are N/A rates, which belong to the rows below them.
    assert len(table.rows) == 210 - 24
    assert len({row.task for row in table.rows if row.na_rates}) == 24
    assert all(set(row.na_rates) in (set(), set(table.models)) for row in table.rows)


@pytest.mark.parametrize("judge", Judge)
def test_the_misspelt_task_is_one_task_and_stands_misspelt_in_the_data(judge):
    assert {row["task"] for row in table_rows(f"dynamic-superb-results-{judge}")} >= {MISSPELT, DETECTION}
    table = read_judged(judge)
    assert MISSPELT not in table.tasks
    row = table.row(DETECTION, "Event-based F1")
    assert row.direction is Direction.HIGHER
    assert row.na_rates[BASELINE].value == pytest.approx(0.9139 if judge is GPT_4O else 0.9722)


def test_both_judges_have_the_same_tasks_metrics_and_directions():
    first, second = ([(row.task, row.metric, row.direction) for row in read_judged(judge).rows] for judge in Judge)
    assert first == second


def test_one_metric_has_one_unit_whichever_way_it_is_printed():
    task = "Phoneme Segment Counting (Librispeech-words)"
    printed = [read_judged(judge).row(task, "ACC").cells[BASELINE].value for judge in Judge]
    assert printed == pytest.approx([0.1356, 0.151])  # 13.56% and 0.1510


def test_every_task_has_a_domain_and_the_names_of_both_tables_agree():
    assert len(places()) == 180
    assert len(set(domains().values())) == 17
    for task, place in places().items():
        expected = OTHERWISE_IN_TABLE_4.get(place.title)
        assert task in {expected, place.title} or task.startswith(f"{place.title} ("), (task, place.title)


def test_tables_7_and_8_are_found_in_table_5_row_by_row():
    cells = list(extract_cells(read_judged(GPT_4O)))
    assert len(cells) == 24 * 9
    assert len({(cell.suite, cell.title) for cell in cells}) == len({cell.task for cell in cells}) == 21
    assert [cell for cell in cells if cell.printed != cell.result] == []


def test_judges_come_larger_first_and_agree_less_when_smaller():
    for kind in ("classification", "regression"):
        llamas = [row.printed for row in human_agreements() if row.kind == kind and row.judge.startswith("llama")]
        assert len(llamas) == 4
        assert all(larger > smaller for larger, smaller in pairwise(llamas))


class TestWhatIsWrongInThem:
    def test_named_entity_localization_is_a_copy_of_sound_position_by_gpt4o(self):
        table = read_judged(GPT_4O)
        copy = table.row("Named Entity Localization (SLUE-VoxPopuli)", "F1")
        original = table.row("Sound Position Prediction", "Angle Diff")
        assert (copy.cells, copy.na_rates) == (original.cells, original.na_rates)
        assert copy.cells[BASELINE].value > 1  # no F1

    def test_two_counting_tasks_share_the_baselines_figures_by_llama(self):
        rows = [
            read_judged(LLAMA).row(f"{task} Segment Counting ({corpus})", "ACC")
            for task, corpus in (("Phoneme", "Librispeech-words"), ("Phone", "VoxAngeles"))
        ]
        assert {(row.na_rates[BASELINE].value, row.cells[BASELINE].value) for row in rows} == {(0.2329, 0.151)}

    def test_an_error_of_exactly_zero_and_accuracies_beyond_one(self):
        table = read_judged(LLAMA)
        distance = table.row("Audio Spatial Distance Prediction (Spatial LibriSpeech)", "MEDAE")
        assert distance.cells["SALMONN 13B"].value == 0
        assert distance.na_rates["SALMONN 13B"].value == 0.955
        assert table.row("Audio Editing Identification (People’s Speech)", "ACC").cells["LTU-AS"].value == -650

    def test_table_8_turns_the_metric_of_beat_tracking_round(self):
        marble = {row["task"]: row for row in table_rows("dynamic-superb-marble")}["Beat Tracking - ASAP"]
        row = read_judged(GPT_4O).row("MARBLE Beat Tracking (ASAP)", "ERR")
        assert (marble["metric"], marble["direction"]) == ("MSE", "higher")
        assert row.direction is Direction.LOWER
        assert set(row.cells.values()) == {None}

    def test_one_task_stands_in_two_domains(self):
        assert domains()["Multi-Speaker Detection (VCTK)"] == "Speech / Speaker & Language"
        assert domains()["Multi-Speaker Detection (LibriSpeech-TestClean)"] == "Speech / Speech Recognition"
