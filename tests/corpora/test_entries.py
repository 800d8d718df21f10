"""Metadata come from others: what they name stays inside the corpus, and is text."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from corpora.indexing.facts import known_hashes
from corpora.indexing.model import Entry
from corpora.indexing.registry import corpora
from corpora.indexing.scan import scan_file
from corpora.ljspeech import CORPUS
from manifests.errors import CorpusError

HOSTILE = {
    "../../etc/passwd": "a part ..",
    "a/../../b": "a part ..",
    "./a": "a part .",
    "/etc/passwd": "an absolute path",
    "": "nothing",
    "a//b": "a part without a name",
    "a/": "a part without a name",
    "..\\..\\b": "a backslash",
    "a\0b": "a NUL",
    "a\x1bb": "a control character",
    "a\udce9b": "a byte that is not UTF-8",
}


def corpus_of(*entries):
    return dataclasses.replace(CORPUS, entries=lambda root: entries)


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("field", ["id", "path"])
def test_a_name_that_leads_out_or_cannot_be_is_refused_with_its_row(field, value, tmp_path):
    good = Entry(id="LJ001-0001", path="wavs/LJ001-0001.wav")
    bad = dataclasses.replace(good, **{field: value}, origin="metadata.csv, line 2")
    with pytest.raises(CorpusError) as caught:
        read_entries(corpus_of(good, bad), tmp_path)
    assert caught.value.where == f"{tmp_path}/metadata.csv, line 2"
    assert caught.value.found == f"{HOSTILE[value]} in the {field} {value!r}"
    with pytest.raises(CorpusError, match="recording 2: found"):
        read_entries(corpus_of(good, dataclasses.replace(bad, origin="")), tmp_path)


@pytest.mark.parametrize("value", ["a\0b", "caf\udce9"])
@pytest.mark.parametrize("field", ["speaker", "sex", "text", "country"])
def test_a_text_that_no_table_can_hold_is_refused(field, value, tmp_path):
    fields = {"extra": {"country": value}} if field == "country" else {field: value}
    with pytest.raises(CorpusError, match=f"in the {field} "):
        read_entries(corpus_of(Entry(id="a", path="a.wav", **fields)), tmp_path)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\"), min_size=1)))
def test_every_other_name_is_taken(parts):
    name = "/".join(["a", *(part for part in parts if part not in {".", ".."})])
    (entry,) = read_entries(corpus_of(Entry(id=name, path=name)), Path("LJSpeech-1.1"))
    assert entry.path == name


@pytest.mark.parametrize(
    ("name", "metadata", "line", "row"),
    [
        ("ljspeech", "metadata.csv", "../../secret|Text|Text\n", "metadata.csv, line 6"),
        ("ljspeech", "metadata.csv", "/etc/secret|Text|Text\n", "metadata.csv, line 6"),
        ("ljspeech", "metadata.csv", "LJ\0|Text|Text\n", "metadata.csv, line 6"),
        ("ljspeech", "metadata.csv", "LJ001-0009|Text|Te\0xt\n", "metadata.csv, line 6"),
        ("ljspeech", "metadata.csv", "|Text|Text\n", "metadata.csv, line 6"),
        ("speech_accent_archive", "speakers_all.csv", "27,9,x,../../s,x,male,9,x,FALSE,,,\n", "csv, row 15"),
        ("speech_accent_archive", "speakers_all.csv", "27,9,x,a\0,x,male,9,x,FALSE,,,\n", "csv, row 15"),
        ("speech_accent_archive", "speakers_all.csv", "27,9,\0,a,x,male,9,x,FALSE,,,\n", "csv, row 15"),
        ("librispeech", "test-clean/61/70968/61-70968.trans.txt", "../../s TEXT\n", "the row of '../../s'"),
        ("librispeech", "test-clean/61/70968/61-70968.trans.txt", "a\0 TEXT\n", r"the row of 'a\x00'"),
        ("demo", "metadata.csv", "s99_1|../../s.wav|s99|male|de|Text\n", "metadata.csv, line 50"),
    ],
)
def test_every_corpus_names_the_file_and_the_row(name, metadata, line, row, tree_of):
    root = tree_of(name)
    with (root / metadata).open("a") as file:
        file.write(line)
    with pytest.raises(CorpusError) as caught:
        build_index(corpora()[name], root, allow_damaged=True)
    assert caught.value.where.startswith(str(root / metadata))
    assert row in caught.value.where


def test_a_nul_in_a_path_that_is_given(tmp_path):
    path = tmp_path / "a\0b"
    for corpus in corpora().values():
        with pytest.raises(CorpusError, match="a NUL in its name"):
            build_index(corpus, path)
    assert known_hashes([path]) == {}
    assert scan_file(path).damage == "missing"


@pytest.mark.parametrize("name", ["ljspeech", "librispeech", "speech_accent_archive"])
def test_folder_and_files_whose_names_are_not_utf8(name, make_tree, noise, tmp_path):
    tree = make_tree(name, tmp_path)
    first = build_index(corpora()[name], tree)
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this disk takes only names in UTF-8")
    root = tree.rename(folder / tree.name)
    for below in [path for path in root.rglob("*") if path.is_dir()]:
        noise(tmp_path / "x.wav").rename(below / os.fsdecode(b"caf\xe9.flac"))
    index = build_index(corpora()[name], folder, workers=2)
    assert index.root == root
    assert index.digest() == first.digest()


def test_a_corpus_that_lists_a_name_that_is_not_utf8(root_of_one):
    corpus = dataclasses.replace(
        CORPUS, entries=lambda root: [Entry(id=path.stem, path=f"wavs/{path.name}") for path in root.glob("wavs/*")]
    )
    with pytest.raises(CorpusError, match=r"a byte that is not UTF-8 in the id 'caf\\udce9'"):
        build_index(corpus, root_of_one)


@pytest.fixture
def tree_of(make_tree, tmp_path):
    return lambda name: make_tree(name, tmp_path)


@pytest.fixture
def root_of_one(make_tree, noise, tmp_path):
    root = make_tree("ljspeech", tmp_path)
    try:
        (root / "wavs/LJ001-0001.wav").rename(root / "wavs" / os.fsdecode(b"caf\xe9.wav"))
    except OSError:
        pytest.skip("this disk takes only names in UTF-8")
    return root
