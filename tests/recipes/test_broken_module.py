"""A recipe module that is broken stops every command with its file, its line and what is wanted."""

import sys

import pytest
from click.testing import CliRunner

import recipes as room
from builders.commands.roof import main
from manifests.errors import RecipeError
from recipes.catalogue import registry

GOOD = """\
from builders.engine.recipe import Recipe
from builders.volume import VolumeRamp

RECIPES = (
    Recipe(
        name="my-task",
        suite="own",
        level=1,
        title="Mine",
        question="Is it {0} or {1}?",
        options=("increasing", "decreasing"),
        construction=VolumeRamp(),
        per_label=2,
        corpus="demo",
    ),
)
"""
UNPAIRED = """\
from dataclasses import dataclass
class Mine(VolumeRamp):
    paired = "yes"
"""


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


BROKEN = {
    "syntax": (changed("RECIPES = (", "RECIPES = (("), ", line 4", "SyntaxError: '(' was never closed"),
    "no RECIPES": (changed("RECIPES", "recipes"), "", "no RECIPES"),
    "no comma": (changed("    ),\n)", "    )\n)"), "", "without the comma that makes it a tuple"),
    "empty": ("RECIPES = ()\n", "", "RECIPES without a recipe"),
    "a text": ("RECIPES = 'my-task'\n", "", "RECIPES of type str"),
    "of texts": ("RECIPES = ('my-task',)\n", "", "a str among its RECIPES"),
    "misspelt field": (changed("per_label", "per_lable"), ", line 5", "unexpected keyword argument 'per_lable'"),
    "missing field": (changed("        per_label=2,\n", ""), ", line 5", "argument: 'per_label'"),
    "wrong field": (changed("level=1", "level=0"), ", line 5: recipe my-task: level", "0"),
    "wrong parameter": (changed("VolumeRamp()", "VolumeRamp(nosuch=1)"), ", line 12", "'nosuch'"),
    "wrong paired": (
        changed("RECIPES = (", f"{UNPAIRED}RECIPES = (").replace("=VolumeRamp()", "=Mine()"),
        ", line 8: recipe my-task: construction",
        "paired = 'yes' in the class Mine",
    ),
    "no such module": (
        changed("builders.volume", "builders.volumes"),
        ", line 2",
        "No module named 'builders.volumes'",
    ),
    "no such name": (changed("import VolumeRamp", "import Ramp"), ", line 2", "ImportError: cannot import name 'Ramp'"),
    "raises at last": (f"{GOOD}\n1 / 0\n", ", line 18", "ZeroDivisionError: division by zero"),
    "leaves": (f"import sys\nsys.exit(0)\n{GOOD}", ", line 2", "SystemExit: 0"),
    "bytes": (GOOD + "\0", "", "null bytes"),
}


@pytest.fixture
def drop(tmp_path, monkeypatch):
    """Drop a module into the folder of recipes."""
    registry.recipes.cache_clear()
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(tmp_path)])

    def dropped(source):
        (tmp_path / "zz_mine.py").write_text(source)

    yield dropped
    registry.recipes.cache_clear()
    sys.modules.pop("recipes.zz_mine", None)


@pytest.mark.parametrize("case", BROKEN)
def test_it_is_named_with_its_line_and_what_is_wanted(case, drop):
    source, place, found = BROKEN[case]
    drop(source)
    with pytest.raises(RecipeError) as caught:
        registry.recipes()
    assert caught.value.where == f"recipes/zz_mine.py{place}"
    assert found in caught.value.found
    assert "\n" not in caught.value.found
    assert "recipes/zz_mine.py" in caught.value.remedy
    if ": recipe" not in place:
        assert caught.value.wanted == "RECIPES = (Recipe(...),)"


@pytest.mark.parametrize("arguments", [["list"], ["plan", "sagi/volume-perception"], ["build", "sagi"]])
def test_every_command_says_so_and_exits_with_2(arguments, drop):
    drop(BROKEN["misspelt field"][0])
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "error: recipes/zz_mine.py, line 5: found TypeError" in result.output
    assert "Traceback" not in result.output


def test_a_whole_one_is_found(drop):
    drop(GOOD)
    assert [recipe.target for recipe in registry.find("own")] == ["own/my-task"]
