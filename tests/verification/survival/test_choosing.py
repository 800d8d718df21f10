"""Which rows are treated."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from verification.opening.entry import AudioRef, Entry
from verification.survival.choosing import choose

REF = (AudioRef(name="x.wav"),)


def entries_of(labels, groups):
    return [
        Entry(number=number, id=f"id-{number}", audio=REF, label=label, group=group)
        for number, (label, group) in enumerate(zip(labels, groups, strict=True))
    ]


def test_pairs_stay_together_and_labels_balance():
    entries = entries_of(["up", "down"] * 300, [f"pair-{n // 2}" for n in range(600)])
    chosen = choose(entries, most_items=100)
    assert Counter(entry.label for entry in chosen) == {"up": 50, "down": 50}
    assert set(Counter(entry.group for entry in chosen).values()) == {2}
    assert [entry.number for entry in chosen] == sorted(entry.number for entry in chosen)


def test_rare_labels_come_in():
    entries = entries_of(["often"] * 900 + ["Rare", "rare "] * 10, [""] * 920)
    counts = Counter(entry.label.strip().lower() for entry in choose(entries, most_items=40))
    assert counts == {"often": 20, "rare": 20}


def test_groups_larger_than_the_room_are_taken_apart_only_if_there_are_no_others():
    large = entries_of(["a", "b"] * 100, ["all"] * 200)
    assert Counter(entry.label for entry in choose(large, most_items=20)) == {"a": 10, "b": 10}
    mixed = large + [
        Entry(number=200 + n, id=f"small-{n}", audio=REF, label="ab"[n % 2], group=f"small-{n // 2}") for n in range(6)
    ]
    assert {entry.group for entry in choose(mixed, most_items=20)} == {"small-0", "small-1", "small-2"}


def test_all_of_a_small_set_and_only_rows_with_clip_and_label():
    entries = [*entries_of(["a", "b"], ["", ""]), Entry(number=2, label="a"), Entry(number=3, audio=REF)]
    assert [entry.number for entry in choose(entries, most_items=9)] == [0, 1]


@given(
    rows=st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "g1", "g2", "g3"])), max_size=40),
    most_items=st.integers(1, 20),
    shuffle=st.randoms(use_true_random=False),
)
def test_the_order_of_the_rows_does_not_matter(rows, most_items, shuffle):
    entries = entries_of([label for label, _ in rows], [group for _, group in rows])
    shuffled = list(entries)
    shuffle.shuffle(shuffled)
    chosen = choose(entries, most_items=most_items)
    assert choose(shuffled, most_items=most_items) == chosen
    assert len(chosen) <= most_items
    assert bool(chosen) == bool(entries)
