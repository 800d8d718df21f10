"""Datasets that were changed in every place, record included: what the recipe says still tells."""

import json
from dataclasses import replace

import pyarrow as pa
import pytest

from manifests.errors import RecordError
from recipes.catalogue.registry import recipes
from tests.verification.planting import digest_of, flac_of
from verification import recipe_lookup
from verification.check import check_dataset
from verification.volume import line_change_db

VOLUME, PITCH, EARS = "volume-perception", "pitch-perception", "binaural-effect-perception"
RELEASED = "pitch-perception-as-released"


def with_values(column, **values):
    return lambda shipped: shipped.saying(**{column: {**getattr(shipped.item, column), **values}})


@pytest.mark.parametrize("name", [VOLUME, PITCH, RELEASED, EARS])
def test_what_the_builders_make_holds_and_its_recipe_is_known(real, name):
    report = check_dataset(real(name).paths)
    assert report.findings == ()
    for rule in ("recipe.label", "recipe.explanation", "recipe.measurements", "recipe.instruction", "recipe.options"):
        assert report.checks[rule] == report.items > 0
    assert report.checks["recipe.features"] == report.shards


@pytest.mark.parametrize("name", [VOLUME, PITCH, RELEASED, EARS])
def test_rewriting_a_set_as_it_is_gives_no_finding(real, name):
    rebuilt = real(name)
    assert rebuilt.release(rebuilt.shipped).rules() == set()


def test_a_recipe_that_has_changed_is_one_warning(real):
    rebuilt = real(EARS)
    report = check_dataset(rebuilt.release(rebuilt.shipped, recipe_sha256="0" * 64).paths)
    assert [(finding.rule, finding.severity) for finding in report.findings] == [("recipe.known", "warning")]
    assert "has changed since" in report.findings[0].found
    assert "recipe.label" not in report.checks


def test_a_record_of_another_name(real):
    rebuilt = real(EARS)
    assert rebuilt.release(rebuilt.shipped, recipe="another").rules() == {"recipe.known", "record.recipe"}


def test_another_question_in_every_row(real):
    def ask(shipped):
        return shipped.saying(instruction=shipped.item.instruction.replace("gradually", "suddenly"))

    assert real(VOLUME).every(ask).rules() == {"recipe.instruction"}


def test_other_options_in_every_row(real):
    names = {"increasing": "rising", "decreasing": "falling"}

    def rename(shipped):
        item = shipped.item
        text = item.instruction
        for old, new in names.items():
            text = text.replace(old, new)
        return shipped.saying(options=tuple(names[option] for option in item.options), instruction=text)

    assert "recipe.options" in real(VOLUME).every(rename).rules()


def test_a_label_that_is_no_option_of_the_recipe(real):
    rules = real(VOLUME).one(0, lambda shipped: shipped.saying(label="rising")).rules()
    assert {"recipe.label_is_option", "recipe.label"} <= rules


def test_a_label_that_the_recorded_measurements_do_not_support(real):
    def turn(shipped):
        return with_values("measurements", level_change_db=-shipped.item.measurements["level_change_db"])(shipped)

    assert {"recipe.label", "recipe.measurements", "volume.recorded_change"} <= real(VOLUME).one(3, turn).rules()


def test_an_explanation_in_other_words(real):
    rebuilt = real(PITCH)
    assert rebuilt.one(2, lambda shipped: shipped.saying(explanation="It is high.")).rules() == {"recipe.explanation"}


@pytest.mark.parametrize(
    ("name", "measurement"), [(VOLUME, "last_level_dbfs"), (PITCH, "voiced_s"), (EARS, "level_dbfs")]
)
def test_a_measurement_that_the_clip_does_not_give(real, name, measurement):
    def raise_it(shipped):
        value = shipped.item.measurements[measurement] or 0.0
        return with_values("measurements", **{measurement: value + 0.001})(shipped)

    assert real(name).one(5, raise_it).rules() == {"recipe.measurements"}


@pytest.mark.parametrize("value", [None, 1e300])
def test_values_that_the_construction_cannot_take_are_findings(real, value):
    rules = real(VOLUME).one(0, with_values("parameters", start_gain=value)).rules()
    assert rules & {"recipe.values", "recipe.explanation"}


@pytest.mark.parametrize(
    ("field", "value"), [("suite", "other"), ("level", 3), ("sampling_rate", 44_100), ("channels", 1)]
)
def test_a_header_that_is_not_the_recipes(real, field, value):
    rebuilt = real(EARS)
    rules = rebuilt.release(rebuilt.shipped, **{field: value}).rules()
    assert f"record.{field}" in rules if field == "sampling_rate" else f"recipe.header_{field}" in rules


def test_options_of_the_header_in_another_order(real):
    rebuilt = real(EARS)
    assert rebuilt.release(rebuilt.shipped, options=("right", "left")).rules() == {"recipe.header_options"}


def test_features_that_are_not_the_recipes(real):
    rebuilt = real(EARS)
    value = json.loads(rebuilt.schema.metadata[b"huggingface"])
    value["info"]["features"]["label"] = {"names": ["left", "right"], "_type": "ClassLabel"}
    rebuilt.schema = rebuilt.schema.with_metadata({"huggingface": json.dumps(value)})
    assert rebuilt.release(rebuilt.shipped).rules() == {"recipe.features"}


def test_a_column_that_the_recipe_does_not_have(real):
    rebuilt = real(EARS)
    place = rebuilt.schema.get_field_index("parameters")
    kind = pa.struct([*rebuilt.schema.field("parameters").type, ("hint", pa.string())])
    metadata = rebuilt.schema.metadata
    rebuilt.schema = rebuilt.schema.set(place, pa.field("parameters", kind)).with_metadata(metadata)
    rules = rebuilt.every(lambda shipped: with_values("parameters", hint=shipped.item.label)(shipped)).rules()
    assert {"recipe.columns", "recipe.values"} <= rules


def test_the_recorded_change_of_level_is_what_the_rules_measure_by_themselves(real):
    for shipped in real(VOLUME).shipped:
        recorded_db = shipped.item.measurements["level_change_db"]
        assert abs(line_change_db(shipped.pcm.astype(float)) - recorded_db) < 0.001


def test_a_recipe_that_cannot_be_loaded_is_trouble(real, monkeypatch):
    def broken():
        raise ImportError("no module named strange")

    monkeypatch.setattr(recipe_lookup, "known_recipes", broken)
    with pytest.raises(RecordError, match="ImportError: no module named strange"):
        check_dataset(real(EARS).paths)


def test_a_threshold_below_the_question_is_found_without_the_recipe(real):
    rebuilt = real(PITCH).every(with_values("parameters", threshold=0.5))
    assert {finding.rule for finding in check_dataset(rebuilt.paths).findings} == {"pitch.threshold"}
    rebuilt.release(rebuilt.shipped, recipe_sha256="0" * 64)
    assert rebuilt.rules() == {"pitch.threshold", "recipe.known"}


def test_a_clip_that_is_there_twice(real, found):
    def again(number):
        one, other = rebuilt.shipped[number], rebuilt.shipped[number + 2]
        item = replace(
            other.item,
            measurements=one.item.measurements,
            parameters=one.item.parameters,
            frames=one.item.frames,
            pcm_sha256=one.item.pcm_sha256,
            explanation=one.item.explanation,
        )
        return replace(other, item=item, flac=one.flac)

    rebuilt = real(VOLUME)
    # The members of a pair stand in any order.
    number = next(n for n in range(10) if rebuilt.shipped[n].item.label == rebuilt.shipped[n + 2].item.label)
    report = check_dataset(rebuilt.one(number + 2, lambda shipped: again(number)).paths)
    (finding,) = [finding for finding in report.findings if finding.rule == "audio.duplicate"]
    first, second = rebuilt.shipped[number].item.id, rebuilt.shipped[number + 2].item.id
    assert finding.item == second
    assert first in finding.found


@pytest.mark.parametrize("where", ["row", "header"])
def test_a_licence_that_is_not_the_corpus_own(real, where):
    rebuilt = real(VOLUME)
    if where == "row":
        rules = rebuilt.every(
            lambda shipped: shipped.saying(sources=(replace(shipped.item.sources[0], licence="MIT"),))
        ).rules()
        assert rules == {"record.licence", "record.licence_named"}
    else:
        uses = tuple(replace(use, licence="CC-BY-4.0") for use in rebuilt.header.corpora)
        assert rebuilt.release(rebuilt.shipped, corpora=uses).rules() == {
            "record.licence",
            "record.licence_named",
            "card.license",
        }


def test_a_corpus_that_the_header_does_not_name(real):
    rebuilt = real(VOLUME)
    assert "record.corpora" in rebuilt.release(rebuilt.shipped, corpora=()).rules()


def test_a_row_that_the_recipe_would_not_render_is_found_by_its_sound(real):
    """A clip turned down by hand, with every recorded value to match."""
    rebuilt = real(VOLUME)
    construction = recipes()[f"sagi/{VOLUME}"].construction

    def turn_down(shipped):
        quiet = (shipped.pcm // 2).astype("int16")
        changed = shipped.remade(quiet)
        measured = construction.measure(None, quiet)
        values = {name: getattr(measured, name) for name in type(measured).__slots__}
        explanation = construction.explain(construction.Parameters(**shipped.item.parameters), measured)
        changed = changed.saying(measurements={**changed.item.measurements, **values}, explanation=explanation)
        assert changed.item.pcm_sha256 == digest_of(quiet)
        return replace(changed, flac=flac_of(quiet))

    assert rebuilt.one(0, turn_down).rules() == {"volume.law", "volume.level"}
