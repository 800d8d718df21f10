"""A build from a stand-in corpus, or with fewer items, is marked wherever its scores stand."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.reports.levels import sagi_levels
from evaluation.reports.markdown import markdown
from evaluation.reports.page import page_text
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.summary import summary
from evaluation.scoring.card import score_replies
from evaluation.sets.departures import departures
from tests.evaluation.reports.cards import card, questions, replied, write

APART = [
    "made from soundprobe demo corpus in place of the recipe's corpus, ljspeech",
    "24 items a label; the recipe asks for 500",
    "6 items; the recipe asks for 1,000",
    "12 items of wet; the published set has 16",
]
SAME = [
    "1 damaged recording of ljspeech left out: wavs/LJ001-0001.wav",
    "physicians behind a label (at least 3 of 4 agree / one alone): wet 1 / 2",
]


def test_notes_of_another_corpus_or_size_set_a_build_apart():
    assert departures([*APART, *SAME]) == tuple(APART)
    assert departures(SAME) == ()


def scored(asked, tmp_path, name="volume-perception"):
    labels = {question.id: question.label for question in asked[name].questions}
    path = tmp_path / f"{name}.jsonl"
    path.write_text("".join(json.dumps({"id": each, "reply": label}) + "\n" for each, label in labels.items()))
    return path


def test_the_terminal_and_the_file_say_why(asked, small_level2, tmp_path):
    replies, out = scored(asked, tmp_path), tmp_path / "scores.json"
    result = CliRunner().invoke(main, ["score", f"{small_level2}/volume-perception", str(replies), "--out", str(out)])
    assert result.output.startswith("Volume Perception (level 2) †: volume-perception\n")
    told = " ".join(result.output.split())
    assert "† not comparable with the paper: made from" in told
    assert "24 items a label; the recipe asks for 512" in told
    assert len(json.loads(out.read_text())["departures"]) == 2


def test_a_whole_set_is_not_marked(asked, tmp_path):
    volume = asked["volume-perception"]
    whole = replace(volume, header=replace(volume.header, notes=tuple(SAME)))
    assert score_replies(whole, scored(asked, tmp_path), model="mine").departures == ()


@pytest.fixture
def report(tmp_path):
    """Of two tasks of level 2: one of a demo build, one of a whole set."""
    paths = []
    for dataset, title, notes in (
        ("volume-perception", "Volume Perception", tuple(APART[:2])),
        ("pitch-perception", "Pitch Perception", ()),
    ):
        asked = questions(10)
        made = replace(card(asked, replied(asked, 0.9), dataset=dataset, title=title), departures=notes)
        paths.append(write(tmp_path / f"{dataset}.json", made.to_json()))
    return make_report(read_scores(paths))


def test_a_report_marks_the_task_and_its_level(report):
    text = markdown(report)
    assert "| Volume Perception (L2) † |" in text
    assert "| Pitch Perception (L2) " in text
    assert f"Volume Perception (L2) †: not comparable with the paper: {'; '.join(APART[:2])}." in text
    assert "level 2 † (2 of 3 tasks)" in text
    assert "level 1 (none scored)" in text
    assert "† With a task that is marked so above: not comparable with published means." in text
    assert sagi_levels(report.table).departing == {2}
    by_name = {task["dataset"]: task["departures"] for task in summary(report)["tasks"]}
    assert by_name == {"volume-perception": APART[:2], "pitch-perception": []}


def test_the_page_says_so_too(report):
    text = page_text(report)
    assert text.count("</bdi> †") == 1
    assert "† not comparable with the paper: made from soundprobe demo corpus" in text
    assert "Level 2 †<small>2 of 3 tasks</small>" in text
    assert "has fewer items than its recipe asks for" in text


def test_scores_that_do_not_say_are_not_marked(tmp_path):
    asked = questions(10)
    told = card(asked, replied(asked, 0.9)).to_json()
    del told["departures"]
    made = make_report(read_scores([write(tmp_path / "old.json", told)]))
    assert "†" not in markdown(made)
    assert "†" not in page_text(made)
