"""RAVDESS: labels from names, in every way its two trees are unpacked."""

from __future__ import annotations

import os
import shutil
from collections import Counter

import pytest

from corpora.fetching.standing import standing_of
from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.indexing.parts import how_to_complete, parts_text
from corpora.ravdess import CORPUS, EMOTIONS, locate
from manifests.errors import CorpusError
from tests.corpora.trees.ravdess import SONG, SPEECH, STEREO, full, small
from tests.corpora.trees.sounds import tiny_wav


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """All 2,452 recordings, as two trees."""
    return full(tmp_path_factory.mktemp("whole"))


def link(tree, folder):
    """Put what is in `tree` into `folder` as well."""
    shutil.copytree(tree, folder, copy_function=os.link, dirs_exist_ok=True)
    return folder


@pytest.fixture
def few(tmp_path):
    """Two recordings of one actor."""
    (tmp_path / "ravdess" / SPEECH / "Actor_01").mkdir(parents=True)
    for number, name in enumerate(("03-01-01-01-01-01-01", "03-01-05-02-02-02-01")):
        tiny_wav(tmp_path / "ravdess" / SPEECH / "Actor_01" / f"{name}.wav", number)
    return tmp_path / "ravdess"


def counts(entries, *columns):
    return Counter(tuple(entry.extra[column] for column in columns) for entry in entries)


class TestWhole:
    def test_counts(self, whole):
        entries = read_entries(CORPUS, whole)
        assert counts(entries, "channel") == {("speech",): 1_440, ("song",): 1_012}
        speech = counts([entry for entry in entries if entry.extra["channel"] == "speech"], "emotion", "intensity")
        assert speech.pop(("neutral", "normal")) == 96
        assert set(speech.values()) == {96}
        assert len(speech) == 14
        song = counts([entry for entry in entries if entry.extra["channel"] == "song"], "emotion")
        assert song == {("neutral",): 92} | {(name,): 184 for name in ("calm", "happy", "sad", "angry", "fearful")}
        assert CORPUS.expected_at(whole) == len(entries) == 2_452

    def test_actors(self, whole):
        people = {(entry.speaker, entry.sex) for entry in read_entries(CORPUS, whole)}
        assert people == {(f"{actor:02}", "male" if actor % 2 else "female") for actor in range(1, 25)}
        singers = {entry.speaker for entry in read_entries(CORPUS, whole) if entry.extra["channel"] == "song"}
        assert len(singers) == 23
        assert "18" not in singers

    @pytest.mark.parametrize(
        ("tree", "told", "lacking"),
        [
            (SPEECH, "speech 1,440 of 1,440; song 0 of 1,012", f"{SONG}.zip"),
            (SONG, "speech 0 of 1,440; song 1,012 of 1,012", f"{SPEECH}.zip"),
        ],
    )
    def test_one_tree_alone_is_a_part(self, tree, told, lacking, whole):
        assert locate(whole / tree) == whole / tree
        standing = standing_of(CORPUS, given=whole / tree)
        assert (standing.state, standing.expected) == ("partial", 2_452)
        assert parts_text(standing.parts) == told
        assert how_to_complete(standing.parts) == f"unpack {lacking} beside what is here"

    def test_both_are_whole(self, whole):
        standing = standing_of(CORPUS, given=whole)
        assert (standing.state, standing.found) == ("present", 2_452)
        assert parts_text(standing.parts) == "speech 1,440 of 1,440; song 1,012 of 1,012"
        assert how_to_complete(standing.parts) == ""

    def test_merged_into_one_set_of_actors(self, whole, tmp_path):
        root = tmp_path / "ravdess"
        for tree in (SPEECH, SONG):
            link(whole / tree, root)
        assert locate(tmp_path) == root
        assert CORPUS.expected_at(root) == 2_452
        one, two = read_entries(CORPUS, root), read_entries(CORPUS, whole)
        assert [(entry.id, entry.extra) for entry in one] == [(entry.id, entry.extra) for entry in two]

    def test_kaggle_has_every_actor_twice(self, whole, tmp_path):
        root = link(whole / SPEECH, tmp_path / "archive")
        link(whole / SPEECH, root / SPEECH.lower())
        entries = read_entries(CORPUS, root)
        assert len(entries) == 1_440
        assert all(entry.path.startswith("Actor_") for entry in entries)

    def test_archive_with_a_folder_of_its_own(self, whole, tmp_path):
        link(whole / SONG, tmp_path / "ravdess" / SONG / SONG)
        assert locate(tmp_path) == tmp_path / "ravdess"
        assert len(read_entries(CORPUS, tmp_path / "ravdess")) == 1_012


def test_row(tmp_path):
    rows = {row["id"]: row for row in build_index(CORPUS, small(tmp_path)).rows()}
    row = rows["03-02-06-02-02-01-02"]
    assert row["path"] == f"{SONG}/Actor_02/03-02-06-02-02-01-02.wav"
    assert (row["speaker"], row["sex"], row["text"]) == ("02", "female", "Dogs are sitting by the door")
    assert {name: row[name] for name in CORPUS.extra_columns} == {
        "channel": "song",
        "emotion": "fearful",
        "intensity": "strong",
        "statement": "2",
        "repetition": "1",
        "actor": "02",
    }
    assert [name for name, row in rows.items() if row["channels"] == 2] == [STEREO]
    assert {row["emotion"] for row in rows.values()} == set(EMOTIONS.values())


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("03-01-01-01-01-01-02", "actor 02 in the folder Actor_01"),
        ("03-01-01-02-01-01-01", "a strong neutral emotion"),
        ("03-02-07-01-01-01-01", "a song of the emotion disgust"),
        ("03-02-08-02-01-01-01", "a song of the emotion surprised"),
        ("01-01-03-01-01-01-01", "a name of another form"),  # with pictures
        ("03-01-09-01-01-01-01", "a name of another form"),
        ("03-01-03-01-01-01-01 (1)", "a name of another form"),
        ("03-01-03-01-01-01", "a name of another form"),
    ],
)
def test_names_that_contradict(name, found, few):
    path = tiny_wav(few / SPEECH / "Actor_01" / f"{name}.wav", 0)
    with pytest.raises(CorpusError) as error:
        read_entries(CORPUS, few)
    assert (error.value.where, error.value.found) == (str(path), found)


def test_other_files_are_let_be(few):
    first = read_entries(CORPUS, few)
    for name in ("._03-01-01-01-01-01-01.wav", "Thumbs.db", "03-01-01-01-01-01-01.txt"):
        (few / SPEECH / "Actor_01" / name).write_bytes(b"x")
    (few / SPEECH / "Actor_25").mkdir()
    tiny_wav(few / SPEECH / "Actor_25/anything.wav", 0)
    assert read_entries(CORPUS, few) == first


def test_upper_case_suffix(few):
    ids = [entry.id for entry in read_entries(CORPUS, few)]
    for path in sorted(few.rglob("*.wav")):
        path.rename(path.with_suffix(".WAV"))
    assert locate(few.parent) == few
    rows = build_index(CORPUS, few).rows()
    assert [row["id"] for row in rows] == ids
    assert all(row["path"].endswith(".WAV") for row in rows)


def test_video_files_are_another_release(tmp_path):
    (tmp_path / "RAVDESS/Actor_01").mkdir(parents=True)
    (tmp_path / "RAVDESS/Actor_01/01-01-01-01-01-01-01.mp4").write_bytes(b"x")
    assert locate(tmp_path) is None
