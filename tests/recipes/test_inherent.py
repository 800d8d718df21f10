"""What a recipe declares to be its property exists, and is no less than what the audit knows of that property."""

import pytest

from builders.engine.registry import builder_of
from recipes.catalogue.registry import recipes
from verification.audit.inherent import READ, inherent_features
from verification.listening.facts import FAMILIES, FEATURES
from verification.truth.registry import properties, property_of

NAMES = {*FAMILIES, *FEATURES}
# Builders whose label is what a corpus, a person or a script says: no measurement of a clip alone can give it.
TOLD = {
    *("coach", "cough", "detective", "intensity", "scene", "selection", "terms", "transcript", "translation"),
}


def covered(declared):
    """Give the features that a declaration takes out, whether by name or by family."""
    return {feature for name in declared for feature in FAMILIES.get(name, (name,))}


@pytest.mark.parametrize("target", recipes())
def test_a_recipe_declares_families_and_features_that_exist(target):
    declared = [name for name, _ in recipes()[target].inherent]
    assert set(declared) <= NAMES
    assert len(declared) == len(set(declared))


@pytest.mark.parametrize("target", recipes())
def test_a_recipe_declares_all_that_its_property_is(target):
    recipe = recipes()[target]
    asked = property_of(recipe.construction.operation)
    if asked is None:
        assert builder_of(recipe.construction.operation) in TOLD, "no property of verification/truth/ is of it"
        return
    assert covered(asked.inherent) <= covered(name for name, _ in recipe.inherent)


@pytest.mark.parametrize("target", recipes())
def test_nothing_else_is_excused(target):
    """The family that gives the answer away must stay in the test: who declares all of them tests nothing."""
    declared = covered(name for name, _ in recipes()[target].inherent)
    assert len(declared) < len(FEATURES) / 2
    assert not declared & {"duration_s", "rms_dbfs", "bytes_per_s", "sampling_rate", "channels", "dc_offset"}


@pytest.mark.parametrize("name", properties())
def test_a_property_declares_families_and_features_that_exist(name):
    assert set(properties()[name].inherent) <= {*NAMES, *READ}


def test_names_are_taken_with_underscores_and_capitals():
    given = {"Noise_Floor": "a", "crest_db": "b", "noise-floor-dbfs": "c", "speaker": "d"}
    assert inherent_features(given) == {"noise floor": "a", "crest_db": "b", "noise_floor_dbfs": "c", "speaker": "d"}


def test_no_family_is_named_as_a_feature_in_other_spelling():
    plain = [name.replace("_", " ") for name in (*FAMILIES, *FEATURES, *READ)]
    assert len(plain) == len(set(plain))
