"""Bars, intervals, lines and outlines stand where their numbers say."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.certainty.interval import Interval
from evaluation.reports.bars import NO_RESULT, axis_of, task_bars
from evaluation.reports.radar import CENTRE, RADIUS, point, radar
from evaluation.reports.tasks import Task, score_table
from tests.evaluation.reports.conftest import LONG


def figure(report, dataset):
    task = next(task for task in report.table.tasks if task.any_score.dataset == dataset)
    return task, task_bars(task, report.table)


def test_a_bar_is_as_long_as_its_score_and_the_whisker_as_its_interval(report):
    task, drawn = figure(report, "pitch-perception")
    for bar in drawn.models:
        interval = task.scores[bar.name].value
        assert bar.start == 0
        assert bar.length == pytest.approx(100 * interval.value, abs=0.01)
        assert bar.low == pytest.approx(100 * interval.low, abs=0.01)
        assert bar.low + bar.width == pytest.approx(100 * interval.high, abs=0.02)
        assert bar.value == f"{100 * interval.value:.1f} %"
        assert bar.value in bar.alt
        assert bar.ends in bar.alt


def test_published_bars_people_first_without_intervals(report):
    _, drawn = figure(report, "pitch-perception")
    assert drawn.systems[0].name == "Human"
    assert [bar.length for bar in drawn.systems] == pytest.approx([96.25, 29.33, 33.78, 41.5, 50, 50])
    assert {bar.low for bar in drawn.systems} == {None}


def test_what_is_missing_is_told_and_has_no_bar(report):
    _, drawn = figure(report, "volume-perception")
    absent = next(bar for bar in drawn.models if bar.name == LONG)
    assert (absent.value, absent.length, absent.note) == ("", 0, "not scored")
    failed = next(bar for bar in drawn.systems if bar.name == "GPT-4o")
    assert (failed.value, failed.length, failed.note) == ("", 0, NO_RESULT)


def test_chance_and_majority_are_one_line_only_where_they_are_one_number(report):
    task, drawn = figure(report, "pitch-perception")
    assert [(line.kind, line.place) for line in drawn.lines] == [("chance", 50)]
    assert "most frequent" in drawn.lines[0].text
    score = task.scores["good"]
    chance = replace(score.tally.chance, guessing=0.25, majority=0.4)
    skewed = score.model_copy(update={"tally": score.tally.model_copy(update={"chance": chance})})
    lines = task_bars(Task(scores={"good": skewed}, published=None), report.table).lines
    assert [(line.kind, line.place) for line in lines] == [("chance", 25), ("majority", 40)]


def test_an_error_rate_has_no_chance_and_ticks_in_per_cent(report):
    _, drawn = figure(report, "foreign")
    assert drawn.lines == ()
    assert drawn.systems == ()
    assert (drawn.ticks[0].text, drawn.ticks[-1].text, drawn.ticks[-1].place) == ("0", "100 %", 100)
    assert "lower is better" in drawn.measure


@pytest.mark.parametrize(
    ("interval", "place"),
    [((-1.0, -0.5, 0.25), (40, 40)), ((1.5, 2.0, 2.5), (0, 80)), ((0.0, 0.0, 0.0), (50, 0))],
)
def test_another_unit_has_its_own_axis_on_which_bars_begin_at_0(report, interval, place):
    low, value, high = interval
    score = report.table.tasks[0].any_score
    other = score.model_copy(
        update={
            "measure": "PCC",
            "unit": "",
            "value": Interval(value=value, low=low, high=high, items=9, groups=9),
        }
    )
    table = score_table([other])
    scale = axis_of(table.tasks[0])
    assert scale.low <= min(low, 0) <= max(high, 0) <= scale.high
    bar = task_bars(table.tasks[0], table).models[0]
    assert (bar.start, bar.length) == pytest.approx(place)


def test_a_control_that_warns_stands_at_the_bar(report):
    _, drawn = figure(report, "pitch-perception")
    flags = {bar.name: bar.flags for bar in drawn.models}
    assert flags["good"] == ()
    assert flags[LONG] in {("cannot hear it",), ("cannot tell",)}


@given(st.integers(0, 4), st.floats(-1, 2))
def test_a_radar_point_stands_at_its_value_and_never_beyond(place, value):
    x, y = point(place, 5, value)
    assert math.hypot(x - CENTRE, y - CENTRE) == pytest.approx(RADIUS * min(max(value, 0), 1), abs=0.1)


def test_the_first_level_stands_on_top_and_the_second_to_the_right():
    assert point(0, 5, 1.0) == (CENTRE, CENTRE - RADIUS)
    assert point(1, 5, 1.0)[0] > CENTRE


def test_outlines_join_neighbours_only_and_hollow_marks_lack_a_task(report):
    drawn = radar(report.levels)
    good = drawn.models[0]
    assert not good.is_closed
    assert good.path == ""  # levels 2 and 4 are no neighbours
    assert good.whole.count("M") == 2
    assert good.partial == ""
    people = next(each for each in drawn.systems if each.name == "Human")
    assert people.is_closed
    assert people.path.count("L") == 4
    assert people.path.endswith("Z")
    gpt = next(each for each in drawn.systems if each.name == "GPT-4o")
    assert gpt.partial.count("M") == sum(
        not mean.is_whole for mean in report.levels.columns[3].means.values() if mean.value is not None
    )
    assert [spoke.is_scored for spoke in drawn.spokes] == [False, True, False, True, False]


def test_outlines_stay_inside_the_square(report):
    drawn = radar(report.levels)
    for each in (*drawn.models, *drawn.systems):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", each.path + each.whole + each.partial)]
        assert all(0 <= number <= 2 * CENTRE for number in numbers)
