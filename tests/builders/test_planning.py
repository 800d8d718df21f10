"""Plans: ids tell nothing, options are balanced, and one more item leaves the others as they were."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.engine.planning import plan
from manifests.errors import RecipeError
from tests.builders.fakes import SingleTones, Tones, tones_recipe
from tests.builders.running import items_of

OUTS = ("volume_out", "binaural_out", pytest.param("pitch_out", marks=pytest.mark.slow))
names = st.lists(st.text("abcdefgh/0123 é", min_size=1), unique=True, min_size=1, max_size=40).map(tuple)
label_sets = st.integers(2, 4).map(lambda count: tuple(["loud", "soft", "mid", "odd"][:count]))


def planned(construction, **options):
    return plan(tones_recipe(construction, **options), None, seed=1).items


@settings(max_examples=40, deadline=None)
@given(names=names, labels=label_sets, kind=st.sampled_from([Tones, SingleTones]))
def test_every_order_of_options_comes_equally_often_to_within_one_for_every_label(names, labels, kind):
    items = planned(kind(names=names, labels=labels))
    for label in labels:
        orders = Counter(item.options for item in items if item.label == label)
        counts = [orders[labels[n:] + labels[:n]] for n in range(len(labels))]
        assert sum(counts) == len(names)
        assert max(counts) - min(counts) <= 1
        assert max(places := place_counts(items, label, len(labels))) - min(places) <= 1


def place_counts(items, label, count):
    places = Counter(item.options.index(label) for item in items if item.label == label)
    return [places[place] for place in range(count)]


@settings(max_examples=25, deadline=None)
@given(names=names)
def test_ids_are_hex_and_different_and_pairs_share_their_words(names):
    items = planned(Tones(names=names))
    assert len({item.id for item in items}) == len(items) == 2 * len(names)
    assert all(re.fullmatch(r"[0-9a-f]{16}", text) for item in items for text in (item.id, item.group))
    groups = {}
    for item in items:
        groups.setdefault(item.group, []).append((item.instruction, item.options))
    assert all(len(pair) == 2 and pair[0] == pair[1] for pair in groups.values())
    assert len(groups) == len(names)


@settings(max_examples=25, deadline=None)
@given(names=names.filter(lambda n: len(n) > 1))
def test_one_more_item_changes_no_id_no_group_and_no_draw_of_another(names):
    fewer = {item.id: item for item in planned(Tones(names=names[1:]))}
    more = {item.id: item for item in planned(Tones(names=names))}
    assert fewer.keys() < more.keys()
    for name, item in fewer.items():
        assert (more[name].parameters, more[name].label, more[name].group) == (item.parameters, item.label, item.group)


@pytest.mark.parametrize("place", ["a0", "m0", "z9"])
def test_one_more_group_turns_the_options_of_at_most_one_other(place):
    names = tuple(f"{letter}{number}" for letter in "bcdnopqx" for number in range(5))
    fewer = {item.id: item.options for item in planned(Tones(names=names))}
    more = {item.id: item.options for item in planned(Tones(names=(*names, place)))}
    turned = [name for name in fewer if more[name] != fewer[name]]
    assert len(turned) <= 2  # one group is two items


def test_another_recipe_or_seed_gives_other_ids_and_draws():
    first = planned(Tones())
    renamed = planned(Tones(), name="others")
    reseeded = plan(tones_recipe(), None, seed=2).items
    for other in (renamed, reseeded):
        assert not {item.id for item in first} & {item.id for item in other}
        assert not {i.parameters["frequency_hz"] for i in first} & {i.parameters["frequency_hz"] for i in other}


@pytest.mark.parametrize("out", OUTS)
def test_the_dataset_shuffles_labels_and_keeps_groups_together(request, out):
    folder = request.getfixturevalue(out)
    (record,) = (folder / "manifests").glob("*.jsonl")
    items = items_of(folder, record.stem)
    paired = record.stem != "pitch-perception"  # a run of one speaker would be a run of one label
    places = [(item.group, item.id) if paired else (item.id,) for item in items]
    assert places == sorted(places)
    same = sum(a.label == b.label for a, b in pairwise(items)) / len(items)
    assert 0.15 < same < 0.6  # in blocks by label it would be 1
    for label in {item.label for item in items}:
        places = place_counts(items, label, 2)
        assert abs(places[0] - places[1]) <= 1


@pytest.mark.parametrize("out", OUTS)
def test_ids_foretell_no_label(request, out):
    folder = request.getfixturevalue(out)
    (record,) = (folder / "manifests").glob("*.jsonl")
    items = items_of(folder, record.stem)
    first = items[0].label
    for place in (0, 15):
        by_digit = Counter((item.id[place], item.label == first) for item in items)
        guessed = sum(max(by_digit[digit, True], by_digit[digit, False]) for digit in "0123456789abcdef")
        assert guessed / len(items) < 0.62


@pytest.mark.parametrize(
    ("construction", "words"),
    [
        (Tones(names=("a", "a")), r"keys used twice, such as 'a/loud'"),
        (Tones(names=()), r"labels \{\}"),
    ],
)
def test_drafts_that_are_no_balanced_set_are_refused(construction, words):
    with pytest.raises(RecipeError, match=words):
        planned(construction, per_label=1)


def test_a_label_that_is_not_an_option_is_refused():
    with pytest.raises(RecipeError, match="equally many of each of"):
        planned(Tones(), options=("loud", "quiet"))
