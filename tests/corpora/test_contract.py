"""What every corpus module promises, whichever there are."""

from __future__ import annotations

import re
import sys
from dataclasses import fields

import pytest

import corpora as room
from corpora.indexing.build import build_index
from corpora.indexing.model import Licence
from corpora.indexing.registry import corpora, corpus_named, embedded_names, locate_all
from corpora.indexing.table import COLUMNS, index_schema
from manifests.errors import CorpusError
from publishing.licensing.table import known_licences

NAMES = list(corpora())


def test_the_folder_is_the_list():
    assert sorted(NAMES) == NAMES
    assert {"demo", "librispeech", "ljspeech", "speech_accent_archive"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_constants(name, tmp_path):
    corpus = corpora()[name]
    assert corpus.name == name
    assert all((corpus.title, corpus.citation, corpus.layout))
    assert corpus.homepage.startswith("https://")
    assert corpus.expected_at(tmp_path) >= 0
    assert callable(corpus.expected_files) or corpus.expected_files > 0
    assert len(set(corpus.extra_columns)) == len(corpus.extra_columns)
    assert not set(corpus.extra_columns) & set(COLUMNS.names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", column) for column in corpus.extra_columns)


@pytest.mark.parametrize("name", NAMES)
def test_licence(name):
    licence = corpora()[name].licence
    assert all(getattr(licence, field.name) not in ("", None) for field in fields(Licence))
    listed = known_licences().get(licence.spdx)
    assert listed or re.fullmatch(r"LicenseRef-[A-Za-z0-9-]+", licence.spdx)
    for flag in ("redistribution", "commercial_use", "share_alike", "derivatives") if listed else ():
        assert getattr(licence, flag) == getattr(listed, flag), f"{flag} is not that of {licence.spdx}"
    assert licence.url.startswith("https://")
    assert "LicenseRef" not in corpora()[name].terms()
    assert licence.title in corpora()[name].terms()


@pytest.mark.parametrize("name", NAMES)
def test_origin(name):
    origin = corpora()[name].origin
    assert origin is not None
    assert all(re.fullmatch(r"[a-z]{2,3}(-[A-Z]{2})?", tag) for tag in origin.languages)
    assert origin.languages
    assert all(text.endswith(".") for text in (origin.variety, origin.speakers, origin.situation))


@pytest.mark.parametrize("name", NAMES)
def test_has_a_small_tree_for_the_tests_below(name, tree_makers):
    assert name in tree_makers, f"add a tree maker for {name!r} to tests/corpora/trees/"


def test_a_corpus_without_a_small_tree_is_skipped_by_name(make_tree, tmp_path):
    with pytest.raises(pytest.skip.Exception, match="add a tree maker for 'nosuch' to tests/corpora/"):
        make_tree("nosuch", tmp_path)


@pytest.mark.parametrize("between", ["", "däta", "däta/my corpora"])
@pytest.mark.parametrize("name", NAMES)
def test_located_at_and_below(name, between, make_tree, tmp_path):
    root = make_tree(name, tmp_path / between)
    assert corpora()[name].locate(root) == root
    assert corpora()[name].locate(tmp_path) == root
    assert [other for other in NAMES if other != name and corpora()[other].locate(tmp_path)] == []


@pytest.mark.parametrize("name", NAMES)
def test_not_located_elsewhere(name, make_tree, tmp_path):
    assert corpora()[name].locate(tmp_path / "absent") is None
    assert corpora()[name].locate(tmp_path) is None
    make_tree(name, tmp_path / "1/2/3")  # the root is a fourth level down
    assert corpora()[name].locate(tmp_path) is None


@pytest.mark.parametrize("name", NAMES)
def test_indexed(name, make_tree, tmp_path):
    corpus = corpora()[name]
    index = build_index(corpus, make_tree(name, tmp_path))
    ids = index.table.column("id").to_pylist()
    assert ids == sorted(set(ids))
    assert index.table.schema == index_schema(corpus)
    for row in index.rows():
        assert (index.root / row["path"]).is_file()
        assert re.fullmatch(r"[0-9a-f]{64}", row["sha256"])
        assert row["frames"] > 0
        assert row["sex"] in ("", "female", "male")
    assert any(row["speaker"] for row in index.rows())


@pytest.mark.parametrize("name", NAMES)
def test_same_digest_from_any_listing(name, make_tree, tmp_path, shuffled_listings):
    corpus = corpora()[name]
    first = build_index(corpus, make_tree(name, tmp_path / "a"))
    root = make_tree(name, tmp_path / "päth with späces")
    with shuffled_listings(seed=1):
        second = build_index(corpus, root)
    assert second.digest() == first.digest()
    assert second.table.equals(first.table)


@pytest.mark.parametrize("name", NAMES)
def test_absent_folder_file_and_other_layout(name, tmp_path):
    corpus = corpora()[name]
    (tmp_path / "something.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    places = {
        tmp_path / "absent": "no such folder",
        tmp_path / "something.txt": "a file, not a folder",
        tmp_path / "empty": "an empty folder",
        tmp_path: "another layout: empty/, something.txt",
    }
    for place, found in places.items():
        with pytest.raises(CorpusError) as error:
            build_index(corpus, place)
        message = str(error.value)
        assert str(place) in message
        assert found in message
        for part in (corpus.layout, corpus.licence.title, corpus.homepage, f"--corpus {name}=PATH"):
            assert part in message


def test_locate_all(make_tree, tree_makers, tmp_path):
    roots = {name: make_tree(name, tmp_path / "corpora") for name in NAMES if name in tree_makers}
    assert locate_all(tmp_path) == {name: root for name, root in roots.items() if name not in embedded_names()}
    with pytest.raises(CorpusError, match="no such folder"):
        locate_all(tmp_path / "absent")


@pytest.mark.parametrize(
    ("wrong", "right"), [("librespeech", "librispeech"), ("LJSpeech", "ljspeech"), ("speech-accent-archive",) * 2]
)
def test_unknown_name(wrong, right):
    with pytest.raises(CorpusError) as error:
        corpus_named(wrong)
    assert f"did you mean '{right.replace('-', '_')}'?" in str(error.value)
    assert all(name in str(error.value) for name in NAMES)


@pytest.mark.parametrize(
    ("source", "where", "found"),
    [
        ("X = 1\n", "", "no CORPUS"),
        ("CORPUS = 'nosuch'\n", "", "a CORPUS of another kind or name"),
        ("X = 1\nCORPUS = Corpus(\n", ", line 2", "SyntaxError: '(' was never closed"),
        ("X = 1\n\nimport nosuchmodule\n", ", line 3", "ModuleNotFoundError: No module named 'nosuchmodule'"),
    ],
)
def test_a_broken_module_is_named_with_its_line(source, where, found, tmp_path, monkeypatch):
    (tmp_path / "broken_corpus.py").write_text(source)
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "corpora.broken_corpus", raising=False)
    with pytest.raises(CorpusError) as caught:
        corpora()
    assert (caught.value.where, caught.value.found) == (f"corpora/broken_corpus.py{where}", found)
    assert "CORPUS = Corpus(name='broken_corpus', ...)" in caught.value.wanted
