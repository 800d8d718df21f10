"""Domain means as the paper has them, with the median and the outliers beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.direction import Direction
from evaluation.published.domains import DomainScore, domain_scores
from evaluation.published.evidence import evidence
from evaluation.published.judged import BASELINE, Judge, read_judged
from evaluation.published.relative import Exclusion, TaskScore, relative_scores
from evaluation.published.result import Result

SPEAKER = "Speech / Speaker & Language"


def domain(*scores):
    return DomainScore(domain="d", scores={str(place): score for place, score in enumerate(scores)}, excluded={})


def test_mean_median_and_outliers_of_a_domain_with_one_task_far_out():
    score = domain(0.1, -0.1, 0.2, 0.0, -500.0)
    assert score.mean == pytest.approx(-99.96)
    assert score.median == 0.0
    assert score.outliers == {"4": -500.0}
    assert score.mean_without_outliers == pytest.approx(0.05)


def test_the_furthest_outlier_comes_first():
    assert list(domain(0.1, 0.2, 0.15, 0.12, 0.18, 40.0, -90.0).outliers) == ["6", "5"]


def test_a_domain_without_a_task_has_no_score():
    score = domain()
    assert score.mean is score.median is score.mean_without_outliers is None
    assert score.outliers == {}


@given(
    usual=st.lists(st.floats(min_value=-1, max_value=1), min_size=3, max_size=12),
    far=st.floats(min_value=-1e6, max_value=1e6),
)
def test_one_task_moves_the_median_no_further_than_its_neighbours(usual, far):
    assert min(usual) <= domain(*usual, far).median <= max(usual)


@given(st.lists(st.floats(min_value=-1e3, max_value=1e3), max_size=3))
def test_quartiles_of_three_tasks_call_nothing_an_outlier(scores):
    assert domain(*scores).outliers == {}


def test_tasks_are_gathered_by_domain_and_the_excluded_are_told():
    scores = {
        "a": TaskScore("a", {"WER": 0.5}, {}),
        "b": TaskScore("b", {}, {"WER": Exclusion.ALL_NA}),
        "c": TaskScore("c", {"WER": -1.0}, {}),
    }
    found = domain_scores(scores, {"a": "x", "b": "x", "not run": "y", "c": "y"})
    assert list(found) == ["x", "y"]
    assert found["x"].scores == {"a": 0.5}
    assert found["x"].excluded == {"b": Exclusion.ALL_NA}
    assert found["y"].mean == -1.0


@pytest.mark.parametrize("judge", Judge)
def test_every_task_is_counted_or_excluded_once(judge):
    for model, found in evidence(judge).domains.items():
        tasks = [task for score in found.values() for task in (*score.scores, *score.excluded)]
        assert len(tasks) == len(set(tasks)) == 180, model


def test_read_alike_every_model_is_averaged_over_the_same_tasks():
    found = evidence(Judge.GPT_4O, alike=True)
    for name in found.domains[BASELINE]:
        assert len({tuple(found.domains[model][name].scores) for model in found.models}) == 1


def test_two_tasks_that_the_baseline_hardly_ever_gets_right_lift_all_models_in_the_speaker_domain():
    lifted = ("Gender Recognition by Voice (Common Voice)", "Age Classification (Common Voice)")
    table = read_judged(Judge.GPT_4O)
    assert [table.row(task, "LLM-C").cells[BASELINE].value for task in lifted] == [0.01, 0.005]
    found, without = evidence(Judge.GPT_4O), {}
    for model in found.models:
        score = found.domains[model][SPEAKER]
        kept = [gain for task, gain in score.scores.items() if task not in lifted]
        without[model] = sum(kept) / len(kept)
        assert score.mean > 0
    assert max(without.values()) < 0
    assert without["Qwen2-Audio-7B-Inst."] == pytest.approx(-0.29, abs=0.005)


def test_understanding_stays_above_the_baseline_without_the_rows_that_are_a_copy():
    score = evidence(Judge.GPT_4O).domains["Qwen2-Audio-7B-Inst."]["Speech / Spoken Language Understanding"]
    kept = [gain for task, gain in score.scores.items() if not task.startswith("Named Entity Localization")]
    assert len(kept) == len(score.scores) - 1
    assert sum(kept) / len(kept) == pytest.approx(0.07, abs=0.005)


def test_a_new_model_is_scored_against_the_published_baseline():
    wer = Result(metric="WER", direction=Direction.LOWER, value=0.1698)
    baseline = read_judged(Judge.GPT_4O).of(BASELINE)
    scores = relative_scores({"SUPERB ASR (LibriSpeech-TestClean)": [wer]}, baseline)  # 33.96 % is the baseline's
    found = domain_scores(scores)["Speech / Speech Recognition"]
    assert found.mean == pytest.approx(0.5)
    assert len(found.excluded) == 29
    assert set(found.excluded.values()) == {Exclusion.NOT_RUN}
