"""Recipes are found by listing the folder and picked by target."""

import re

import pytest

from manifests.errors import RecipeError
from recipes.catalogue import registry
from recipes.catalogue.registry import find, recipes
from recipes.catalogue.suites import suite_tasks, suites

LEVEL_2 = ["volume-perception", "pitch-perception", "pitch-matched", "binaural-effect-perception"]


def names(target):
    return [recipe.name for recipe in find(target)]


@pytest.mark.parametrize("target", ["sagi/level2", "sagi/level2/", "/sagi/level2"])
def test_a_level_is_all_of_its_recipes_in_the_papers_order(target):
    assert names(target) == LEVEL_2


@pytest.mark.parametrize("target", ["sagi/volume-perception", "volume-perception"])
def test_a_recipe_goes_by_its_name_with_or_without_its_suite(target):
    assert names(target) == ["volume-perception"]


def test_a_suite_is_all_of_its_recipes():
    assert set(names("sagi")) >= set(LEVEL_2)
    assert {recipe.suite for recipe in find("sagi")} == {"sagi"}


@pytest.mark.parametrize("level", [1, 3, 4, 5])
def test_a_level_without_recipes_names_the_tasks_of_the_paper(level):
    if any(recipe.level == level for recipe in recipes().values() if recipe.suite == "sagi"):
        assert names(f"sagi/level{level}")
        return
    with pytest.raises(RecipeError) as caught:
        find(f"sagi/level{level}")
    for task in suite_tasks("sagi"):
        assert (task.title in caught.value.found) == (task.level == level)


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("volume-perceptoin", "volume-perception"),
        ("sagi/pitch-match", "sagi/pitch-matched"),
        ("sagi/lvel2", "sagi/level2"),
        ("sagi/level0", "sagi/level"),
        ("sagi/level²", "sagi/level"),
        ("sagi/level٢", "sagi/level"),
        ("sagi/level02", "sagi/level2"),
        ("sagi/level" + "9" * 5_000, ""),
        ("x" * 300, ""),
        ("x" * 300 + "/level2", ""),
        ("../" * 90 + "sagi/level2", ""),
        ("a\0b/level2", ""),
        ("", "sagi/"),
        ("../sagi", "sagi"),
        ("sagi/", None),
        ("Sagi/Level2", "sagi/level2"),
    ],
)
def test_a_wrong_name_is_refused_with_one_like_it(target, near):
    if near is None:
        assert set(names(target)) >= set(LEVEL_2)
        return
    with pytest.raises(RecipeError) as caught:
        find(target)
    assert near in caught.value.remedy
    assert "soundprobe list" in caught.value.remedy


def test_two_recipes_of_one_name_are_refused(monkeypatch):
    (recipe,) = find("volume-perception")
    twice = type("module", (), {"RECIPES": (recipe, recipe)})
    monkeypatch.setattr(registry, "import_module", lambda name: twice)
    with pytest.raises(RecipeError, match="a second recipe named volume-perception"):
        recipes.__wrapped__()


def test_the_paper_has_23_tasks_in_five_levels():
    tasks = suite_tasks("sagi")
    assert [sum(task.level == level for task in tasks) for level in range(1, 6)] == [5, 3, 9, 4, 2]
    assert [task.title for task in tasks if task.level == 2] == [
        *("Volume Perception", "Pitch Perception", "Binaural Effect Perception"),
    ]
    assert "sagi" in suites()


@pytest.mark.parametrize("suite", ["superb", "", "../suites/sagi", "sagi.tsv", "README", "x" * 300, "a\0b"])
def test_there_is_no_other_suite(suite):
    assert suite_tasks(suite) == ()


def test_the_listed_clips_are_512_different_ids_of_ljspeech():
    (recipe,) = find("volume-perception")
    ids = recipe.construction.source_ids
    assert len(ids) == len(set(ids)) == recipe.per_label == 512
    assert all(re.fullmatch(r"LJ0[0-5]\d-\d{4}", name) for name in ids)


def test_counts_and_corpora_are_the_papers():
    expected = {
        "volume-perception": (512, "ljspeech", 1),
        "pitch-perception": (300, "speech_accent_archive", 1),
        "pitch-matched": (300, "speech_accent_archive", 1),
        "binaural-effect-perception": (400, None, 2),
    }
    assert {r.name: (r.per_label, r.corpus, r.channels) for r in find("sagi/level2")} == expected


def test_questions_are_the_papers_word_for_word():
    questions = {recipe.name: recipe.instruction(recipe.options) for recipe in find("sagi/level2")}
    assert questions == {
        "volume-perception": "Is the volume of this audio segment gradually increasing or decreasing?",
        "pitch-perception": (
            "In the following audio segment, into which range does more than 70% of the fundamental frequency content "
            "fall? Please choose from the following two ranges: (80, 150) Hz and (180, 250) Hz."
        ),
        "pitch-matched": questions["pitch-perception"],
        "binaural-effect-perception": (
            "In this audio segment, does the sound appear in the left ear or the right ear? "
            "Please answer with 'left' or 'right'."
        ),
    }
