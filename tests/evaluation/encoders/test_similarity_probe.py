"""Embeddings whose cosines are known."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.asked import Question
from evaluation.encoders.embeddings import embeddings_of
from evaluation.encoders.errors import EmbeddingError
from evaluation.encoders.lines import reading, similarity_lines
from evaluation.encoders.pairs import Change, Pair, pairs_of, read_pairs
from evaluation.encoders.probe import similarity
from evaluation.encoders.resampled import Cosines, farther, medians

STYLES = ("happy", "sad")


def asked(contents=12, styles=STYLES):
    return [
        Question(id=f"{number}-{style}", text="?", label=style, group=str(number))
        for number in range(contents)
        for style in styles
    ]


def embedded(questions, *, style_degrees, content_degrees):
    """Two planes: in one the angle is the style's, in the other each content has its own axis."""
    contents = {group: place for place, group in enumerate(dict.fromkeys(each.group for each in questions))}
    found = []
    for question in questions:
        # One axis for all, one for each content: two contents are `content_degrees` apart.
        content = np.zeros(len(contents) + 1)
        shared = np.cos(np.radians(content_degrees))
        content[0], content[1 + contents[question.group]] = np.sqrt(shared), np.sqrt(1 - shared)
        turn = np.radians(style_degrees) * STYLES.index(question.label)
        found.append((question.id, np.outer([np.cos(turn), np.sin(turn)], content).ravel()))
    return embeddings_of(found, where="here")


def probed(style_degrees, content_degrees, contents=12):
    questions = asked(contents)
    made = embedded(questions, style_degrees=style_degrees, content_degrees=content_degrees)
    return similarity(questions, made, pairs_of(questions))


def test_cosines_are_those_of_the_angles():
    found = probed(20, 60)
    style, content = found.changes[Change.STYLE], found.changes[Change.CONTENT]
    assert style.median.value == pytest.approx(np.cos(np.radians(20)))
    assert content.median.value == pytest.approx(np.cos(np.radians(60)))
    assert style.pairs == 12
    assert {pair.change for pair, cosine in found.cosines if cosine == pytest.approx(0.5)} == {Change.CONTENT}
    assert found.fits


@pytest.mark.parametrize(
    ("style", "content", "share", "said"),
    [
        (20, 60, 1.0, "tell contents apart better than styles"),
        (60, 20, 0.0, "tell styles apart better than contents"),
    ],
)
def test_the_reading_follows_the_share(style, content, share, said):
    found = probed(style, content, contents=40)
    assert found.farther.value == share
    assert said in reading(found)
    assert f"median cosine {np.cos(np.radians(style)):.3f} after a style change" in reading(found)


def test_alike_changes_are_no_difference_and_few_groups_say_little():
    rng = np.random.Generator(np.random.Philox(3))
    questions = asked(40)
    noise = embeddings_of(((each.id, rng.normal(size=16)) for each in questions), where="here")
    found = similarity(questions, noise, pairs_of(questions))
    assert found.farther.holds(0.5)
    assert "No difference is shown" in reading(found)
    few = probed(20, 60, contents=2)
    assert few.farther.low < 0.5


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Cosines of noise around known angles: the true share of comparisons is that of many more contents."""
    questions = asked(20)
    pairs = pairs_of(questions)
    held = 0
    for seed in range(60):
        rng = np.random.Generator(np.random.Philox(seed))
        contents = {number: rng.normal(size=8) for number in range(20)}
        vectors = ((each.id, contents[int(each.group)] + 1.5 * rng.normal(size=8)) for each in questions)
        found = similarity(questions, embeddings_of(vectors, where="here"), pairs, seed=seed)
        held += found.farther.holds(_truth())
    assert held >= 51  # of 60; with 95 % coverage fewer come once in a thousand


def _truth():
    rng = np.random.Generator(np.random.Philox(999))
    content = rng.normal(size=(20_000, 2, 8))
    noise = 1.5 * rng.normal(size=(20_000, 2, 8))

    def cosine(one, two):
        return (one * two).sum(1) / np.linalg.norm(one, axis=1) / np.linalg.norm(two, axis=1)

    same = cosine(content[:, 0] + noise[:, 0], content[:, 0] + noise[:, 1])
    other = cosine(content[:, 0] + noise[:, 0], content[:, 1] + noise[:, 1])
    return float((np.sort(other).searchsorted(same) / len(other)).mean())


def kind(values, clips):
    values = np.sort(np.array(values, dtype=float))
    places = np.arange(len(values)) % clips
    return Cosines(values=values, first=places, second=(places + 1) % clips, within=np.zeros(len(values), dtype=bool))


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=9), st.lists(st.floats(-1, 1), min_size=1, max_size=9))
def test_of_all_clips_once_they_are_the_plain_statistics(style, content):
    one, two = kind(style, 3), kind(content, 3)
    counts = np.ones((1, 3))
    assert medians(one)(counts)[0] == pytest.approx(np.median(style))
    wins = [(theirs < ours) + (theirs == ours) / 2 for ours, theirs in itertools.product(style, content)]
    assert farther(one, two)(counts)[0] == pytest.approx(np.mean(wins))


def test_a_clip_drawn_twice_counts_twice_and_one_not_drawn_not_at_all():
    within = Cosines(
        values=np.array([0.1, 0.9]), first=np.array([0, 2]), second=np.array([1, 3]), within=np.array([True, True])
    )
    across = Cosines(
        values=np.array([0.1, 0.9]), first=np.array([0, 2]), second=np.array([2, 4]), within=np.array([False, False])
    )
    counts = np.array([[2.0, 2.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0, 2.0], [0.0] * 5])
    np.testing.assert_array_equal(within.weights(counts), [[2, 1], [0, 1], [0, 0]])
    np.testing.assert_array_equal(across.weights(counts), [[2, 0], [0, 2], [0, 0]])
    np.testing.assert_array_equal(medians(within)(counts), [0.1, 0.9, np.nan])


def test_pairs_of_a_set_change_one_thing_and_stand_once():
    questions = asked(9, ("happy", "sad", "angry"))
    by_id = {each.id: each for each in questions}
    pairs = pairs_of(questions, seed=4)
    assert pairs == pairs_of(questions, seed=4) != pairs_of(questions, seed=5)
    for pair in pairs:
        one, two = by_id[pair.first], by_id[pair.second]
        assert (one.group == two.group, one.label == two.label) == (
            pair.change is Change.STYLE,
            pair.change is Change.CONTENT,
        )
    assert len({frozenset((pair.first, pair.second)) for pair in pairs}) == len(pairs)


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        ([Question(id=str(number), text="?", label="a", group=str(number)) for number in range(4)], "in style only"),
        ([Question(id=str(number), text="?", label=str(number), group="g") for number in range(4)], "in content only"),
    ],
)
def test_a_set_without_such_pairs_says_which_are_missing(questions, said):
    with pytest.raises(EmbeddingError, match=said) as caught:
        pairs_of(questions)
    assert "--pairs" in str(caught.value)


def test_pairs_from_a_file(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("\ufeffid_a,change,id_b,note\nb,style,a,x\na,style,b,twice\na,content,c,\n", encoding="utf-8")
    assert read_pairs(path) == [Pair("a", "b", Change.STYLE), Pair("a", "c", Change.CONTENT)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id_a,id_b\na,b\n", "no column change"),
        ("id_a,id_b,change\na,b,tempo\n", "line 2: found the change 'tempo'"),
        ("id_a,id_b,change\na,a,style\n", "'a' and 'a'"),
        ("id_a,id_b,change\na\n", "line 2"),
        ("id_a,id_b,change\na,b,style\nb,a,content\n", "line 3(.|\n)*another change"),
        ("id_a,id_b,change\n", "no pair"),
        ("", "no column"),
    ],
)
def test_a_file_that_is_no_pairs_says_where(tmp_path, text, said):
    path = tmp_path / "pairs.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EmbeddingError, match=said):
        read_pairs(path)
    with pytest.raises(EmbeddingError, match="no such file"):
        read_pairs(tmp_path / "none.csv")


def test_what_does_not_fit_is_counted_and_named():
    questions = asked(12)
    vectors = {each.id: np.ones(3) + np.eye(3)[place % 3] for place, each in enumerate(questions)}
    del vectors["0-happy"]
    vectors |= {"1-sad": np.zeros(3), "2-sad": np.ones(4), "stranger": np.ones(3)}
    pairs = [*pairs_of(questions), Pair("0-sad", "nobody", Change.STYLE)]
    found = similarity(questions, embeddings_of(vectors.items(), where="here"), pairs)
    assert found.missing == ("0-happy",)
    assert found.unknown == ("stranger",)
    assert found.strange == ("nobody",)
    assert found.embeddings.unusable == {"1-sad": "all zero", "2-sad": "4 dimensions, most have 3"}
    lost = {"0-happy", "1-sad", "2-sad", "nobody"}
    assert found.left_out == sum(bool({pair.first, pair.second} & lost) for pair in pairs)
    assert not found.fits
    text = "\n".join(similarity_lines(found))
    assert all(name in text for name in ("0-happy", "stranger", "nobody", "1-sad: all zero", "2-sad: 4 dimensions"))


def test_one_kind_of_pair_alone_has_no_reading():
    questions = asked(3)
    made = embedded(questions, style_degrees=20, content_degrees=60)
    found = similarity(questions, made, [Pair("0-happy", "0-sad", Change.STYLE)])
    assert found.farther is None
    assert "Only pairs with a style change" in reading(found)
    assert found.to_json()["content_looks_farther"] is None


def test_no_embedding_under_an_id_of_the_set():
    questions = asked(3)
    with pytest.raises(EmbeddingError, match="such as '0-happy'"):
        similarity(questions, embeddings_of([("x", np.ones(2))], where="here"), pairs_of(questions))
