"""MS-SNSD: noises by class, and clean speech."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.ms_snsd import CORPUS, TEST_NOISES, locate
from manifests.errors import CorpusError
from tests.corpora.trees.ms_snsd import full, small
from tests.corpora.trees.sounds import tiny_wav


def by_id(root):
    return {entry.id: entry for entry in read_entries(CORPUS, root)}


@pytest.mark.parametrize(
    ("name", "columns", "speaker", "licence"),
    [
        ("noise_test/Babble_1", ("noise", "test", "Babble", "1"), "", "CC-BY-SA-3.0"),
        ("noise_train/NeighborSpeaking_1", ("noise", "train", "Neighbor", "1"), "", "CC-BY-SA-3.0"),
        ("noise_train/AirportAnnouncement_11", ("noise", "train", "AirportAnnouncements", "11"), "", "CC-BY-SA-3.0"),
        ("clean_test/clnsp2", ("clean", "test", "", "2"), "", "ODbL-1.0"),
        ("clean_train/p234_003", ("clean", "train", "", "003"), "p234", "CC-BY-4.0"),
    ],
)
def test_rows(name, columns, speaker, licence, tmp_path):
    row = {row["id"]: row for row in build_index(CORPUS, small(tmp_path)).rows()}[name]
    assert tuple(row[column] for column in CORPUS.extra_columns) == columns
    assert (row["path"], row["speaker"], row["licence"]) == (f"{name}.wav", speaker, licence)
    assert row["sampling_rate"] == 16_000


@pytest.mark.slow
def test_whole(tmp_path):
    root = full(tmp_path)
    entries = read_entries(CORPUS, root)
    assert len(entries) == CORPUS.expected_at(root) == 24_354
    parts = Counter((entry.extra["kind"], entry.extra["split"]) for entry in entries)
    assert parts == {
        ("clean", "test"): 1_100,
        ("clean", "train"): 23_075,
        ("noise", "test"): 51,
        ("noise", "train"): 128,
    }
    classes = Counter(entry.extra["noise"] for entry in entries if entry.id.startswith("noise_test/"))
    assert dict(zip(TEST_NOISES, (8, 2, 8, 8, 4, 8, 2, 10, 1), strict=True)) == classes


def test_expects_the_folders_that_are_there(tmp_path):
    root = small(tmp_path)
    assert CORPUS.expected_at(root) == 24_354
    for name in ("clean_train", "clean_test", "noise_train"):
        shutil.rmtree(root / name)
    assert locate(tmp_path) == root
    assert CORPUS.expected_at(root) == 51
    assert {entry.extra["noise"] for entry in by_id(root).values()} == set(TEST_NOISES)


@pytest.mark.parametrize("name", ["noise", "Babble", "Babble_", "Babble_1b", "2_Babble"])
def test_noise_of_no_class_is_named(name, tmp_path):
    root = small(tmp_path)
    path = tiny_wav(root / f"noise_test/{name}.wav", 0)
    with pytest.raises(CorpusError) as error:
        build_index(CORPUS, root)
    assert error.value.where == str(path)
    assert "Babble_1.wav" in error.value.wanted


def test_speech_of_another_name_has_no_speaker(tmp_path):
    root = small(tmp_path)
    tiny_wav(root / "clean_train/my speech.wav", 0)
    entry = by_id(root)["clean_train/my speech"]
    assert (entry.speaker, entry.extra["number"]) == ("", "")


def test_upper_case_suffix_and_other_files(tmp_path):
    root = small(tmp_path)
    ids = list(by_id(root))
    for path in sorted(root.rglob("*.wav")):
        path.rename(path.with_suffix(".WAV"))
    (root / "noise_test/._Babble_1.wav").write_bytes(b"made by a Mac")
    (root / "noise_test/readme.txt").write_text("x")
    (root / "CleanSpeech_training").mkdir()  # what the repository's own mixer writes
    tiny_wav(root / "CleanSpeech_training/clnsp1.wav", 0)
    assert locate(tmp_path) == root
    assert list(by_id(root)) == ids


def test_another_corpus_with_a_folder_of_that_name(tmp_path):
    (tmp_path / "other/noise_test").mkdir(parents=True)
    tiny_wav(tmp_path / "other/noise_test/rain_1.wav", 0)
    assert locate(tmp_path) is None
