"""Every operation has its construction, and a construction is made again from what a record holds of it."""

import json

import pytest

from builders.engine.operations import construction_of, operations
from builders.engine.registry import builder_of
from manifests.digest import canonical_json
from manifests.errors import RecordError
from recipes.catalogue.registry import recipes

VARIANTS = {
    variant.name: variant.construction
    for recipe in recipes().values()
    for variant in ([recipe, recipe.released()] if recipe.as_released else [recipe])
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_construction_is_made_again_from_its_recorded_fields(name):
    construction = VARIANTS[name]
    recorded = json.loads(canonical_json(dict(construction.digest_fields())))
    again = construction_of(construction.operation, recorded)
    assert again == construction
    assert type(again) is type(construction)
    assert again.digest_fields() == construction.digest_fields()


def test_operations_are_listed_with_their_builders():
    assert {builder_of(name) for name in operations()} == {
        kind.__module__.split(".")[1] for kind in operations().values()
    }
    assert {construction.operation for construction in VARIANTS.values()} <= operations().keys()


@pytest.mark.parametrize(
    ("operation", "values"),
    [
        ("no.such/1", {}),
        ("os.system/1", {}),
        ("volume.ramp/1", {"surplus": 1}),
        ("volume.ramp/1", {"min_duration_s": "1"}),
        ("volume.ramp/1", {"min_duration_s": 99.0}),
        ("volume.ramp/1", {"source_ids": "LJ001-0001"}),
        ("pitch.range/1", {"ranges": {"low_hz": [1.0, 2.0, 3.0]}}),
        ("pitch.range/1", {"ranges": None}),
        ("binaural.one_ear/1", {"duration_s": [3.0, 1.0]}),
    ],
)
def test_what_is_no_construction_is_refused(operation, values):
    with pytest.raises(RecordError, match=operation):
        construction_of(operation, values)
