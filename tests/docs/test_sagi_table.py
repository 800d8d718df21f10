"""The table of docs/sagi.md says what the paper counts and what the recipes take."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from recipes.catalogue.registry import recipes
from recipes.catalogue.suites import suite_tasks
from tests.builders.sagi import AS_RELEASED, COUNTS

ROOT = Path(__file__).parents[2]
# Table 10 names five tasks in other words than Table 2.
OTHER_NAMES = {
    "Ambient Noise Detection": "Ambient Sound Detection",
    "Speaker’s Age": "Speaker’s Age Prediction",
    "Speaker’s Gender": "Speaker’s Gender Recognition",
    "Emotion Intensity Perception": "Emotional Intensity Perception",
}
ROWS = [
    [cell.strip() for cell in line.strip("| \n").split("|")]
    for line in (ROOT / "docs/sagi.md").read_text(encoding="utf-8").splitlines()
    if line.startswith(("| 1 ", "| 2 ", "| 3 ", "| 4 ", "| 5 "))
]
BY_RECIPE = {row[2].strip("`"): row for row in ROWS}


def number(text):
    return int(text.replace(",", ""))


def paper_counts():
    table = (ROOT / "manifests/published/sagi-counts.tsv").read_text(encoding="utf-8")
    counts = Counter()
    for row in csv.DictReader(table.splitlines(), delimiter="\t"):
        counts[OTHER_NAMES.get(row["task"], row["task"])] += int(row["count"])
    return counts


def test_every_task_of_the_paper_has_a_row_in_its_order():
    assert [row[1] for row in ROWS] == [task.title for task in suite_tasks("sagi")]


@pytest.mark.parametrize("name", BY_RECIPE)
def test_counts_are_the_papers_and_the_recipes(name):
    level, title, _, paper, _, own, released, scored, why = BY_RECIPE[name]
    recipe = recipes()[f"sagi/{name}"]
    assert (recipe.level, recipe.title) == (int(level), title)
    assert number(paper) == paper_counts()[title]
    assert number(own) == sum(recipe.wanted().values())
    assert bool(released) == (recipe.as_released is not None)
    if released:
        assert number(released) == sum(recipe.released().wanted().values())
    assert scored == (f"`{recipe.measure}`" if recipe.measure else "choice")
    assert why


@pytest.mark.parametrize("name", COUNTS)
def test_planned_counts_are_those_of_the_table(name):
    assert sum(COUNTS[name].values()) == number(BY_RECIPE[name][5])
    if name in AS_RELEASED:
        assert sum(AS_RELEASED[name].values()) == number(BY_RECIPE[name][6])
