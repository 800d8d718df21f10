"""Folders of audio, and corpora in their owner's layout."""

import pytest

from tests.verification.opening.wild import entries, put
from verification.opening.collection import Roles
from verification.opening.describe import describe
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection
from verification.opening.rawset import FILE_NAME, FOLDER_NAME

RAVDESS = [
    f"Audio_Speech_Actors_01-24/Actor_{actor:02}/03-01-{emotion:02}-01-02-01-{actor:02}.wav"
    for actor in (1, 2)
    for emotion in (1, 5, 8)
]


@pytest.mark.parametrize("wrapping", ["", "audio/", "ESC/audio/"])
def test_folders_named_by_label(tmp_path, wrapping):
    put(tmp_path, *(f"{wrapping}{kind}/{n}.wav" for kind in ("cat", "dog") for n in (1, 2)))
    opened = open_collection(tmp_path)
    assert (opened.form, opened.rows, opened.roles.label) == ("label folders", 4, FOLDER_NAME)
    assert [row.label for row in opened.read()] == ["cat", "cat", "dog", "dog"]
    assert "cat, dog" in "\n".join(describe(opened))


def test_label_folders_in_splits(tmp_path):
    put(tmp_path, *(f"{split}/{kind}/{n}.ogg.wav" for split in ("train", "test") for kind in "ab" for n in (1, 2)))
    rows = entries(tmp_path)
    assert [(row.split, row.label) for row in rows[::2]] == [
        ("test", "a"),
        ("test", "b"),
        ("train", "a"),
        ("train", "b"),
    ]
    assert rows[0].audio[0].name == "test/a/1.ogg.wav"


@pytest.mark.parametrize("names", [("Actor_01", "Actor_02"), ("p225", "p226", "p227"), ("1089", "121"), ("s1", "s10")])
def test_numbered_folders_are_speakers(tmp_path, names):
    put(tmp_path, *(f"{name}/{n}.wav" for name in names for n in (1, 2)))
    opened = open_collection(tmp_path)
    assert opened.form == "audio files"
    rows = list(opened.read())
    assert {row.speaker for row in rows} == set(names)
    assert {row.label for row in rows} == {""}


@pytest.mark.parametrize(
    "names",
    [("a.wav", "b.wav"), ("only/a.wav", "only/b.wav"), ("a.wav", "cat/b.wav", "dog/c.wav"), ("x/y/a.wav", "z/b.wav")],
)
def test_audio_without_labels(tmp_path, names):
    put(tmp_path, *names)
    opened = open_collection(tmp_path)
    assert (opened.form, opened.rows, opened.roles.label) == ("audio files", len(names), "")
    assert {(row.label, row.speaker, row.split) for row in opened.read()} == {("", "", "")}


def test_a_folder_for_each_clip_is_no_label(tmp_path):
    put(tmp_path, *(f"take {chr(97 + n)}{chr(97 + n)}/clip.wav" for n in range(12)))
    assert open_collection(tmp_path).form == "audio files"


def test_hidden_files_and_those_of_a_mac_are_left_out(tmp_path):
    put(tmp_path, "a.wav", "._a.wav", ".trash/b.wav", "__MACOSX/c.wav")
    assert [row.audio[0].name for row in entries(tmp_path)] == ["a.wav"]


def test_labels_in_file_names(tmp_path):
    put(tmp_path, *RAVDESS)
    opened = open_collection(tmp_path, label_pattern=r"/\d\d-\d\d-(\d\d)-[^/]*$")
    assert (opened.form, opened.roles.label) == ("RAVDESS", FILE_NAME)
    rows = list(opened.read())
    assert [row.label for row in rows] == ["01", "05", "08"] * 2
    assert [row.speaker for row in rows] == ["01"] * 3 + ["02"] * 3
    assert any("in 6 of 6 names" in note for note in opened.notes)


def test_named_groups_of_a_pattern_give_other_roles(tmp_path):
    put(tmp_path, *RAVDESS)
    pattern = r"(?P<source>\d\d)-\d\d-(?P<label>\d\d)-(?P<group>\d\d-\d\d)-(?P<id>\d\d-(?P<speaker>\d\d))\.wav"
    row = entries(tmp_path, label_pattern=pattern)[4]
    assert (row.label, row.speaker, row.group, row.source, row.id) == ("05", "02", "01-02", "03", "01-02")


@pytest.mark.parametrize(
    ("pattern", "labels"),
    [("cat|dog", ["cat", "dog"]), (r"(?P<speaker>s\d)_(cat|dog)", ["cat", "dog"]), ("cat", ["cat", ""])],
)
def test_the_label_is_the_first_group_or_the_whole_match(tmp_path, pattern, labels):
    put(tmp_path, "s1_cat.wav", "s2_dog.wav")
    assert [row.label for row in entries(tmp_path, label_pattern=pattern)] == labels


def test_a_pattern_of_a_table_overrides_its_column(tmp_path):
    (tmp_path / "a.csv").write_text("audio,label\nx/cat_1.wav,1\nx/dog_1.wav,2\n")
    assert [row.label for row in entries(tmp_path / "a.csv", label_pattern="([a-z]+)_")] == ["cat", "dog"]


@pytest.mark.parametrize(("pattern", "found"), [("(", "no regular expression"), ("zebra", "no file name")])
def test_a_pattern_that_cannot_be_meant(tmp_path, pattern, found):
    put(tmp_path, "a.wav")
    with pytest.raises(CollectionError, match=found):
        open_collection(tmp_path, label_pattern=pattern)


def test_a_single_audio_file(tmp_path):
    put(tmp_path, "a.wav")
    assert [row.audio[0].name for row in entries(tmp_path / "a.wav")] == ["a.wav"]


def lj(root):
    put(root, "wavs/LJ001-0001.wav", "wavs/LJ001-0002.wav")
    (root / "metadata.csv").write_text('LJ001-0001|A "b|A "b\nLJ001-0002|C|C\n')
    return root


def test_a_corpus_is_known_before_its_table_is(tmp_path):
    root = lj(tmp_path / "LJSpeech-1.1")
    for path in (root, tmp_path):
        opened = open_collection(path)
        assert (opened.corpus, opened.form, opened.root, opened.rows) == ("ljspeech", "LJSpeech 1.1", root, 2)
        rows = list(opened.read())
        assert [(row.id, row.speaker, row.label, row.question) for row in rows] == [
            ("LJ001-0001", "LJ", "", ""),
            ("LJ001-0002", "LJ", "", ""),
        ]
        assert rows[0].audio[0].path == root / "wavs/LJ001-0001.wav"
        assert rows[0].metadata["text"] == 'A "b'
    assert entries(root, given=Roles(label="sex"))[0].label == "female"


def test_a_corpus_far_below_is_not_what_was_named(tmp_path):
    lj(tmp_path / "x/y/LJSpeech-1.1")
    assert open_collection(tmp_path).corpus == ""


def test_a_damaged_corpus_is_told_as_such(tmp_path):
    root = lj(tmp_path / "LJSpeech-1.1")
    (root / "metadata.csv").write_text("LJ001-0001|a|a\nLJ001-0002\n")
    with pytest.raises(CollectionError, match="line 2"):
        open_collection(root)
