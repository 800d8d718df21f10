"""The sentence on a speaker: bands of age without gaps, and nothing said that is not known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.describing.speaker import CHILD, UNKNOWN, age_band, profile


@pytest.mark.parametrize(
    ("age", "band"),
    [
        *((None, UNKNOWN), (0.0, UNKNOWN), (-3.0, UNKNOWN), (100.0, UNKNOWN), (187.0, UNKNOWN)),
        *((6.0, CHILD), (12.9, CHILD), (13.0, "teens"), (15.5, "teens"), (19.9, "teens")),
        *((20.0, "twenties"), (29.9, "twenties"), (30.0, "thirties"), (97.0, "nineties"), (99.9, "nineties")),
    ],
)
def test_the_band_of_an_age(age, band):
    assert age_band(age) == band


@given(st.floats(min_value=20, max_value=99.9))
def test_a_decade_begins_with_its_tens(age):
    assert age_band(age) == age_band(age // 10 * 10)
    assert age_band(age) != age_band(age + 10)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("washington d.c., usa", "washington d.c., usa"),
        ("mcallen, texas", "mcallen, texas"),
        ("McAllen, Texas", "McAllen, Texas"),
        ("vientiane, laos, ", "vientiane, laos"),
        (" la paz,  bolivia", "la paz, bolivia"),
    ],
)
def test_names_stand_as_the_corpus_has_them(name, wanted):
    said = profile(sex="male", birthplace=name, native_language="sa'a", band="teens")
    assert said == f"This is a male speaker in his teens, born in {wanted}, whose native language is sa'a."


def test_a_sentence_says_four_things():
    said = profile(sex="female", birthplace="pretoria, south africa", native_language="afrikaans", band="forties")
    assert said == (
        "This is a female speaker in her forties, born in pretoria, south africa, whose native language is afrikaans."
    )


def test_what_is_not_known_is_said_to_be_unknown():
    assert profile(sex="", birthplace=" , ", native_language=" ", band=UNKNOWN) == (
        "This is a speaker of unknown sex of unknown age, whose place of birth is unknown, of unknown native language."
    )
    assert "in their teens" in profile(sex="", birthplace="", native_language="zulu", band="teens")
    assert "a male speaker under 13 years old" in profile(sex="male", birthplace="", native_language="zulu", band=CHILD)
