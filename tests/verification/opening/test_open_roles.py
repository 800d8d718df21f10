"""Which column is taken for what."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.opening.wild import entries, first, json_lines, put
from verification.opening.collection import Roles
from verification.opening.describe import describe
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        # MMAU
        (
            {
                "id": "3fe",
                "audio_id": "./audio/a.wav",
                "question": "Which?",
                "choices": ["Man", "Woman"],
                "answer": "Man",
                "dataset": "VoxCeleb",
                "task": "speech",
                "split": "test-mini",
                "category": "Reasoning",
            },
            {"audio": ("audio_id",), "options": ("choices",), "label": "answer", "source": "dataset", "id": "id"},
        ),
        # AIR-Bench
        (
            {
                "path": "audio/a.wav",
                "question": "Which?",
                "choice_a": "x",
                "choice_b": "y",
                "answer_gt": "x",
                "task_name": "t",
                "uniq_id": 0,
            },
            {"audio": ("path",), "options": ("choice_a", "choice_b"), "label": "answer_gt", "question": "question"},
        ),
        # Common Voice
        (
            {"client_id": "f0", "path": "audio/a.wav", "sentence": "Hi.", "gender": "female"},
            {"audio": ("path",), "speaker": "client_id"},
        ),
        # ESC-50
        (
            {"filename": "a.wav", "fold": 1, "target": 0, "category": "dog", "esc10": True},
            {"audio": ("filename",), "label": "category"},
        ),
        # SNR with stems
        (
            {"noisy_path": "audio/a.wav", "clean_path": "audio/b.wav", "noise_path": "audio/c.wav", "label": "5"},
            {"audio": ("noisy_path",), "clean": "clean_path", "noise": "noise_path", "label": "label"},
        ),
        # comparisons
        (
            {"first_audio": "audio/a.wav", "second_audio": "audio/b.wav", "Question Text": "Same?", "Answer": "no"},
            {"audio": ("first_audio", "second_audio"), "question": "Question Text", "label": "Answer"},
        ),
        (
            {"audio": "gone1.wav", "audio2": "gone2.wav", "instruction": "Same?", "label": "no"},
            {"audio": ("audio", "audio2"), "question": "instruction"},
        ),
        # a question without a telling name; a `noise` and a `clean` that are no stems
        (
            {"wav": "audio/a.wav", "say": "Is it clean?", "noise": "babble", "clean": True, "gold": "yes"},
            {"audio": ("wav",), "question": "say", "label": "gold"},
        ),
        # names without a suffix
        ({"clip": "a", "label": "up"}, {"audio": ("clip",), "label": "label"}),
        ({"uid": "a", "label": "up"}, {"audio": ("uid",), "label": "label", "id": "uid"}),
    ],
)
def test_roles_by_name_and_by_what_the_columns_hold(tmp_path, columns, expected):
    put(tmp_path, "audio/a.wav", "audio/b.wav", "audio/c.wav")
    roles = open_collection(json_lines(tmp_path / "a.jsonl", [columns])).roles
    guessed = {role: getattr(roles, role) for role in roles.given()}
    assert guessed.items() >= expected.items()
    assert set(guessed) - set(expected) <= {"id", "split", "source", "question", "label"}


def test_what_is_given_counts_and_is_told_apart(tmp_path):
    path = json_lines(tmp_path / "a.jsonl", [{"id": "1", "audio": "a.wav", "alt": "b.wav", "answer": "x", "gold": "y"}])
    opened = open_collection(path, given=Roles(audio=("alt",), label="gold"))
    row = next(opened.read())
    assert (row.label, row.audio[0].name, row.metadata) == ("y", "b.wav", {"audio": "a.wav", "answer": "x"})
    text = "\n".join(describe(opened))
    assert "label: column `gold` (given)" in text
    assert "id: column `id` (guessed)" in text
    assert "1 row\n" in text
    assert "not found: question, options" in text


def test_a_given_column_that_is_not_there(tmp_path):
    path = json_lines(tmp_path / "a.jsonl", [{"audio": "a.wav", "answer": "x"}])
    with pytest.raises(CollectionError, match="one of the columns audio, answer") as caught:
        open_collection(path, given=Roles(label="antwort"))
    assert "--label antwort" in caught.value.where


def test_ids_that_repeat_stay_ids_but_doubtful_ones_do_not(tmp_path):
    rows = [{"audio": "a.wav", "id": "same", "name": "Ann"}, {"audio": "b.wav", "id": "same", "name": "Ann"}]
    assert open_collection(json_lines(tmp_path / "a.jsonl", rows)).roles.id == "id"
    for row in rows:
        del row["id"]
    assert open_collection(json_lines(tmp_path / "b.jsonl", rows)).roles.id == ""


def test_what_a_row_declares_of_its_clip(tmp_path):
    row = {"audio": "a.wav", "label": "x", "sampling_rate": "16000", "duration": 2.5, "num_channels": 2}
    clip = first(json_lines(tmp_path / "a.jsonl", [row])).audio[0]
    assert (clip.sampling_rate, clip.duration_s, clip.channels) == (16_000, 2.5, 2)
    assert first(tmp_path / "a.jsonl").metadata == {"sampling_rate": 16_000.0, "duration": 2.5, "num_channels": 2.0}


def test_the_length_of_one_of_several_clips_is_not_told(tmp_path):
    row = {"audio": "a.wav", "audio2": "b.wav", "label": "x", "duration": 5, "sr": 16_000}
    clips = first(json_lines(tmp_path / "a.jsonl", [row])).audio
    assert [(clip.duration_s, clip.sampling_rate) for clip in clips] == [(None, 16_000), (None, None)]


@pytest.mark.parametrize("other", [{"duration": 41_000}, {"sr": 16}, {"channels": 0}, {"sr": "high"}, {"duration": -1}])
def test_a_column_in_another_unit_declares_nothing(tmp_path, other):
    clip = first(json_lines(tmp_path / "a.jsonl", [{"audio": "a.wav", "label": "x", **other}])).audio[0]
    assert (clip.sampling_rate, clip.duration_s, clip.channels) == (None, None, None)


def test_the_answer_is_no_declaration(tmp_path):
    path = json_lines(tmp_path / "a.jsonl", [{"audio": "a.wav", "duration": 3}])
    row = first(path, given=Roles(label="duration"))
    assert (row.label, row.audio[0].duration_s) == ("3", None)


def test_numbers_stay_texts_where_they_would_not_come_back(tmp_path):
    row = {"audio": "a.wav", "a": "007", "b": "1.50", "c": "nan", "d": 3, "e": None, "f": True, "g": ["x", "y"]}
    metadata = first(json_lines(tmp_path / "a.jsonl", [row])).metadata
    assert metadata == {"a": "007", "b": 1.5, "c": "nan", "d": 3.0, "f": "true", "g": '["x", "y"]'}


BAD = ["a\0b.wav", "x" * 5_000 + ".wav", "y" * 300 + ".wav", "https://host/a.wav", "\ud800.wav", "~/a.wav", "/a/b.wav"]


@pytest.mark.parametrize("name", BAD)
def test_a_path_that_cannot_be_is_missing_and_no_more(tmp_path, name):
    put(tmp_path, "a.wav")
    rows = entries(json_lines(tmp_path / "a.jsonl", [{"audio": "a.wav", "id": "1"}, {"audio": name, "id": "2"}]))
    clip = rows[1].audio[0]
    assert rows[0].audio[0].path == tmp_path / "a.wav"
    assert clip.name == name
    assert clip.data is None
    assert not os.path.exists(clip.path)  # noqa: PTH110
    try:
        clip.path.stat()
    except OSError:
        pass
    else:
        pytest.fail("such a file exists")


@pytest.mark.parametrize("empty", [None, "", " ", [], {"bytes": None, "path": None}, 5])
def test_a_row_that_names_no_clip_has_a_reference_to_nothing(tmp_path, empty):
    rows = [{"audio": "a.wav", "label": "x"}, {"audio": empty, "label": "y"}]
    row = entries(json_lines(tmp_path / "a.jsonl", rows))[1]
    assert [(clip.name, clip.path, clip.data) for clip in row.audio] == [("", None, None)]
    assert row.name == "row 1"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=8), each, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    ["audio", "question", "options", "answer", "id", "source", "choice_a", "choice_b", "clean", "x"]
)


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.dictionaries(NAMES, JSON, max_size=6), min_size=1, max_size=4))
def test_no_row_whatever_makes_the_reader_crash(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("any") / "a.jsonl"
    json_lines(path, [{"audio": "a.wav"}, *rows])
    opened = open_collection(path, given=Roles(audio=("audio",)))
    read = list(opened.read())
    assert len(read) == opened.rows == len(rows) + 1
    assert all(isinstance(value, str | float) for row in read for value in row.metadata.values())
    assert all(isinstance(text, str) for row in read for text in (row.label, row.question, *row.options))


@pytest.mark.parametrize("name", ["nothing", "nothing\0", "n" * 300])
def test_no_such_path(tmp_path, name):
    with pytest.raises(CollectionError, match="no such file or folder"):
        open_collection(tmp_path / name)


def test_what_is_not_recognised_is_told_with_what_was_looked_for(tmp_path):
    with pytest.raises(CollectionError, match="an empty folder"):
        open_collection(tmp_path)
    (tmp_path / "notes.txt").write_text("x")
    for path, found in ((tmp_path, "notes.txt"), (tmp_path / "notes.txt", "another kind")):
        with pytest.raises(CollectionError, match=r"Parquet.*Kaldi") as caught:
            open_collection(path)
        assert found in caught.value.found
