"""Scores on one scale, and means by level beside the paper's."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.asked import Question
from evaluation.certainty.interval import Interval
from evaluation.published.sagi import sagi_results
from evaluation.replies.reading import Reply
from evaluation.reports.levels import sagi_levels
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.rescaling import above_chance, rescaled
from evaluation.reports.tasks import score_table
from evaluation.scoring.measures import Scoring
from evaluation.verdicts import Outcome, Verdict
from tests.evaluation.reports.cards import card, questions, replied, write
from tests.evaluation.reports.conftest import LONG

SHARES = st.floats(0, 1)


def column(levels, name, *, is_published):
    return next(each for each in levels.columns if (each.name, each.is_published) == (name, is_published)).means


@given(SHARES, SHARES, st.floats(0, 0.99))
def test_chance_is_0_and_all_right_is_1_and_more_is_more(one, two, chance):
    assert above_chance(chance, chance) == 0
    assert above_chance(1, chance) == 1
    low, high = sorted((one, two))
    assert above_chance(low, chance) <= above_chance(high, chance) <= 1


def test_a_chance_of_1_leaves_nothing_to_show():
    assert math.isnan(above_chance(1.0, 1.0))


def test_half_right_of_two_options_is_0_and_three_quarters_are_half(tmp_path):
    asked = questions(2)
    replies = replied(asked, 1.0)[:3]
    (score,) = read_scores([write(tmp_path / "a.json", card(asked, replies).to_json())])
    assert score.value.value == 0.75
    assert rescaled(score).value == pytest.approx(0.5)


def test_published_columns_are_averaged_over_the_tasks_scored_here(report):
    levels = report.levels
    assert levels.scored[2] == ("Volume Perception", "Pitch Perception")
    people = column(levels, "Human", is_published=True)
    assert people[2].value == pytest.approx((1.0 + (0.9625 - 0.5) / 0.5) / 2)
    assert people[2].is_whole
    # A level that nobody here was scored on: all of the paper's tasks, judged with 0 to 4 points.
    assert levels.scored[5] == ()
    assert people[5].value == pytest.approx((1.39 + 1.20) / 2 / 4)


def test_no_result_is_missing_and_not_zero(report):
    gpt = column(report.levels, "GPT-4o", is_published=True)
    assert gpt[2].missing == ("Volume Perception",)
    assert gpt[2].value == pytest.approx((0.2933 - 0.5) / 0.5)
    assert not gpt[2].is_whole
    long = column(report.levels, LONG, is_published=False)
    assert long[2].missing == ("Volume Perception",)
    assert long[1].value is None


def test_columns_models_first_then_people(report):
    names = [(each.name, each.is_published) for each in report.levels.columns]
    assert names[:3] == [("good", False), (LONG, False), ("Human", True)]
    assert len(names) == 2 + len(sagi_results()[0].results)


def test_a_task_that_the_paper_does_not_have_is_in_no_mean_and_named(report):
    assert report.levels.left_out == {"Pitch Perception, matched": "not a task of the paper"}


def test_a_set_of_no_suite_has_no_levels(tmp_path):
    asked = questions(3)
    told = card(asked, replied(asked, 1.0), suite="", level=None, title="mine").to_json()
    assert make_report(read_scores([write(tmp_path / "a.json", told)])).levels is None


def test_every_task_of_the_paper_has_a_place_on_the_scale(tmp_path):
    asked = questions(3)
    paths = [
        write(
            tmp_path / f"{number}.json",
            card(asked, replied(asked, 1.0), dataset=str(number), title=row.task, level=row.level).to_json(),
        )
        for number, row in enumerate(sagi_results())
    ]
    levels = sagi_levels(score_table(read_scores(paths)))
    assert {level: len(titles) for level, titles in levels.scored.items()} == {1: 3, 2: 3, 3: 8, 4: 4, 5: 0}
    assert "scored by choice, in the paper by points" in levels.left_out["Voice Detective"]


def test_a_published_accuracy_is_held_against_the_chance_of_the_papers_own_labels(tmp_path):
    asked = questions(3)  # of two options; the paper asks for one of five languages
    told = card(asked, replied(asked, 1.0), title="Language Identification", level=1).to_json()
    levels = make_report(read_scores([write(tmp_path / "a.json", told)])).levels
    assert column(levels, "Qwen2-Audio", is_published=True)[1].value == pytest.approx((0.9644 - 0.2) / 0.8)
    assert column(levels, "Human", is_published=True)[1].value is None


def levels_of(tmp_path, *cards):
    paths = [write(tmp_path / f"{number}.json", each.to_json()) for number, each in enumerate(cards)]
    return make_report(read_scores(paths)).levels


def open_card(title, level, measure, texts, **about):
    asked = [Question(id=str(number), text="?", label=label) for number, label in enumerate(texts)]
    replies = [Reply(id=str(number), text=text, line=1) for number, text in enumerate(texts.values())]
    return card(asked, replies, title=title, level=level, measure=measure, dataset=title, **about)


def test_terms_found_and_points_count_as_the_papers_do(tmp_path):
    terms = open_card("ASR for Legal Terms", 1, "sagi-terms", {"合同": "合同", "侵权": "我不知道"})
    points = replace(
        open_card("Voice Detective", 5, "WER", {"a man": "a man", "a woman": "a man"}),
        scoring=Scoring(
            measure="rating:sagi_voice_detective",
            verdicts=tuple(Verdict(id=str(n), outcome=Outcome.WRONG, score=3.0, reason="") for n in range(2)),
            value=Interval(value=3.0, low=2.0, high=3.5, items=2, groups=2),
            unit="points",
        ),
    )
    levels = levels_of(tmp_path, terms, points)
    assert levels.left_out == {}
    means = column(levels, "one", is_published=False)
    assert means[1].value == 0.5
    assert (means[5].value, means[5].low, means[5].high) == (0.75, 0.5, 0.875)
    assert column(levels, "Human", is_published=True)[1].value == pytest.approx(0.985)
    assert column(levels, "Human", is_published=True)[5].value == pytest.approx(1.20 / 4)
    assert column(levels, "Human", is_published=True)[5].low is None


def test_not_one_transcript_completed_is_0_and_no_reply_at_all_is_missing(tmp_path):
    silent = open_card("Auto-Speech Recognition", 1, "sagi-wer", {"the cat sat": "", "the dog ran": ""})
    means = column(levels_of(tmp_path, silent), "one", is_published=False)
    assert (means[1].value, means[1].low, means[1].missing) == (0.0, None, ())
    asked = [Question(id="1", text="?", label="the cat sat")]
    nothing = card(asked, [], title="Auto-Speech Recognition", level=1, measure="sagi-wer", dataset="asr")
    assert column(levels_of(tmp_path, nothing), "one", is_published=False)[1].value is None


def test_a_mean_has_an_interval_that_holds_it_and_is_narrower_than_a_tasks_own(report, score_paths):
    mean = column(report.levels, "good", is_published=False)[2]
    assert mean.low < mean.value < mean.high
    parts = [rescaled(score) for score in read_scores(score_paths) if score.model == "good" and score.level == 2][:2]
    assert mean.value == pytest.approx(sum(part.value for part in parts) / 2)
    assert mean.high - mean.low < max(part.high - part.low for part in parts)


def test_a_set_as_released_is_the_papers_task_unless_its_clean_set_is_there(tmp_path):
    asked = questions(6)
    clean = card(asked, replied(asked, 1.0))
    released = card(
        asked, replied(asked, 0.5), dataset="volume-perception-as-released", title="Volume Perception, as released"
    )
    alone = levels_of(tmp_path, released)
    assert (alone.left_out, alone.scored[2]) == ({}, ("Volume Perception, as released",))
    both = levels_of(tmp_path, clean, released)
    assert both.scored[2] == ("Volume Perception",)
    assert both.left_out == {"Volume Perception, as released": "its clean set counts"}
