"""A report as Markdown and as JSON."""

import json

import pytest
from markdown_it import MarkdownIt

from evaluation.reports.markdown import markdown, plain
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.summary import summary
from tests.evaluation.reports.cards import card, questions, replied, write
from tests.evaluation.reports.conftest import LONG

HOSTILE = ["<script>alert(1)</script>", "a|b|c", "**bold** `code`", "[x](http://example.org)", "two\nlines", "back\\"]


def rows(text):
    return [line for line in text.splitlines() if line.startswith("|")]


def test_all_scores_stand_in_the_table_with_their_intervals(report):
    text = markdown(report)
    for task in report.table.tasks:
        assert task.title in text
        for score in task.scores.values():
            assert f"{100 * score.value.value:.1f} % ({100 * score.value.low:.1f} to" in text
    assert "50.0 % / 50.0 %" in text
    assert "SAGI paper, Table 3" in text
    assert " × |" in text


def test_flags_preferences_and_what_is_left_out_are_told(report):
    text = markdown(report)
    for task in report.table.tasks:
        for score in task.scores.values():
            assert all(plain(each.explanation, longest=600) in text for each in score.hearing)
    assert "In no mean: Pitch Perception, matched: not a task of the paper." in text
    assert "corrected by Holm for 4 comparisons" in text
    assert f"- **good**: {report.headline('good')}" in text


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_text_and_tables_keep_their_columns(tmp_path, name):
    asked = questions(5)
    told = card(asked, replied(asked, 0.8), model=name, title=name, dataset=name, suite=name).to_json()
    text = markdown(make_report(read_scores([write(tmp_path / "a.json", told)])))
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert [part for part in ("<script", "<a ", "<em>", "<code") if part in html] == []
    for table in html.split("<table>")[1:]:
        counts = {line.count("<td") + line.count("<th") for line in table.split("</table>")[0].split("<tr>")[1:]}
        assert len(counts) == 1
    assert html.count("<h1>") == 1


def test_one_model_on_one_task(tmp_path):
    asked = questions(5)
    told = card(asked, replied(asked, 1.0)).to_json()
    text = markdown(make_report(read_scores([write(tmp_path / "a.json", told)])))
    assert text.startswith("# one on 1 task\n")
    assert "## Comparison" not in text


def test_the_summary_is_json_and_holds_what_was_found(report):
    told = json.loads(json.dumps(summary(report), allow_nan=False))
    assert told["models"] == ["good", LONG]
    assert [task["name"] for task in told["tasks"]] == [task.name for task in report.table.tasks]
    volume = next(task for task in told["tasks"] if task["dataset"] == "volume-perception")
    assert volume["published"]["results"]["Human"] == 1.0
    assert volume["published"]["results"]["GPT-4o"] is None
    good = volume["scores"]["good"]
    assert good["beats_chance"] is True
    assert good["rescaled"] == pytest.approx(2 * good["value"]["value"] - 1)
    foreign = next(task for task in told["tasks"] if task["dataset"] == "foreign")
    assert (foreign["published"], foreign["scores"]["good"]["beats_chance"]) == (None, None)
    assert told["levels"]["columns"]["published: Human"]["2"]["tasks"] == 2
    assert {pair["better"] for pair in told["comparisons"]} == {"good"}
