"""Level 1 of SAGI: what is asked, of what, how often, and what the card says of it."""

import csv
from importlib.resources import files

import pytest

from recipes.catalogue.registry import find

PAPER = {
    "language-identification": ("German, English, French, Spanish and Italian", 500, ""),
    "speech-recognition": ("'The person says: xxxx'", 2_791, "sagi-wer"),
    "legal-terms": ("'The person says: xxxx'", 108, "sagi-terms"),
    "medical-terms": ("'The person says: xxxx'", 248, "sagi-terms"),
    "lyrics-transcription": ("'The lyrics is: xxxx'", 868, "sagi-wer"),
}


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


def rows(name):
    text = files("recipes").joinpath(f"data/{name}.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def test_level_1_is_these():
    assert {recipe.name for recipe in find("sagi/level1")} == {*PAPER}


@pytest.mark.parametrize("name", PAPER)
def test_question_count_and_measure(name):
    asked, count, measure = PAPER[name]
    recipe = recipe_named(name)
    assert asked in recipe.instruction(recipe.options)
    assert (recipe.per_label, recipe.measure, recipe.is_open) == (count, measure, bool(measure))


@pytest.mark.parametrize(("domain", "kept", "replaced"), [("legal", 102, 7), ("medical", 203, 4)])
def test_terms_are_those_of_the_data_and_their_replacements_are_told(domain, kept, replaced):
    recipe = recipe_named(f"{domain}-terms")
    table = rows(f"sagi_{domain}_terms")
    assert recipe.construction.terms == tuple(row["term"] for row in table)
    assert recipe.per_label == len(table) * len(recipe.construction.carriers)
    told = " ".join(recipe.deviations)
    assert f"kept {kept} of {recipe.per_label} sentences" in told
    assert f"{replaced} terms are not the released ones" in told
    for row in table:
        assert not row["released"] or f"{row['term']} for {row['released']}" in told


def test_each_language_has_one_option_and_no_word_for_another():
    recipe = recipe_named("language-identification")
    assert tuple(label for label, _ in recipe.construction.labels) == recipe.options
    values = [value for _, held in recipe.construction.labels for value in held]
    assert len(values) == len(set(values))
