"""The words around a transcript."""

import re

import pytest

from evaluation.metrics.framing import unframed


@pytest.mark.parametrize(
    ("reply", "frame", "left"),
    [
        ("The person says: hello there", "speech", "hello there"),
        ('the person says "hello there".', "speech", 'hello there".'),
        ("'The person says: hello there'", "speech", "hello there"),
        ("Sure! Here it is.\nThe person says: “hello there”", "speech", "hello there"),
        ("THE PERSON SAYS hello", "speech", "hello"),
        ("The speaker said that hello", "speech", "hello"),
        ("hello there", "speech", "hello there"),
        ("I heard what the person says and left", "speech", "I heard what the person says and left"),
        ("The person says: he says: go", "speech", "he says: go"),
        ("The lyrics is: oh my love", "lyrics", "oh my love"),
        ("Lyrics: oh my love", "lyrics", "oh my love"),
        ("lyrics are what I write", "lyrics", "what I write"),
        ("这个人说：你好", "speech-zh", "你好"),
        ("", "speech", ""),
    ],
)
def test_what_is_left(reply, frame, left):
    assert unframed(reply, frame) == left


def test_a_pattern_of_ones_own():
    assert unframed("Answer> go", re.compile(r"Answer>")) == "go"
