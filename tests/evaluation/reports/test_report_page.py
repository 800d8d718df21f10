"""The page: well-formed, escaped, whole in itself, and it says what the report says."""

import base64
import hashlib
import re

import pytest

from evaluation.reports.page import page_text, write_page
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from evaluation.reports.wording import score_text
from tests.evaluation.reports.cards import card, questions, replied, ungrouped, write
from tests.evaluation.reports.conftest import LONG
from tests.verification.pages.reading import read

HOSTILE = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(3)> ' onmouseover='alert(4)",
    "</style></title>&lt;b&gt;&amp;",
    "{{ 7 * 7 }}{% raw %}",
    "\u202eשלום \u202e",
    "a" * 2000,
    "http://example.org/x.js",
    "__proto__",
]


def hostile_report(folder):
    """Every name that a file holds is not meant for a page."""
    asked, paths = questions(6), []
    for number, text in enumerate(HOSTILE):
        for model in (text, HOSTILE[0] + "!"):
            made = card(
                asked,
                replied(asked, 0.7, seed=number),
                model=model,
                dataset=text,
                title=text,
                suite="sagi",
                level=number + 1,
                blind=replied(asked, 0.5),
            )
            told = made.to_json()
            told["hearing"][0] |= {"control": text, "explanation": text}
            told["details"] = {"title": text}
            paths.append(write(folder / f"{number}-{len(paths)}.json", told))
    return make_report(read_scores(paths))


def words(page):
    return " ".join(" ".join(page.text).split()).replace("\u00a0", " ")


@pytest.fixture(scope="module")
def page(report):
    return read(page_text(report))


@pytest.fixture(scope="module")
def hostile_page(tmp_path_factory):
    return read(page_text(hostile_report(tmp_path_factory.mktemp("hostile"))))


@pytest.mark.parametrize("which", ["page", "hostile_page"])
def test_report_is_well_formed(which, request):
    page = request.getfixturevalue(which)
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert page.faults == []
    assert len(ids) == len(set(ids))
    assert {attrs["href"][1:] for attrs in page.all("a")} <= set(ids)
    assert {attrs["aria-labelledby"] for _, attrs in page.elements if "aria-labelledby" in attrs} <= set(ids)


@pytest.mark.parametrize("which", ["page", "hostile_page"])
def test_report_refers_to_nothing_outside_and_runs_nothing(which, request):
    page = request.getfixturevalue(which)
    assert page.all("script") == page.all("img") == []
    for tag, attrs in page.elements:
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            assert (attrs.get(name) or "#").startswith(("#", "data:")), (tag, attrs)
        assert not {name for name in attrs if name.startswith("on") or name == "style"}, (tag, attrs)
    ((_, _, style),) = page.scripts
    assert not re.search(r"https?:|url\(|@import", style)
    policy = next(attrs["content"] for attrs in page.all("meta") if "http-equiv" in attrs)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'")
    assert f"style-src 'sha256-{digest}'" in policy
    assert "script-src" not in policy


def test_hostile_names_stay_text(hostile_page):
    text = "".join(hostile_page.text)
    for hostile in HOSTILE[:3]:
        assert hostile in text
    assert "49" not in text.split("{{ 7 * 7 }}")[1][:20]


def test_every_score_stands_on_the_page(page, report):
    text = words(page)
    for task in report.table.tasks:
        for score in task.scores.values():
            value, ends = score_text(score).rstrip(")").split(" (")
            assert f"{value} {ends}" in text
            assert all(each.explanation in text for each in score.hearing)
    assert report.headline("good") in text


def test_what_is_missing_is_said(page):
    text = words(page)
    assert "× no result in the paper" in text
    assert "– not scored" in text
    assert "good : not tried without the sound on 5 tasks" in text
    assert "none scored" in text
    assert "Pitch Perception, matched : not a task of the paper." in text


def test_every_figure_has_words(page):
    figures = [attrs for attrs in page.all("svg") if attrs.get("role")]
    assert len(figures) > 30
    assert all(attrs["aria-label"] for attrs in figures)


def test_bars_are_drawn_as_worked_out(page, report):
    scores = [task.scores["good"].value.value for task in report.table.tasks if task.any_score.is_choice]
    drawn = {float(attrs["width"].rstrip("%")) for attrs in page.all("rect") if attrs.get("class") == "value"}
    assert {round(100 * score, 2) for score in scores} <= drawn


def test_one_model_on_one_foreign_task(tmp_path):
    asked = questions(5)
    told = card(asked, replied(asked, 1.0), suite="", level=None, title="mine").to_json(items=False)
    page = read(page_text(make_report(read_scores([write(tmp_path / "a.json", told)]))))
    assert page.faults == []
    assert [attrs["id"] for attrs in page.all("section")] == ["tasks", "hearing", "replies"]


def test_seven_models_are_told_apart_or_owned_up_to(tmp_path):
    asked = questions(5)
    paths = [
        write(tmp_path / f"{number}.json", ungrouped(card(asked, replied(asked, 0.8, seed=number), model=f"m{number}")))
        for number in range(8)
    ]
    made = make_report(read_scores(paths))
    text = words(read(page_text(made)))
    assert len(made.pairs) == 7
    assert "2 more models in the table only" in text
    assert "The files name no groups" in text


def test_writes_the_same_bytes_again(report, tmp_path):
    path = tmp_path / "deep" / "report.html"
    write_page(report, path)
    first = path.read_bytes()
    write_page(report, path)
    assert path.read_bytes() == first
    assert LONG.encode() in first
