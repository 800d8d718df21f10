"""Kaldi directories."""

import pytest

from tests.verification.opening.wild import entries, put
from verification.opening.collection import Roles
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection


@pytest.fixture
def folder(tmp_path):
    put(tmp_path, "corpus/a.wav", "corpus/b.wav")
    data = tmp_path / "data/test"
    data.mkdir(parents=True)
    (data / "wav.scp").write_text("ann-a corpus/a.wav\nbob-b corpus/b.wav\n")
    (data / "text").write_text("ann-a HELLO THERE\nbob-b\n")
    (data / "utt2spk").write_text("ann-a ann\nbob-b bob\n")
    (data / "spk2gender").write_text("ann f\nbob m\n")
    (data / "utt2label").write_text("ann-a happy\nbob-b sad\n")
    (data / "utt2lang").write_text("ann-a en\nbob-b de\n")
    (data / "utt2dur").write_text("ann-a 0.1\nbob-b 0.1\n")
    return data


def test_its_files_are_columns(tmp_path, folder):
    opened = open_collection(folder)
    assert (opened.form, opened.rows) == ("Kaldi directory", 2)
    one, two = opened.read()
    assert (one.id, one.speaker, one.label) == ("ann-a", "ann", "happy")
    assert one.audio[0].path.samefile(tmp_path / "corpus/a.wav")
    assert one.audio[0].duration_s == 0.1
    assert one.metadata == {"text": "HELLO THERE", "utt2lang": "en", "utt2dur": 0.1, "gender": "f"}
    assert two.metadata == {"utt2lang": "de", "utt2dur": 0.1, "gender": "m"}


def test_another_file_can_be_the_label(folder):
    assert [row.label for row in entries(folder, given=Roles(label="utt2lang"))] == ["en", "de"]


def test_the_folders_in_it_are_splits(folder):
    assert [row.split for row in entries(folder.parent)] == ["test", "test"]


def test_commands_are_never_run_and_said_to_be_missing(tmp_path, folder):
    proof = tmp_path / "proof"
    (folder / "wav.scp").write_text(f"ann-a touch {proof} |\nbob-b raw.ark:123\n")
    opened = open_collection(folder)
    one, two = opened.read()
    assert not proof.exists()
    assert not one.audio[0].path.exists()
    assert not two.audio[0].path.exists()
    assert any("1 entries of wav.scp are commands (touch" in note for note in opened.notes)
    assert any("archives" in note for note in opened.notes)


def test_segments_are_refused_unless_they_are_whole_recordings(folder):
    (folder / "segments").write_text("ann-a ann-a 0.0 0.1\nbob-b bob-b 0.0 0.1\n")
    opened = open_collection(folder)
    assert opened.rows == 2
    assert any(note.startswith("segments") for note in opened.notes)
    (folder / "segments").write_text("ann-a-001 ann-a 0.0 0.05\n")
    with pytest.raises(CollectionError, match="segments of longer recordings, such as ann-a-001"):
        open_collection(folder)


@pytest.mark.parametrize(("content", "found"), [(b"a x.wav\nb\n", "'b' alone"), (b"a x.wav\nb \xff.wav\n", "UTF-8")])
def test_a_broken_script_is_told_by_line(folder, content, found):
    (folder / "wav.scp").write_bytes(content)
    with pytest.raises(CollectionError, match="line 2") as caught:
        open_collection(folder)
    assert found in caught.value.found
