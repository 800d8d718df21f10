"""Every closed recipe's options are found in what people say: right where it is the label, wrong where it is not."""

import pytest

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice
from evaluation.verdicts import Outcome
from recipes.catalogue.registry import find, recipes
from tests.evaluation.choosing.natural_replies import NATURAL

FEWEST = 6
CASES = [
    (name, option, reply)
    for name, by_option in NATURAL.items()
    for option, replies in by_option.items()
    for reply in replies
]
LIKE_ANOTHER = {"pitch-matched": "pitch-perception", "cappella-emotion": "speech-emotion"}


def recipe_named(name):
    (recipe,) = find(f"sagi/{name}")
    return recipe


def judged(recipe, reply, label):
    asked = Question(
        id="1",
        text=recipe.instruction(recipe.options),
        options=recipe.options,
        label=label,
        synonyms=dict(recipe.synonyms),
        documented={"spoken_text": recipe.asked(recipe.options)} if recipe.spoken else {},
    )
    return judge_choice(reply, asked)


def ways_to_ask(recipe):
    return (recipe, recipe.aloud(), *(recipe.varied(number) for number in range(1, len(recipe.variations) + 1)))


def test_every_option_of_every_closed_recipe_has_its_replies():
    for recipe in recipes().values():
        if recipe.options:
            by_option = NATURAL[LIKE_ANOTHER.get(recipe.name, recipe.name)]
            assert set(recipe.options) <= set(by_option), recipe.name
            assert all(len(set(by_option[option])) >= FEWEST for option in recipe.options), recipe.name


@pytest.mark.parametrize(("name", "option", "reply"), CASES)
def test_a_reply_is_right_where_its_option_is_and_wrong_where_another_is(name, option, reply):
    others = [other for other, base in LIKE_ANOTHER.items() if base == name]
    for named in (name, *others):
        for recipe in ways_to_ask(recipe_named(named)):
            if option in recipe.options:
                outcomes = {label: judged(recipe, reply, label).outcome for label in recipe.options}
                expected = {label: Outcome.RIGHT if label == option else Outcome.WRONG for label in recipe.options}
                assert outcomes == expected, (recipe.name, judged(recipe, reply, option))


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("speaker-age", "The speaker is between 20 and 35 years old."),
        ("speaker-age", "20 to 35 years old"),
        ("speaker-age", "Either twenties or thirties, so both."),
        ("acoustic-scene", "People talking over a vacuum cleaner."),
        ("cough-severity", "mild to severe"),
        ("language-identification", "It is English and French."),
        ("speech-emotion", "Both anger and fear."),
    ],
)
def test_what_names_two_options_is_right_for_none(name, reply):
    recipe = recipe_named(name)
    assert {judged(recipe, reply, label).outcome for label in recipe.options} == {Outcome.WRONG}


@pytest.mark.parametrize(
    ("name", "reply", "option"),
    [
        ("speaker-age", "not in their twenties but in their forties", "thirties to forties"),
        ("speaker-age", "I am 60 % sure that it is the twenties.", "teens to twenties"),
        ("speaker-age", "A 25-year-old woman.", "teens to twenties"),
        ("speaker-age", "the second one", "thirties to forties"),
        ("acoustic-scene", "not a vacuum cleaner but an air conditioner", "AirConditioner"),
        ("acoustic-scene", "A man is talking while a door closes.", "ShuttingDoor"),
        ("speech-emotion", "她不是生气，是难过", "sad"),
        ("speaker-gender", "A woman, not a man.", "female"),
        ("emotional-intensity", "The second one is weaker; the first is stronger.", "former"),
        ("covid-risk", "是的，有风险", "yes"),
        ("cough-origin", "Probably an upper respiratory infection, not COVID-19.", "upper infection"),
    ],
)
def test_of_several_that_are_named_the_one_that_is_meant_counts(name, reply, option):
    recipe = recipe_named(name)
    found = {label for label in recipe.options if judged(recipe, reply, label).outcome is Outcome.RIGHT}
    assert found == {option}
