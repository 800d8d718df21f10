"""Replies brought into their references' format."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics.extracting import Shape, extract, shape_of


@pytest.mark.parametrize(
    ("reference", "shape"),
    [
        ("8", Shape.NUMBER),
        ("0.4m", Shape.NUMBER),
        ("-3 dB", Shape.NUMBER),
        ("2.1196093634329904", Shape.NUMBER),
        ("[0.1, -0.3, 0.95]", Shape.NUMBERS),
        ("[1.2, 3.4]", Shape.NUMBERS),
        ("[[0.5, 1.2], [2, 3]]", Shape.SPANS),
        ("0.5-1.2", Shape.SPANS),
        ("dog: 0.5-1.2; cat: 2-3", Shape.LABELLED_SPANS),
        ("[('Speech', 0.0, 1.2)]", Shape.LABELLED_SPANS),
        ("{'city': 'Paris'}", Shape.SLOTS),
        ("play B-artist abba E-artist", Shape.SLOTS),
        ("['a', 'b']", Shape.ITEMS),
        ("a, b", Shape.ITEMS),
        ("[]", Shape.ITEMS),
        ("hello world", Shape.TEXT),
        ("", Shape.TEXT),
    ],
)
def test_shapes(reference, shape):
    assert shape_of(reference) is shape


@pytest.mark.parametrize(
    ("reply", "like", "extracted"),
    [
        # the three examples of the paper's prompt; the second needs understanding
        ("There are no instances of code-switching in this wavefile; it is purely Mandarin speech.", "8", "0"),
        ("A man says, 'I has to find a different back door'. The accuracy of the pronunciation is 90%.", "3", None),
        ("Based on the given audio, the spatial distance is likely between 0.5m and 4.5m.", "2.1196", None),
        ("Using MOS scoring criteria, I give the audio a score of 3 out of 5", "2", "3"),
        ("On a scale from 0 to 10, I rate it 7.", "4", "7"),
        ("Range (0-10): 7", "4", "7"),
        ("7/10", "3", "7"),
        ("About 40 cm away", "0.4m", "0.4m"),
        ("1.5 meters", "2 m", "1.5 m"),
        ("1.5", "2 m", "1.5 m"),
        ("1.50", "2", "1.50"),
        ("-5 dB", "0.4m", None),
        ("It has seven phonemes", "3", "7"),
        ("no one knows", "3", None),
        ("There is no way to tell", "3", None),
        ("I hear 3 or 4", "3", None),
        ("3-4 seconds", "3 s", None),
        ("At first 4. But the answer is 5.", "3", "5"),
        ("It is 2.5m, that is 2.5 m", "1.0m", "2.5m"),
        ("1,234", "5", "1234"),
        ("答案是３", "5", "3"),
        ("٣", "5", "3"),
        ("−4", "5", "-4"),
        ("mp3 file", "5", None),
        ("I cannot determine.", "3", None),
        ("N/A", "3", None),
        (" n/a. ", "hello", None),
        ("", "hello", None),
        (None, "3", None),
        ("The segment is from 1.2 to 3.4 seconds.", "[0.5, 0.9]", "[1.2, 3.4]"),
        ("The vector: [0.1, 0.2, 0.3].", "[1, 0, 0]", "[0.1, 0.2, 0.3]"),
        ("[1, 2] or [3, 4]", "[0.5, 0.9]", None),
        ("at 1.2, 3.4 and 5", "[0.5, 0.9]", None),
        ("Speech: 0.0-1.2\nDog: 2.0 - 3.1 s", "dog: 0.5-1.2", "[['speech', 0.0, 1.2], ['dog', 2.0, 3.1]]"),
        ('```json\n[{"label": "dog", "start": 0, "end": 1}]\n```', "dog: 0.5-1.2", "[['dog', 0.0, 1.0]]"),
        ("I hear a dog.", "dog: 0.5-1.2", None),
        ("0:05 to 0:10 and 0:12-0:14", "[[0.5, 1.2], [2, 3]]", "[[5.0, 10.0], [12.0, 14.0]]"),
        ("The spans are [0, 1] and [2, 3].", "[[0.5, 1.2], [2, 3]]", "[[0.0, 1.0], [2.0, 3.0]]"),
        ("The entities are: Paris, France.", "['a', 'b']", "Paris, France"),
        ("Here: ['x', 'y'] as asked", "['a', 'b']", "['x', 'y']"),
        ("I am sorry to say so, but nothing is said here", "['a', 'b']", None),
        ("Sure: {'city': 'Rome'}", "{'city': 'Paris'}", "{'city': 'Rome'}"),
        ("I hear music", "{'city': 'Paris'}", None),
        ("  whatever is said  ", "hello world", "whatever is said"),
    ],
)
def test_replies(reply, like, extracted):
    assert extract(reply, like) == extracted


@pytest.mark.parametrize(
    "like", ["8", "0.4m", "[0.1, -0.3, 0.95]", "[[0.5, 1.2], [2.0, 3.0]]", "{'city': 'Paris'}", "['a', 'b']", "hello"]
)
def test_what_is_already_in_format_stays(like):
    assert extract(like, like) == like


@settings(max_examples=60, deadline=None)
@given(st.floats(-1e6, 1e6, allow_nan=False), st.sampled_from(["{}", "It is {}.", "Answer: {}", "**{}**", "({})"]))
def test_a_number_comes_through_any_wrapping(number, wrapping):
    written = f"{number:.3f}"
    assert float(extract(wrapping.format(written), "5")) == float(written)


@settings(max_examples=100, deadline=None)
@given(
    st.text(max_size=80),
    st.sampled_from(["8", "0.4m", "[1, 2, 3]", "[[0, 1]]", "dog: 0-1", "city: Rome; a: b", "a, b"]),
)
def test_any_text_is_taken_or_na(reply, like):
    extracted = extract(reply, like)
    assert extracted is None or shape_of(extracted) is not Shape.TEXT or shape_of(like) is Shape.ITEMS


@pytest.mark.parametrize(
    "hostile", ["[" * 30_000, "1" * 30_000, "1-" * 15_000, "from 1 to " * 3_000, "a " * 15_000, "{" * 99]
)
@pytest.mark.parametrize("like", ["8", "[1, 2, 3]", "[[0, 1]]", "dog: 0-1", "city: Rome; a: b", "a, b"])
def test_hostile_replies_come_to_an_end(hostile, like):
    extracted = extract(hostile, like)
    assert extracted is None or len(extracted) <= len(hostile)
