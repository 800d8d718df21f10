"""A recipe is checked when it is made, and its digest knows what decides the items."""

from dataclasses import replace

import pytest

from builders.engine.construction import Construction
from builders.pitch import PitchRange
from builders.volume import VolumeRamp
from manifests.errors import RecipeError
from recipes.catalogue.registry import find

(VOLUME,) = find("volume-perception")
(PITCH,) = find("pitch-perception")

NO_NAMES = (
    *(
        "",
        "../escape",
        "a/b",
        "a.b",
        "a_b",
        "-a",
        "a-",
        "a--b",
        "ä",
        "a\n",
        "a\0",
        "..",
        "manifests",
        "level2",
        None,
        7,
    ),
)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("options", ("increasing",)),
        ("options", ("increasing", "increasing")),
        ("per_label", 0),
        ("channels", 6),
        ("channels", 0),
        ("question", "Is the volume {0}?"),
        ("name", "Volume-Perception"),
        ("name", "volume perception"),
        *((field, value) for field in ("name", "suite") for value in NO_NAMES),
        ("options", ("increasing", "none")),
        ("options", ("increasing", " ")),
        ("options", ["increasing", "decreasing"]),
        ("options", "id"),
        ("options", None),
        ("level", 0),
        ("level", -1),
        ("level", "2"),
        ("level", True),
        ("per_label", 2.5),
        ("channels", [1]),
        ("question", ""),
        ("question", None),
        ("question", "Is {0} or {1} above 80 {Hz}?"),
        ("question", "Is it {0}, {1} or {2}?"),
        ("question", "Is it {} or {}?"),
        ("question", "Is it {0!r} or {1}?"),
        ("question", "Is it {0:>20} or {1}?"),
        ("question", "Is it {0.real} or {1}?"),
        ("title", ""),
        ("corpus", ""),
        ("paper", None),
        ("labelled_by", None),
        ("caution", ("a tuple",)),
        ("annotations_creators", "no-annotation"),
        ("annotations_creators", ["found"]),
        ("languages", "en"),
        ("languages", ("English",)),
        ("languages", ("en_GB",)),
        ("answer_language", "zh"),  # of a task that has options
        ("shortcuts", "one text, not a tuple of it"),
        ("deviations", "one text, not a tuple of it"),
        ("construction", None),
        ("construction", "volume.ramp/1"),
        ("as_released", "volume.ramp/1"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused_by_field(field, value):
    with pytest.raises(RecipeError) as caught:
        replace(VOLUME, **{field: value})
    assert caught.value.where.endswith(f": {field}")
    assert caught.value.found == repr(value)


@pytest.mark.parametrize("question", ["Is it {0 or {1}?", "Is it {0} or {1}}?", "Is it {0} or {1}? {"])
def test_a_question_with_a_lost_brace_is_refused_with_the_reason(question):
    with pytest.raises(RecipeError) as caught:
        replace(VOLUME, question=question)
    assert caught.value.found.startswith(f"{question!r} (")
    assert "{0}, {1} where the options stand" in caught.value.wanted


def test_a_brace_can_be_written_and_an_option_asked_twice():
    recipe = replace(VOLUME, question="{0} or {1}? Say {{{0}}} or {{{1}}}.")
    assert recipe.instruction(("up", "down")) == "up or down? Say {up} or {down}."


@pytest.mark.parametrize("name", ["a", "7", "a-b", "dynamic-superb-2", "level", "level2-a", "manifests-2", "none"])
def test_names_that_can_be_folders_are_taken(name):
    assert replace(VOLUME, name=name, suite=name).target == f"{name}/{name}"


@pytest.mark.parametrize(
    ("attribute", "value", "found"),
    [
        ("operation", "twotones/1", "operation = 'twotones/1'"),
        ("operation", "../up.ramp/1", "operation = '../up.ramp/1'"),
        ("operation", "volume.ramp", "operation = 'volume.ramp'"),
        ("operation", "volume.ramp/0", "operation = 'volume.ramp/0'"),
        ("operation", "Volume.ramp/1", "operation = 'Volume.ramp/1'"),
        ("operation", None, "no operation"),
        ("paired", None, "no paired"),
        ("paired", "yes", "paired = 'yes'"),
        ("paired", 1, "paired = 1"),
        ("Parameters", None, "no Parameters"),
        ("Parameters", dict, "Parameters = <class 'dict'>"),
        ("Measurements", None, "no Measurements"),
        ("Measurements", float, "Measurements = <class 'float'>"),
    ],
)
@pytest.mark.parametrize("field", ["construction", "as_released"])
def test_a_construction_whose_class_lacks_something_is_refused_by_class(field, attribute, value, found):
    kind = type("MyRamp", (VolumeRamp,), {attribute: value})
    with pytest.raises(RecipeError) as caught:
        replace(VOLUME, **{field: kind()})
    assert caught.value.where == f"recipe volume-perception: {field}"
    assert caught.value.found == f"{found} in the class MyRamp"
    assert caught.value.wanted.startswith(f"{attribute}: ClassVar")


def test_a_class_in_place_of_a_construction_and_one_that_is_no_dataclass():
    with pytest.raises(RecipeError, match="found the class VolumeRamp\n"):
        replace(VOLUME, construction=VolumeRamp)
    methods = {name: lambda self, *arguments: None for name in Construction.__abstractmethods__}
    attributes = {name: getattr(VolumeRamp, name) for name in ("operation", "Parameters", "Measurements", "paired")}
    plain = type("Plain", (Construction,), {**methods, **attributes})
    with pytest.raises(RecipeError, match="the class Plain, not a dataclass"):
        replace(VOLUME, construction=plain())


CHANGES = (
    {"name": "other"},
    {"question": "Does it go {0} or {1}?"},
    {"options": ("decreasing", "increasing")},
    {"per_label": 511},
    {"corpus": "librispeech"},
    {"channels": 2},
    {"construction": VolumeRamp()},
    {"construction": VolumeRamp(min_duration_s=2.0)},
    {"construction": PitchRange()},
)


def test_what_decides_the_items_decides_the_digest():
    digests = [VOLUME.digest(), *(replace(VOLUME, **change).digest() for change in CHANGES)]
    assert len(set(digests)) == len(CHANGES) + 1


def test_what_is_only_said_about_it_does_not():
    said = {"labelled_by": "Us.", "annotations_creators": "found", "languages": ("en",), "caution": "Beware."}
    told = replace(VOLUME, title="Loudness", shortcuts=("none",), deviations=(), paper="", **said)
    assert told.digest() == VOLUME.digest()
    (translation,) = find("emotion-translation")
    assert replace(translation, answer_language="").digest() == translation.digest()


def test_the_released_variant_has_a_name_and_a_place_of_its_own():
    released = PITCH.released()
    assert released.name == "pitch-perception-as-released"
    assert released.construction == PITCH.as_released
    assert released.digest() != PITCH.digest()
    ranges = released.construction.ranges
    assert (ranges.low_threshold, ranges.high_threshold, ranges.closed) == (0.90, 0.72, True)
    with pytest.raises(RecipeError, match="no as_released mode"):
        released.released()


def test_variants_tell_how_they_depart_and_keep_what_the_recipe_tells():
    first, second, *clean = PITCH.released().deviations
    assert first.endswith("as far as the corpus gives them; duplicates of the release are left out.")
    assert second == "The order of the options is balanced, and ids are opaque; in the release neither is."
    assert clean == [f"Of the clean set: {line}" for line in PITCH.deviations]
    (age,) = find("speaker-age")
    asked, *kept = age.varied(3).deviations
    assert asked == "Asked in the paper's instruction variation 3 of 8; clips and ids are those of speaker-age."
    assert tuple(kept) == age.deviations
    spoken, *kept = age.varied(3).aloud().deviations
    assert spoken.startswith("A synthesiser says the question before each clip")
    assert kept == [asked, *age.deviations]
    (speech,) = find("speech-recognition")
    assert speech.released().deviations[1] == "Ids are opaque; in the release they are not."


def test_a_recipe_that_was_released_as_it_should_be_has_no_such_variant():
    with pytest.raises(RecipeError, match="build it without --as-released"):
        VOLUME.released()
