from hypothesis import given
from hypothesis import strategies as st

from verification.differences import apart, differing


def test_short_texts_are_quoted_whole():
    assert apart("left", "right") == ("'left'", "'right'")


def test_long_texts_are_quoted_around_the_difference():
    found, wanted = apart("word " * 30 + "left", "word " * 30 + "right")
    assert found == "…'word word word left'"
    assert wanted == "…'word word word right'"


@given(st.text(max_size=200), st.text(max_size=200))
def test_two_texts_are_told_apart_in_little_room(one, other):
    found, wanted = apart(one, other)
    assert (found == wanted) == (one == other)
    assert max(len(found), len(wanted)) <= 10 * 60 + 4


def test_none_is_absent():
    assert differing({"a": None, "b": 1}, {"b": 1.0}) is None
    assert differing({"a": 1}, {"a": 2, "b": None}) == ("a=1", "a=2")


def test_many_differences_are_counted():
    found, _ = differing(dict.fromkeys("abcdef", 1), dict.fromkeys("abcdef", 2))
    assert found == "a=1, b=1, c=1, d=1 and 2 more"
