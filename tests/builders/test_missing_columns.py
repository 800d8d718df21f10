"""A corpus in place of a recipe's own that does not tell what the recipe goes by: its columns are named."""

import pytest

from builders.engine.planning import plan
from manifests.errors import RecipeError
from recipes.catalogue.registry import find
from tests.builders.running import refused
from tests.builders.sagi import tree_of
from tests.builders.speaking import clip_row, index_of


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("emotional-intensity", "channel, emotion, statement, intensity, repetition"),
        ("acoustic-scene", "kind, noise"),
        ("voice-detective", "birthplace, native_language"),
        ("spoken-english-coach", "accuracy, completeness, fluency, prosodic, words"),
        ("ambient-noise-detection", "condition, utterance"),
        (
            "cough-severity",
            "cough_detected, quality_1, quality_2, quality_3, quality_4, cough_type_1, cough_type_2, cough_type_3, "
            "cough_type_4, severity_1, severity_2, severity_3, severity_4",
        ),
    ],
)
@pytest.mark.parametrize("as_released", [False, True])
def test_what_another_corpus_does_not_tell_is_named(name, columns, as_released):
    (recipe,) = find(f"sagi/{name}")
    english = index_of("librispeech", [clip_row(name, text="a", speaker=name) for name in "ab"])
    if as_released and recipe.as_released is not None:
        recipe = recipe.released()
    with pytest.raises(RecipeError) as caught:
        plan(recipe, english, seed=1, allow_short=True)
    assert caught.value.where == f"recipe {recipe.target}: corpus librispeech"
    assert caught.value.found == f"no column {columns} in its index"
    assert "chapter" in caught.value.wanted


def test_the_command_tells_it_too(tmp_path):
    root = tree_of("virufy", "small", tmp_path)
    said = refused("build", "sagi/cough-type", "--source", "virufy", "--corpus", f"virufy={root}", "--out", tmp_path)
    assert "no column cough_detected, quality_1" in said
    assert "without --source" in said
