"""Virufy's clinical part: what a name says, and that it must agree with its folder."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from corpora.indexing.build import build_index
from corpora.virufy import CORPUS
from manifests.errors import CorpusError
from tests.corpora.trees import virufy as trees


def rows(root):
    return {row["id"]: row for row in build_index(CORPUS, root).rows()}


@pytest.fixture
def root(tmp_path):
    return trees.small(tmp_path)


def test_a_segment_and_its_original(root):
    found = rows(root)
    assert len(found) == 12
    columns = ("kind", "result", "patient", "number", "speaker", "sex", "age")
    segment = found["pos-0421-087-cough-f-40-1"]
    assert [segment[name] for name in columns] == ["segment", "pos", "087", "1", "087", "female", 40.0]
    assert segment["path"] == "clinical/segmented/pos/pos-0421-087-cough-f-40-1.mp3"
    assert segment["licence"] == "LicenseRef-Virufy"
    original = found["neg-0421-085-cough-m-43"]
    assert [original[name] for name in columns] == ["original", "neg", "085", "", "085", "male", 43.0]


def test_the_whole_release(tmp_path):
    root = trees.full(tmp_path)
    entries = list(CORPUS.entries(root))
    assert len(entries) == CORPUS.expected_at(root) == 137
    kinds = Counter((entry.extra["kind"], entry.extra["result"]) for entry in entries)
    assert kinds == {
        ("original", "pos"): 7,
        ("original", "neg"): 9,
        ("segment", "pos"): 48,
        ("segment", "neg"): 73,
    }
    assert len({entry.speaker for entry in entries}) == 16


def test_segments_of_the_copy_only_where_the_owners_are_absent(root, noise):
    folder = root / "clinical/segment/neg"
    noise(folder / "neg-0421-085-cough-m-43_3.wav")
    assert "neg-0421-085-cough-m-43_3" not in rows(root)
    shutil.rmtree(root / "clinical/segmented")
    row = rows(root)["neg-0421-085-cough-m-43_3"]
    assert (row["kind"], row["number"], row["path"]) == ("segment", "3", f"clinical/segment/neg/{row['id']}.wav")
    assert CORPUS.expected_at(root) == 16 + 120


@pytest.mark.parametrize("suffix", [".wav", ".MP3"])
def test_another_suffix(suffix, root):
    path = root / "clinical/segmented/pos/pos-0421-087-cough-f-40-1.mp3"
    path.rename(path.with_suffix(suffix))
    assert rows(root)[path.stem]["path"].endswith(suffix)


def test_a_converted_copy_beside_the_released_file(root, noise):
    noise(root / "clinical/segmented/pos/pos-0421-087-cough-f-40-1.wav")
    assert rows(root)["pos-0421-087-cough-f-40-1"]["path"].endswith("-1.mp3")


def test_result_of_name_and_folder_disagree(root):
    path = root / "clinical/segmented/pos/pos-0421-087-cough-f-40-1.mp3"
    wrong = root / "clinical/segmented/neg" / path.name
    path.rename(wrong)
    with pytest.raises(CorpusError) as error:
        build_index(CORPUS, root)
    assert (error.value.where, error.value.found) == (str(wrong), "pos in the name and neg in the folder")


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("segmented", "pos-0421-087-cough-f-40.mp3"),
        ("segmented", "cough1.mp3"),
        ("original", "pos-0421-087-cough-f-40-0.mp3"),
        ("original", "pos-0421-087-cough-x-40.mp3"),
        ("original", "pos-0421-087-cough-f-forty.mp3"),
    ],
)
def test_a_name_that_says_too_little_or_too_much(folder, name, root, noise):
    noise(root / "clinical" / folder / "pos" / name)
    with pytest.raises(CorpusError, match=f"{name}: found the name of no") as error:
        build_index(CORPUS, root)
    assert "pos-0421-084-cough-m-50" in error.value.wanted


def test_other_files_are_nothing_to_it(root):
    (root / "clinical/segmented/pos/notes.txt").write_text("x")
    (root / "clinical/segmented/pos/.DS_Store").write_text("x")
    assert len(rows(root)) == 12


def test_folders_of_these_names_with_other_files_are_another_corpus(noise, tmp_path):
    noise(tmp_path / "clinical/original/pos/patient1.wav")
    assert CORPUS.locate(tmp_path) is None
