"""Embeddings from every kind of file, and what cannot be compared."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.encoders.embeddings import embeddings_of
from evaluation.encoders.errors import EmbeddingError
from evaluation.encoders.formats import read_arrays

IDS = ["a", "b/c", "ü"]
VECTORS = np.array([[3.0, 4.0], [0.0, -2.0], [1.0, 0.0]])


def lines(path, *values):
    path.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
    return path


def stored(folder, kind):
    path = folder / f"e{kind}"
    if kind == ".npy":
        np.save(path, VECTORS)
        (folder / "ids.txt").write_text("\n".join(IDS) + "\n", encoding="utf-8")
        return path, folder / "ids.txt"
    if kind == ".npz":
        np.savez(path, ids=np.array(IDS), embeddings=VECTORS)
    elif kind == ".each.npz":
        np.savez(path, **dict(zip(IDS, VECTORS, strict=True)))
    else:
        lines(path, *({"id": name, "embedding": list(each)} for name, each in zip(IDS, VECTORS, strict=True)))
    return path, None


@pytest.mark.parametrize("kind", [".npy", ".npz", ".each.npz", ".jsonl"])
def test_all_files_hold_the_same(tmp_path, kind):
    found = dict(read_arrays(*stored(tmp_path, kind)))
    assert list(found) == IDS
    np.testing.assert_array_equal(np.stack(list(found.values())), VECTORS)


def test_directions_have_length_1():
    made = embeddings_of(zip(IDS, VECTORS, strict=True), where="here")
    np.testing.assert_allclose(made.directions["a"], [0.6, 0.8])
    np.testing.assert_allclose(made.directions["b/c"], [0.0, -1.0])
    assert (made.dims, made.pooled, made.unusable) == (2, 0, {})


def test_frames_are_averaged_and_counted():
    frames = np.array([[1.0, 0.0], [1.0, 2.0], [1.0, 1.0]])
    made = embeddings_of([("a", frames), ("b", frames[0])], where="here")
    np.testing.assert_allclose(made.directions["a"], np.array([1.0, 1.0]) / np.sqrt(2))
    assert made.pooled == 1


def test_a_block_of_frames_is_taken_row_by_row(tmp_path):
    np.savez(tmp_path / "e.npz", ids=np.array(["a", "b"]), embeddings=np.ones((2, 5, 3)))
    assert [array.shape for _, array in read_arrays(tmp_path / "e.npz")] == [(5, 3), (5, 3)]


@given(st.floats(1e-30, 1e30))
def test_length_does_not_matter(scale):
    made = embeddings_of([("a", VECTORS[0] * scale), ("b", VECTORS[0].astype(np.float16))], where="here")
    np.testing.assert_allclose(made.directions["a"], made.directions["b"], atol=1e-12)


def test_squares_beyond_the_range_of_floats_do_no_harm():
    made = embeddings_of([("a", VECTORS[0] * 1e300), ("b", VECTORS[0] * 1e-300)], where="here")
    np.testing.assert_allclose(made.directions["a"], [0.6, 0.8])
    np.testing.assert_allclose(made.directions["b"], [0.6, 0.8])


def test_what_has_no_direction_is_named_with_its_reason():
    made = embeddings_of(
        {
            "good": np.array([1.0, 2.0]),
            "fine": np.array([1, 2]),
            "zero": np.zeros(2),
            "nan": np.array([np.nan, 1.0]),
            "framed": np.array([[1.0, 2.0], [np.inf, 1.0]]),
            "short": np.array([1.0]),
            "cube": np.ones((2, 2, 2)),
            "none": np.ones((0, 2)),
            "text": np.array(["1", "2"]),
            "complex": np.array([1j, 2j]),
        }.items(),
        where="here",
    )
    assert set(made.directions) == {"good", "fine"}
    assert made.unusable["zero"] == "all zero"
    assert made.unusable["nan"] == made.unusable["framed"] == "NaN or infinite"
    assert made.unusable["short"] == "1 dimensions, most have 2"
    assert set(made.unusable) == {"zero", "nan", "framed", "short", "cube", "none", "text", "complex"}


def test_one_id_twice_and_no_embedding():
    with pytest.raises(EmbeddingError, match="the id 'a' twice"):
        embeddings_of([("a", VECTORS[0]), ("a", VECTORS[1])], where="here")
    with pytest.raises(EmbeddingError, match="no embedding"):
        embeddings_of([], where="here")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": "a"}', "KeyError"),
        ('{"id": "a", "embedding": [[1, 2], [3]]}', "line 1"),
        ("[1, 2]", "line 1"),
        ("nonsense", "line 1"),
        ('{"id": null, "embedding": [1]}', "the id None"),
    ],
)
def test_a_line_that_is_no_embedding_is_named(tmp_path, text, said):
    path = tmp_path / "e.jsonl"
    path.write_text(text)
    with pytest.raises(EmbeddingError, match=said):
        list(read_arrays(path))


def test_files_that_are_something_else(tmp_path):
    np.save(tmp_path / "two.npy", VECTORS)
    (tmp_path / "ids.txt").write_text("a\nb\n")
    (tmp_path / "empty.npz").write_bytes(b"")
    (tmp_path / "noise.npz").write_bytes(b"PK\x03\x04 no archive")
    (tmp_path / "plain.npz").write_bytes((tmp_path / "two.npy").read_bytes())
    np.savez(tmp_path / "objects.npz", a=np.array([{}], dtype=object))
    (tmp_path / "latin.jsonl").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(EmbeddingError, match="--ids"):
        list(read_arrays(tmp_path / "two.npy"))
    with pytest.raises(EmbeddingError, match=r"2 ids and an array of shape \(3, 2\)"):
        list(read_arrays(tmp_path / "two.npy", tmp_path / "ids.txt"))
    with pytest.raises(EmbeddingError, match=r"none\.txt"):
        list(read_arrays(tmp_path / "two.npy", tmp_path / "none.txt"))
    for name in ("empty.npz", "noise.npz", "plain.npz", "objects.npz", "latin.jsonl", "absent.jsonl", "."):
        with pytest.raises(EmbeddingError):
            list(read_arrays(tmp_path / name))
