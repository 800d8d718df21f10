"""The examples of README and docs run as they stand there."""

import re
import sys
import types
from pathlib import Path

import pytest

from builders.engine.build import build_dataset
from builders.engine.planning import plan
from manifests.layout import DatasetPaths
from publishing.card import card_text
from tests.builders.fabricated import index_of
from verification.check import check_dataset

ROOT = Path(__file__).parents[2]


def code_blocks(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def load(monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__file__ = str(ROOT / "docs/adding-a-builder.md")
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(code, name, "exec"), module.__dict__)
    return module


def test_the_readmes_recipe_builds_a_balanced_set_that_is_proved_in_under_forty_lines(
    tmp_path, demo_index, monkeypatch
):
    (code,) = (block for block in code_blocks(ROOT / "README.md") if "RECIPES" in block)
    assert len(code.splitlines()) < 40
    (recipe,) = load(monkeypatch, "recipes.narrow_pitch", code).RECIPES
    planned = plan(recipe, demo_index, seed=1, per_label=2, workers=2)
    assert planned.counts() == {"(100, 140)": 2, "(150, 210)": 2}
    build_dataset(planned, out=tmp_path, workers=1, card=lambda record, _items: card_text(recipe, record))
    report = check_dataset(DatasetPaths(tmp_path, recipe.name), workers=1)
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    assert report.checks["pitch.threshold"] == 4


def test_the_builder_of_the_guide_builds_and_is_proved(tmp_path, monkeypatch):
    builder, rules, recipes = code_blocks(ROOT / "docs/adding-a-builder.md")
    load(monkeypatch, "builders.two_tones", builder)
    load(monkeypatch, "verification.two_tones", rules)
    (recipe,) = load(monkeypatch, "recipes.two_tones", recipes).RECIPES
    listing = types.SimpleNamespace(iter_modules=lambda _path: [types.SimpleNamespace(name="two_tones")])
    monkeypatch.setattr("verification.properties.pkgutil", listing)
    planned = plan(recipe, None, seed=1)
    build_dataset(planned, out=tmp_path, workers=1, card=lambda record, _items: card_text(recipe, record))
    report = check_dataset(DatasetPaths(tmp_path, "two-tones"), workers=1)
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    assert report.checks["two_tones.order"] == 40
    assert report.checks["two_tones.mirror"] == 20


def test_the_recipe_of_the_contributing_guide_is_planned_from_metadata_alone(tmp_path):
    (code,) = code_blocks(ROOT / "CONTRIBUTING.md")
    names: dict = {}
    exec(compile(code, "CONTRIBUTING.md", "exec"), names)
    (recipe,) = names["RECIPES"]
    accents = ("Scottish", "American", "Irish")
    rows = [
        {"id": f"p{speaker}_{number:03}", "speaker": f"p{speaker}", "accent": accents[speaker % 3], "text": f"{number}"}
        for speaker in range(60)
        for number in range(30)
    ]
    planned = plan(recipe, index_of("vctk", rows, tmp_path), seed=1)
    assert planned.counts() == {"Scottish": 100, "American": 100}
    spoken_by = {row["id"]: row["accent"] for row in rows}
    assert all(spoken_by[item.sources[0].item] == item.label for item in planned.items)
