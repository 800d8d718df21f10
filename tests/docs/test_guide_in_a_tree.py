"""The guide's three files, dropped into the tree: lint has nothing to say of them, and the guide's commands run."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.test_examples import ROOT, code_blocks

GUIDE = ROOT / "docs/adding-a-builder.md"
ROOMS = ("builders", "verification", "recipes")
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
OTHERS = {Path(package).parts[0] for package in PACKAGES["packages"]} - {*ROOMS}
FILES = [f"{room}/two_tones.py" for room in ROOMS]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The house with the guide's files in it; all else is linked."""
    root = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        (root / room).mkdir()
        for path in (ROOT / room).iterdir():
            (root / room / path.name).symlink_to(path)
    for room in OTHERS:
        (root / room).symlink_to(ROOT / room)
    shutil.copy(ROOT / "pyproject.toml", root)
    for name, code in zip(FILES, code_blocks(GUIDE), strict=True):
        (root / name).write_text(code, encoding="utf-8")
    return root


def run(tree: Path, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tree), str(tree / "signal")])}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_gives_one_file_for_each_room():
    headings = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("## `")]
    assert [heading.split("`")[1] for heading in headings] == FILES


def test_ruff_has_nothing_to_say_of_the_guides_files(tree):
    run(tree, "ruff", "check", "--no-cache", *FILES)
    run(tree, "ruff", "format", "--no-cache", "--check", *FILES)


def test_ruff_has_nothing_to_say_of_the_readmes_recipe(tree):
    (code,) = (block for block in code_blocks(ROOT / "README.md") if "RECIPES" in block)
    path = tree / "recipes/narrow_pitch.py"
    path.write_text(code, encoding="utf-8")
    try:
        run(tree, "ruff", "check", "--no-cache", str(path))
        run(tree, "ruff", "format", "--no-cache", "--check", str(path))
    finally:
        path.unlink()


def test_mypy_has_nothing_to_say_of_the_guides_files(tree, tmp_path):
    modules = [argument for room in ROOMS for argument in ("-m", f"{room}.two_tones")]
    assert "no issues found in 3 source files" in run(tree, "mypy", "--cache-dir", str(tmp_path), *modules)


def test_the_guides_commands_run(tree, tmp_path):
    out = str(tmp_path / "out")
    assert "40 items: 20 up, 20 down" in run(tree, "builders", "build", "own/two-tones", "--out", out)
    said = run(tree, "builders.two_tones", "--check", "--out", out)
    assert "two-tones (two_tones.steps/1): 40 clips, all hold" in said
