"""JSON of others: numbers without bounds, keys that come twice and depth are found, all else is read as it is."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from corpora.indexing.strict_json import Repeating, fault_in, read_json
from manifests.errors import CorpusError

SOUND = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**14), 10**14)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner),
    max_leaves=20,
)


def read(folder, text):
    path = folder / "scores.json"
    path.write_text(text, encoding="utf-8")
    return read_json(path, wanted="scores")


@given(SOUND)
def test_what_is_sound_is_read_as_it_is(tmp_path_factory, value):
    found = read(tmp_path_factory.mktemp("json"), json.dumps(value))
    assert found == value
    assert fault_in(found) == ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("NaN", "the number nan"),
        ("-Infinity", "the number -inf"),
        ("1e999", "the number inf"),
        ("9" * 400, "the number inf"),
        ("-" + "9" * 5_000, "the number -inf"),
        ('{"a": 1, "b": 2, "a": 1}', "'a' twice"),
        ('"one\\nline"', r"a character that cannot be printed in 'one\nline'"),
        ('"\\ud800"', r"a character that cannot be printed in '\ud800'"),
        ('{"\\u0000": 1}', r"a character that cannot be printed in '\x00'"),
        ("[" * 30 + "]" * 30, "lists within lists, more than 20 deep"),
    ],
)
def test_what_no_metadata_can_mean_is_found_at_any_depth(text, fault, tmp_path):
    assert fault_in(read(tmp_path, text)) == fault
    assert fault_in(read(tmp_path, f'{{"a": [1, {{"b": {text}}}]}}')) == fault


def test_the_last_of_a_key_that_comes_twice_is_kept_with_its_name(tmp_path):
    found = read(tmp_path, '{"a": 1, "b": 2, "b": 3}')
    assert isinstance(found, Repeating)
    assert (found, found.repeated) == ({"a": 1, "b": 3}, "b")


@pytest.mark.parametrize(
    ("text", "where", "found"), [("{\n1", ", line 2", "no JSON"), ("[" * 200_000, "", "JSON that nests too deep")]
)
def test_what_is_not_json_is_named(text, where, found, tmp_path):
    with pytest.raises(CorpusError) as caught:
        read(tmp_path, text)
    assert caught.value.where == f"{tmp_path}/scores.json{where}"
    assert caught.value.found.startswith(found)
