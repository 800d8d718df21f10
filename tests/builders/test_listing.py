"""`soundprobe list`: the recipes that are asked for, what they are scored by, and in which language they are."""

import pytest

from recipes.catalogue.registry import recipes
from tests.builders.running import built, refused


def lines_of(*arguments):
    return [line.strip() for line in built("list", *arguments).output.splitlines()]


def test_a_level_a_recipe_or_both():
    assert lines_of("sagi/level4")[0] == "sagi/level4"
    wanted = ["sagi/covid-risk", "sagi/cough-type", "sagi/cough-origin", "sagi/cough-severity"]
    assert [line for line in lines_of("sagi/level4") if line in recipes()] == wanted
    both = lines_of("speaker-gender", "sagi/level5")
    assert [line for line in both if line.startswith("sagi/")] == [
        "sagi/level3",
        "sagi/speaker-gender",
        "sagi/level5",
        "sagi/spoken-english-coach",
        "sagi/voice-detective",
    ]


def test_the_question_of_a_recipe_that_is_named():
    question = "asks: Is the speaker in this audio segment male or female?"
    assert any(line.startswith(question) for line in lines_of("sagi/speaker-gender"))
    assert any(line.startswith(question) for line in lines_of("speaker-gender"))
    assert not any(line.startswith("asks:") for line in lines_of("sagi/level3"))


def test_free_answers_and_languages():
    text = built("list").output
    assert "1,009 items, free answers, scored by a judge" in text
    assert "rating:" not in text
    assert "speech: Mandarin" in lines_of("legal-terms")
    assert "speech: English; answers in Mandarin" in lines_of("emotion-translation")


def test_what_is_no_target():
    assert "no recipe, level or suite of this name" in refused("list", "sagi/level6")


@pytest.mark.parametrize("columns", [60, 200])
def test_lines_fit_the_terminal(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, built("list").output.splitlines())) <= columns
