"""What the card of COVID risk says of its patients is so, over the owner's segments of all 16."""

from collections import Counter

import pytest

from builders.engine.planning import plan
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from recipes.catalogue.registry import find
from tests.corpora.trees.virufy import full


@pytest.fixture(scope="module")
def virufy(tmp_path_factory):
    return build_index(corpus_named("virufy"), full(tmp_path_factory.mktemp("virufy")))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sexes_are_matched_and_patients_take_turns(virufy, seed):
    (recipe,) = find("sagi/covid-risk")
    items = plan(recipe, virufy, seed=seed).items
    sexes = Counter((item.label, item.sources[0].sex) for item in items)
    assert sexes == {(label, sex): count for label in ("yes", "no") for sex, count in (("male", 37), ("female", 11))}
    patients = {label: Counter(i.sources[0].speaker for i in items if i.label == label) for label in ("yes", "no")}
    assert {label: (len(held), min(held.values()), max(held.values())) for label, held in patients.items()} == {
        "yes": (7, 4, 9),
        "no": (9, 2, 11),
    }
    assert len({item.group for item in items}) == 16
