"""Digests: the same value, the same digest, on every machine and in every process."""

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manifests.digest import canonical_json, opaque_id, sha256_of, stable_hash
from manifests.seeding import item_generator

quick = settings(max_examples=40, deadline=None)

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text("aé\n\"'漢")
)
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text("abé"), inner), max_leaves=12)


@quick
@given(st.dictionaries(st.text(), values))
def test_the_order_of_keys_and_the_kind_of_sequence_make_no_difference(value):
    backwards = dict(reversed(value.items()))
    assert canonical_json(backwards) == canonical_json(value)
    assert stable_hash(backwards, [1, 2]) == stable_hash(value, (1, 2))


@quick
@given(st.lists(values, min_size=1, max_size=4), st.lists(values, min_size=1, max_size=4))
def test_different_parts_have_different_digests(one, other):
    same = canonical_json(one) == canonical_json(other)
    assert (opaque_id(*one, digits=64) == opaque_id(*other, digits=64)) == same
    assert (stable_hash(*one) == stable_hash(*other)) == same


@quick
@given(values, st.integers(1, 64))
def test_an_id_is_hex_of_the_length_asked_for(value, digits):
    text = opaque_id(value, digits=digits)
    assert len(text) == digits
    assert set(text) <= set("0123456789abcdef")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_has_no_word_for_is_refused(value):
    with pytest.raises(ValueError, match="Out of range float"):
        canonical_json(value)


def test_digests_and_draws_are_these_for_ever():
    assert canonical_json({"b": [1, 2.5, None], "a": "é"}) == '{"a":"é","b":[1,2.5,null]}'
    assert opaque_id(1, "volume-perception", "item", "x") == "848d6fb2553d0e8e"
    assert stable_hash("recipe", "key") == 60964441787777603448655987224832977045
    assert sha256_of(b"abc").startswith("ba7816bf")
    assert item_generator(1, "volume-perception", "x").integers(0, 1000, 4).tolist() == [256, 495, 387, 352]


def test_another_process_with_another_hash_seed_agrees():
    program = "from manifests.digest import *; print(stable_hash('a', {'x': 1}), opaque_id('a', [1]))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert answers == {f"{stable_hash('a', {'x': 1})} {opaque_id('a', [1])}\n"}


@quick
@given(st.integers(0, 2**63), st.text(), st.text())
def test_a_draw_hangs_on_seed_recipe_and_key_and_on_nothing_else(seed, recipe, key):
    draw = item_generator(seed, recipe, key).random(3).tolist()
    assert item_generator(seed, recipe, key).random(3).tolist() == draw
    others = ((seed + 1, recipe, key), (seed, recipe + "x", key), (seed, recipe, key + "x"))
    assert all(item_generator(*other).random(3).tolist() != draw for other in others)
