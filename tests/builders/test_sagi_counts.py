"""Every task of SAGI, planned over corpora of full size in their owners' layouts, has the counts that are promised."""

from collections import Counter

import pytest

from builders.engine.planning import plan
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from recipes.catalogue.registry import find, recipes
from recipes.catalogue.suites import suite_tasks
from tests.builders.sagi import AS_RELEASED, COUNTS, spoken_tree, tree_of

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
            root = spoken_tree(recipe, folder) if name == "synthesised" else tree_of(name, "full", folder)
            found[key] = build_index(corpus_named(name), root, workers=2)
            assert not found[key].damaged
            assert name == "synthesised" or not found[key].notices
        return found[key]

    return index


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


def test_the_source_does_not_tell_the_age(index_of):
    (recipe,) = find("sagi/speaker-age")
    held = Counter((item.label, item.sources[0].corpus) for item in planned(recipe, index_of).items)
    assert held == {(label, corpus): 165 for label in recipe.options for corpus in recipe.corpora}


@pytest.mark.parametrize("name", AS_RELEASED)
def test_the_published_counts_are_reproduced(name, index_of):
    (recipe,) = find(f"sagi/{name}")
    assert planned(recipe.released(), index_of).counts() == AS_RELEASED[name]


def test_what_can_be_built_as_released_is_listed_here():
    able = {recipe.name for recipe in recipes().values() if recipe.suite == "sagi" and recipe.as_released is not None}
    assert able == {*AS_RELEASED, "pitch-perception"}
