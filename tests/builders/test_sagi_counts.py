"""Every task of SAGI, planned over corpora of full size in their owners' layouts, has the counts that are promised."""

from collections import Counter

import pytest

from builders.engine.planning import plan
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from recipes.catalogue.registry import find, recipes
from recipes.catalogue.suites import suite_tasks
from tests.builders.sagi import AS_RELEASED, COUNTS, tree_of
from tests.corpora.trees.sounds import write_noise

pytestmark = pytest.mark.slow
MADE_ELSEWHERE = {
    "volume-perception",
    "pitch-perception",
    "pitch-matched",
    "binaural-effect-perception",
}  # test_counts.py


@pytest.fixture(scope="module")
def index_of(tmp_path_factory):
    """Give `index_of(corpus)`: its full tree, indexed once."""
    found = {}

    def index(name, recipe):
        key = recipe.name if name == "synthesised" else name
        if key not in found:
            folder = tmp_path_factory.mktemp(key)
            root = spoken(recipe, folder) if name == "synthesised" else tree_of(name, "full", folder)
            found[key] = build_index(corpus_named(name), root, workers=2)
            assert not found[key].damaged
            assert name == "synthesised" or not found[key].notices
        return found[key]

    return index


def spoken(recipe, folder):
    """Write what a synthesiser would say for a recipe: every line of its script, as noise of about its length."""
    lines = ["id|path|engine|voice|language|style|licence|text"]
    (folder / "clips").mkdir()
    for number, line in enumerate(recipe.script()):
        seconds = 1.0 + len(line.text) / (5 if line.language == "zh" else 15)
        write_noise(folder / f"clips/{line.key}.wav", seconds=seconds, sampling_rate=1_000, seed=number)
        lines.append(f"{line.key}|clips/{line.key}.wav|none|none|{line.language}|{line.style}|CC0-1.0|{line.text}")
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def planned(recipe, index_of, **options):
    indexes = [index_of(name, recipe) for name in recipe.corpora]
    first, *others = indexes or [None]
    return plan(recipe, first, others=tuple(others), seed=1, workers=2, **options)


def test_every_task_of_the_paper_has_a_recipe():
    titles = {recipe.title for recipe in recipes().values() if recipe.suite == "sagi"}
    assert [task.title for task in suite_tasks("sagi") if task.title not in titles] == []
    sagi = {recipe.name for recipe in recipes().values() if recipe.suite == "sagi"}
    assert sagi == {*COUNTS, *MADE_ELSEWHERE}


@pytest.mark.parametrize("name", COUNTS)
def test_the_clean_set_has_its_counts(name, index_of):
    (recipe,) = find(f"sagi/{name}")
    made = planned(recipe, index_of)
    assert made.counts() == COUNTS[name]
    clips = Counter(item.sources for item in made.items)
    assert max(clips.values()) == 1
    again = planned(recipe, index_of)
    assert again.items == made.items


@pytest.mark.parametrize("name", AS_RELEASED)
def test_the_published_counts_are_reproduced(name, index_of):
    (recipe,) = find(f"sagi/{name}")
    assert planned(recipe.released(), index_of).counts() == AS_RELEASED[name]


def test_what_can_be_built_as_released_is_listed_here():
    able = {recipe.name for recipe in recipes().values() if recipe.suite == "sagi" and recipe.as_released is not None}
    assert able == {*AS_RELEASED, "pitch-perception"}
