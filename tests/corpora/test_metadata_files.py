"""Metadata are read from files only, and rows of a table know the line that they begin in."""

import os
from dataclasses import replace

import pytest

from corpora import common_voice, europarl_st, ljspeech
from corpora.indexing.entries import read_entries
from corpora.indexing.kaldi import read_pairs
from corpora.indexing.metadata import open_metadata, read_metadata, read_table
from corpora.indexing.model import Entry
from manifests.errors import CorpusError
from tests.corpora.trees import europarl_st as europarl_trees


def refusal(call, *arguments, **options):
    with pytest.raises(CorpusError) as caught:
        call(*arguments, **options)
    return caught.value


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "table.csv"
    os.mkfifo(path)
    return path


def test_a_pipe_is_refused_and_not_waited_for(pipe):
    for read in (read_metadata, read_pairs, lambda path: list(read_table(path, columns=("a",)))):
        error = refusal(read, pipe)
        assert (error.where, error.found) == (str(pipe), "a pipe or a device, which may never end")


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/null"])
def test_a_link_to_a_device_is_refused(target, tmp_path):
    (tmp_path / "scores.json").symlink_to(target)
    assert "device" in refusal(read_metadata, tmp_path / "scores.json").found


def test_a_list_that_is_a_device_is_not_an_absent_one(tmp_path):
    root = europarl_trees.small(tmp_path)
    path = root / "it/en/dev/speakers.lst"
    path.unlink()
    path.symlink_to("/dev/null")
    assert refusal(read_entries, europarl_st.CORPUS, root).where == str(path)


def test_a_table_of_common_voice_that_is_a_pipe(pipe):
    assert "a pipe" in refusal(lambda: list(common_voice._rows(pipe))).found


@pytest.mark.parametrize(
    ("name", "found"),
    [(".", "is a directory"), ("gone.csv", "no such file"), ("a\0b.csv", "a NUL in its name")],
)
def test_what_cannot_be_opened_is_said(name, found, tmp_path):
    assert found in refusal(read_metadata, tmp_path / name).found


def test_a_link_to_a_file_is_a_file(tmp_path):
    (tmp_path / "there.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r")
    (tmp_path / "link.txt").symlink_to("there.txt")
    assert read_metadata(tmp_path / "link.txt") == "one\ntwo\n"
    with open_metadata(tmp_path / "link.txt") as lines:
        assert list(lines) == ["one\n", "two\n"]


def test_rows_are_numbered_by_the_line_that_they_begin_in(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text('\na,b\n1,one\n , \n\n2,"two\nand\nmore"\n3,three\n')
    assert [(line, row["a"]) for line, row in read_table(path, columns=("a", "b"))] == [(3, "1"), (6, "2"), (9, "3")]
    path.write_text(path.read_text() + '4,"four\nlines",too,many\n')
    assert refusal(lambda: list(read_table(path, columns=("a",)))).found == "4 fields in line 10"


@pytest.mark.parametrize("age", [float("inf"), float("nan"), 1e300, -1.0, 151.0])
def test_an_age_that_is_none_is_refused_in_any_corpus(age, tmp_path):
    entry = Entry(id="a", path="a.wav", age=age, origin="list.csv, line 2")
    error = refusal(read_entries, replace(ljspeech.CORPUS, entries=lambda _: [entry]), tmp_path)
    assert error.where == f"{tmp_path}/list.csv, line 2"
    assert "the age" in error.found
