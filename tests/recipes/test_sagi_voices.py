"""The recipes of who speaks and how: what they ask, and what counts as naming an option."""

import re

import pytest

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice
from recipes.sagi_voices import RECIPES

BY_NAME = {recipe.name: recipe for recipe in RECIPES}


@pytest.mark.parametrize("name", BY_NAME)
def test_every_option_is_offered_once_as_a_word_of_its_own(name):
    recipe = BY_NAME[name]
    for options in recipe.rotations():
        asked = recipe.instruction(options)
        places = [[found.start() for found in re.finditer(rf"\b{option}\b", asked)] for option in options]
        assert [place[0] for place in places] == sorted(place[0] for place in places)
        assert all(places)


def test_age_is_asked_in_eight_other_ways_that_each_name_the_options():
    recipe = BY_NAME["speaker-age"]
    assert len(recipe.variations) == 8
    tail = " Please choose from the ['{0}', '{1}', '{2}'] options."
    assert all(text.endswith(f"?{tail}") for text in (recipe.question, *recipe.variations))
    assert len({recipe.question, *recipe.variations}) == 9


@pytest.mark.parametrize("name", BY_NAME)
def test_labels_of_the_construction_are_the_options(name):
    recipe = BY_NAME[name]
    for construction in filter(None, (recipe.construction, recipe.as_released)):
        assert {label for label, _ in construction.labels} == set(recipe.options)


@pytest.mark.parametrize(
    ("name", "reply", "chosen"),
    [
        ("speaker-age", "The speaker is in their twenties.", "teens to twenties"),
        ("speaker-age", "Probably someone in his forties.", "thirties to forties"),
        ("speaker-age", "'fifties to sixties'", "fifties to sixties"),
        ("speaker-gender", "It is a woman.", "female"),
        ("speaker-gender", "男性", "male"),
        ("speech-emotion", "The speaker sounds very surprised.", "surprised"),
        ("speech-emotion", "愤怒", "angry"),
        ("cappella-emotion", "It conveys sadness.", "sad"),
        ("singing-detection", "Yes, there is singing.", "yes"),
        ("singing-detection", "No, the person is speaking.", "no"),
        ("ambient-noise-detection", "There is no ambient noise.", "no"),
        ("ambient-noise-detection", "Yes.", "yes"),
        ("ambient-noise-detection", "这段音频是一个人在说话，没有噪音", "no"),
        ("ambient-noise-detection", "The recording is noisy.", "yes"),
        ("singing-detection", "是的", "yes"),
        ("speaker-age", "in her mid-30s", "thirties to forties"),
        ("speaker-age", "五十多岁", "fifties to sixties"),
    ],
)
def test_a_reply_in_other_words_is_read(name, reply, chosen):
    recipe = BY_NAME[name]
    question = Question(
        id="q",
        text=recipe.instruction(recipe.options),
        options=recipe.options,
        label=chosen,
        synonyms=dict(recipe.synonyms),
    )
    assert judge_choice(reply, question).chosen == chosen


@pytest.mark.parametrize("reply", ["这是一段语音", "The voice is clean and clear."])
def test_words_that_say_nothing_of_noise_choose_nothing(reply):
    recipe = BY_NAME["ambient-noise-detection"]
    text = recipe.instruction(recipe.options)
    question = Question(id="q", text=text, options=recipe.options, label="no", synonyms=dict(recipe.synonyms))
    assert judge_choice(reply, question).chosen in (None, "")
