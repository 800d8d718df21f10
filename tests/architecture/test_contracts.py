"""What every builder and every recipe promises, over all that the folders hold."""

import json
import re
from dataclasses import fields, is_dataclass
from importlib import import_module

import pytest
from click.testing import CliRunner

from builders.commands.builder import builder_command
from builders.engine.construction import Construction
from builders.engine.registry import builder_names, builder_of, recipes_of
from builders.engine.schema import COMMON_MEASUREMENTS, features_of, published_schema
from manifests.digest import canonical_json
from recipes.catalogue.registry import find, recipes
from recipes.catalogue.suites import suite_tasks
from verification.properties import rules_of

COLUMNS = (
    *("id", "audio", "file", "instruction", "options", "label", "explanation"),
    *("source", "parameters", "measurements", "group"),
)


def constructions(name):
    """Give the constructions that a builder's module declares."""
    module = import_module(f"builders.{name}")
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Construction) and kind.__module__ == module.__name__
    ]


@pytest.mark.parametrize("name", builder_names())
def test_a_builder_declares_constructions_named_after_it(name):
    assert constructions(name)
    for kind in constructions(name):
        assert re.fullmatch(rf"{name}\.[a-z_]+/\d+", kind.operation)
        assert kind.__dataclass_params__.frozen
        assert isinstance(kind.paired, bool)
        assert is_dataclass(kind.Parameters)
        assert is_dataclass(kind.Measurements)


@pytest.mark.parametrize("name", builder_names())
def test_a_builder_publishes_columns_of_plain_values(name):
    for kind in constructions(name):
        schema = published_schema(kind)
        assert tuple(schema.names) == COLUMNS
        parameters = [field.name for field in schema.field("parameters").type]
        measured = [field.name for field in schema.field("measurements").type]
        assert parameters == [field.name for field in fields(kind.Parameters)]
        assert measured == [*COMMON_MEASUREMENTS, *(field.name for field in fields(kind.Measurements))]
        assert len(measured) == len(set(measured))
        assert features_of(schema)["audio"] == {"sampling_rate": 16_000, "_type": "Audio"}


@pytest.mark.parametrize("name", builder_names())
def test_a_builder_has_a_door(name):
    result = CliRunner().invoke(builder_command(name), ["--help"])
    assert result.exit_code == 0
    for option in ("--check", "--corpus", "--corpora", "--out", "--workers", "--seed", "--limit"):
        assert option in result.output
    assert recipes_of(name, recipes().values()), "nothing for its door to build"


@pytest.mark.parametrize("target", recipes())
class TestRecipe:
    def test_it_is_found_by_its_names(self, target):
        recipe = recipes()[target]
        assert find(target) == find(recipe.name) == [recipe]
        assert recipe in find(f"{recipe.suite}/level{recipe.level}")
        assert recipe in find(recipe.suite)

    def test_its_builder_and_its_check_exist(self, target):
        operation = recipes()[target].construction.operation
        assert builder_of(operation) in builder_names()
        assert rules_of(operation) is not None

    def test_its_question_holds_every_option_in_the_order_of_the_item(self, target):
        recipe = recipes()[target]
        for options in (recipe.options, recipe.options[::-1]):
            asked = recipe.instruction(options)
            places = [re.search(rf"(?<!\w){re.escape(option)}(?!\w)", asked).start() for option in options]
            assert places == sorted(places)
            assert len(set(places)) == len(options)
            assert "{" not in recipe.instruction(options)

    def test_its_name_can_be_a_folder_and_a_dataset_on_the_hub(self, target):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", recipes()[target].name)

    def test_its_digest_is_of_everything_that_decides_the_items(self, target):
        recipe = recipes()[target]
        assert re.fullmatch(r"[0-9a-f]{64}", recipe.digest())
        assert json.loads(canonical_json(dict(recipe.construction.digest_fields())))["operation"]

    def test_its_title_is_a_task_of_its_suite_or_it_says_why_not(self, target):
        recipe = recipes()[target]
        titles = {task.title for task in suite_tasks(recipe.suite) if task.level == recipe.level}
        assert not titles or recipe.title in titles or any("Not in the paper" in line for line in recipe.deviations)
