"""A recipe is checked when it is made, and its digest knows what decides the items."""

from dataclasses import replace

import pytest

from builders.pitch import PitchRange
from builders.volume import VolumeRamp
from manifests.errors import RecipeError
from recipes.catalogue.registry import find

(VOLUME,) = find("volume-perception")
(PITCH,) = find("pitch-perception")


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
    ],
)
def test_a_recipe_that_cannot_be_is_refused_by_field(field, value):
    with pytest.raises(RecipeError) as caught:
        replace(VOLUME, **{field: value})
    assert caught.value.where.endswith(f": {field}")
    assert caught.value.found == repr(value)


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
    assert replace(VOLUME, title="Loudness", shortcuts=("none",), deviations=()).digest() == VOLUME.digest()


def test_the_released_variant_has_a_name_and_a_place_of_its_own():
    released = PITCH.released()
    assert released.name == "pitch-perception-as-released"
    assert released.construction == PITCH.as_released
    assert released.digest() != PITCH.digest()
    ranges = released.construction.ranges
    assert (ranges.low_threshold, ranges.high_threshold, ranges.closed) == (0.90, 0.72, True)
    with pytest.raises(RecipeError, match="no as_released mode"):
        released.released()


def test_a_recipe_that_was_released_as_it_should_be_has_no_such_variant():
    with pytest.raises(RecipeError, match="build it without --as-released"):
        VOLUME.released()
