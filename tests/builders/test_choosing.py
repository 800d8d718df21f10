"""How clips are chosen: shares, turns and limits."""

from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.choosing.candidates import Candidate, Unit, groups
from builders.choosing.shares import alike, even_shares
from builders.choosing.turns import in_turn, within_limits
from manifests.rows import SourceRef


def candidate(item, *, label="yes", speaker="", **row):
    ref = SourceRef(
        corpus="c",
        item=item,
        path=f"{item}.wav",
        sha256="0" * 64,
        sampling_rate=16_000,
        start_frame=0,
        frames=16_000,
        speaker=speaker,
        sex="",
        licence="CC0-1.0",
    )
    return Candidate(clip=SimpleNamespace(ref=ref, row=row), label=label, column="x", value="1")


def unit(item, **fields):
    return Unit((candidate(item, **fields),))


def items(units):
    return [each.clip.ref.item for taken in units for each in taken.members]


@given(st.integers(0, 200), st.dictionaries(st.text(max_size=3), st.integers(0, 60), max_size=6))
def test_shares_give_out_all_that_fits_and_differ_by_one_where_there_is_room(total, capacities):
    shares = even_shares(total, capacities)
    assert sum(shares.values()) == min(total, sum(capacities.values()))
    assert all(0 <= shares[name] <= room for name, room in capacities.items())
    roomy = [shares[name] for name, room in capacities.items() if shares[name] < room]
    assert not roomy or max(shares.values()) - min(roomy) <= 1


def test_shares_of_a_number_that_cannot_be_halved():
    assert even_shares(5, {"a": 9, "b": 9}) == {"a": 3, "b": 2}
    assert even_shares(10, {"a": 2, "b": 9}) == {"a": 2, "b": 8}
    assert even_shares(7, {"a": 4, "b": 3, "c": 1}) == {"a": 3, "b": 3, "c": 1}


def test_speakers_are_taken_in_turn():
    units = [unit(f"{speaker}{number}", speaker=speaker) for speaker in "ab" for number in range(3)]
    assert items(in_turn(units, place={"c/a": 1, "c/b": 0}.get)) == ["b0", "a0", "b1", "a1", "b2", "a2"]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["yes", "no"]))), st.integers(1, 3), st.integers(1, 3)
)
def test_no_label_has_more_of_a_speaker_or_more_speakers_than_allowed(drawn, per_speaker, speakers):
    units = [unit(f"{number}", speaker=who, label=label) for number, (who, label) in enumerate(drawn)]
    taken = within_limits(units, per_speaker=per_speaker, speakers_per_label=speakers)
    held = Counter((one.members[0].label, one.speaker) for one in taken)
    assert all(count <= per_speaker for count in held.values())
    assert all(count <= speakers for count in Counter(label for label, _ in held).values())
    left = [one for one in units if one not in taken]
    for one in left:  # nothing is left out without need
        label = one.members[0].label
        crowd = {who for other, who in held if other == label}
        assert held[label, one.speaker] == per_speaker or (one.speaker not in crowd and len(crowd) == speakers)


def test_a_clip_without_a_speaker_stands_for_itself():
    units = [unit("a"), unit("b")]
    assert items(within_limits(units, per_speaker=1, speakers_per_label=None)) == ["a", "b"]


def test_only_whole_groups_are_used_and_the_first_of_several_stands():
    rows = [("a", "yes", "1"), ("b", "yes", "1"), ("c", "no", "1"), ("d", "no", "2"), ("e", "yes", ""), ("f", "no", "")]
    candidates = [candidate(item, label=label, key=key) for item, label, key in rows]
    (whole,) = groups(candidates, ("key",), ("yes", "no"))
    assert items([whole]) == ["a", "c"]


def kinds_of(chosen):
    return {label: Counter(one.members[0].clip.row["sex"] for one in units) for label, units in chosen.items()}


def test_kinds_come_equally_often_under_every_label():
    sexes = {"old": "m" * 30 + "f" * 12, "young": "f" * 20 + "m" * 20}
    units = {
        label: [unit(f"{label}{number}", label=label, sex=sex) for number, sex in enumerate(letters)]
        for label, letters in sexes.items()
    }
    assert kinds_of(alike(units, ("sex",), 20)) == {label: {"m": 10, "f": 10} for label in units}
    assert kinds_of(alike(units, ("sex",), 30)) == {label: {"m": 18, "f": 12} for label in units}
    assert kinds_of(alike(units, ("sex",), 40)) == {"old": {"m": 28, "f": 12}, "young": {"m": 20, "f": 20}}


def test_where_the_kind_is_not_stated_a_clip_is_taken_last():
    units = {label: [unit(f"{label}{n}", sex=sex) for n, sex in enumerate(["", "m", "f"])] for label in ("a", "b")}
    assert [items(held) for held in alike(units, ("sex",), 2).values()] == [["a1", "a2"], ["b1", "b2"]]
    assert [len(held) for held in alike(units, ("sex",), 3).values()] == [3, 3]


@pytest.mark.parametrize("columns", [(), ("sex",)])
def test_the_order_of_units_is_kept(columns):
    units = {label: [unit(f"{label}{number}", sex="mf"[number % 2]) for number in range(9)] for label in "ab"}
    for held in alike(units, columns, 6).values():
        assert items(held) == sorted(items(held))
