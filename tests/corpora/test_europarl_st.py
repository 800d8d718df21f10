"""Europarl-ST: languages by folder, speakers and texts by line of the lists."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from corpora import europarl_st
from corpora.indexing.build import build_index
from corpora.indexing.entries import read_entries
from manifests.errors import CorpusError
from tests.corpora.trees import europarl_st as trees


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return trees.small(tmp_path_factory.mktemp("made"))


@pytest.fixture
def root(made, tmp_path):
    return shutil.copytree(made, tmp_path / made.name)


def rows(root, **options):
    return {row["id"]: row for row in build_index(europarl_st.CORPUS, root, **options).rows()}


def test_a_row(root):
    found = rows(root)
    row = found["fr.20080101.2-001"]
    assert row["path"] == "fr/audios/fr.20080101.2-001.m4a"
    assert (row["language"], row["date"], row["splits"]) == ("fr", "2008-01-01", "dev")
    assert (row["speaker"], row["sex"], row["age"]) == ("EUmember_1001", "", None)
    assert row["text"] == "Text of fr.20080101.2-001."
    assert (row["sampling_rate"], row["channels"], row["licence"]) == (44_100, 1, "CC-BY-NC-4.0")
    assert row["frames"] == pytest.approx(1.1 * 44_100, abs=3 * 1_024)
    assert Counter(row["language"] for row in found.values()) == dict.fromkeys(("de", "en", "es", "fr", "it"), 3) | {
        "pt": 2
    }


@pytest.mark.parametrize("above", ["en", "de/fr", "it's en français/es"])
def test_a_folder_above_that_is_called_like_a_language_means_nothing(above, made, tmp_path):
    root = shutil.copytree(made, tmp_path / above / "v1.1")
    assert europarl_st.locate(tmp_path) == root
    assert all(row["language"] == name[:2] for name, row in rows(root).items())


def test_a_speech_is_in_the_splits_of_all_translations(root):
    trees.write_lists(root, "it", "pl", {"test": ["it.20080101.1-000"]})
    assert rows(root)["it.20080101.1-000"]["splits"] == "train test"


def test_expects_what_the_lists_name(root):
    assert europarl_st.CORPUS.expected_at(root) == 17
    assert build_index(europarl_st.CORPUS, root).notices == ()


def test_a_speech_that_no_list_names_is_still_of_its_language(root):
    path = root / "en/audios/en.20090102.3-007.m4a"
    path.write_bytes((root / "en/audios/en.20080101.1-000.m4a").read_bytes())
    row = rows(root)["en.20090102.3-007"]
    assert (row["language"], row["speaker"], row["text"], row["splits"]) == ("en", "", "", "")
    assert row["date"] == "2009-01-02"


def test_without_lists(root):
    for path in root.glob("*/*/*/speeches.lst"):
        path.unlink()
    assert {row["speaker"] for row in rows(root).values()} == {""}


def test_a_listed_speech_without_a_file_is_damage(root):
    (root / "de/audios/de.20080101.1-000.m4a").unlink()
    with pytest.raises(CorpusError, match=r"de/audios/de\.20080101\.1-000\.m4a: missing"):
        rows(root)
    assert "de.20080101.1-000" not in rows(root, allow_damaged=True)


def test_a_file_that_was_cut_is_damage(root):
    path = root / "de/audios/de.20080101.1-000.m4a"
    path.write_bytes(path.read_bytes()[:3_000])
    with pytest.raises(CorpusError, match=r"de\.20080101\.1-000\.m4a: not audio that can be decoded"):
        rows(root)


def test_upper_case_suffixes_and_files_converted_in_place(root):
    path = root / "en/audios/en.20080101.1-000.m4a"
    path.with_suffix(".wav").write_bytes(b"converted")
    path = path.rename(path.with_suffix(".M4A"))
    (root / "en/audios/._en.20080101.1-000.m4a").write_bytes(b"made by a Mac")
    found = rows(root)
    assert found["en.20080101.1-000"]["path"] == f"en/audios/{path.name}"
    assert len(found) == 17


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8"])
def test_byte_order_marks_windows_line_ends_and_blank_lines_at_the_end(root, encoding):
    first = rows(root)
    for path in root.glob("*/*/*/sp*"):
        path.write_text(path.read_text("utf-8") + "\n", encoding=encoding, newline="\r\n")
    assert rows(root) == first


@pytest.mark.parametrize("file", ["speakers.lst", "speeches.it"])
def test_lists_that_do_not_match_line_by_line(root, file):
    path = root / "it/en/dev" / file
    path.write_text("one\ntwo\nthree\n")
    with pytest.raises(CorpusError, match="found 3 lines") as caught:
        rows(root)
    assert caught.value.where == f"{path}, line 2"
    assert caught.value.wanted.startswith("1, a line a speech")


def refused(root):
    with pytest.raises(CorpusError) as caught:
        rows(root)
    return caught.value


@pytest.mark.parametrize("file", ["speakers.lst", "speeches.it"])
@pytest.mark.parametrize("text", ["", "\n", " \n"])
def test_an_emptied_list_is_not_an_absent_one(root, file, text):
    path = root / "it/en/dev" / file
    path.write_text(text)
    error = refused(root)
    assert (error.where, error.found) == (str(path), "an empty list")
    path.unlink()
    assert len(rows(root)) == 17


def test_a_name_that_leads_out_of_the_corpus(root):
    path = root / "it/en/dev/speeches.lst"
    path.write_text("../../../etc/passwd\n")
    with pytest.raises(CorpusError) as caught:
        read_entries(europarl_st.CORPUS, root)
    assert caught.value.where.endswith("it/en/dev/speeches.lst, line 1")


def test_one_language_is_enough_to_find_it(root, tmp_path):
    (root / "it").rename(tmp_path / "it")
    assert europarl_st.locate(tmp_path / "v1.1") == root
    (tmp_path / "alone").mkdir()
    (tmp_path / "it").rename(tmp_path / "alone/it")
    assert europarl_st.locate(tmp_path / "alone") == tmp_path / "alone"


def test_audios_of_something_else(tmp_path):
    (tmp_path / "en/audios").mkdir(parents=True)
    (tmp_path / "en/audios/list.txt").write_text("nothing")
    assert europarl_st.locate(tmp_path) is None


def test_all_of_it(tmp_path):
    entries = read_entries(europarl_st.CORPUS, trees.full(tmp_path))
    counts = Counter(entry.extra["language"] for entry in entries)
    assert counts == trees.FULL
    assert min(counts[language] for language in ("de", "en", "es", "fr", "it")) > 500
    assert all(entry.speaker and entry.text for entry in entries)
