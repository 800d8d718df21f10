"""The hashes of cards and papers in release.json; a record from before there were any still opens."""

import json
import shutil
from pathlib import Path

import pytest

from manifests.errors import RecordError
from manifests.release_record.documents import document_names, hashed
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release

YESTERDAY = Path(__file__).parent / "data" / "schema-1"
RECIPES = ("binaural-effect-perception", "volume-perception")
ALL = {name: f"{place:064x}" for place, name in enumerate(document_names(RECIPES))}


@pytest.fixture
def record(tmp_path):
    return Path(shutil.copytree(YESTERDAY, tmp_path / "yesterday"))


def with_documents(record, documents):
    path = record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    value["documents"] = documents
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return read_release(RecordFolder.at(record))


def test_a_record_from_before_there_were_documents_opens_and_is_written_as_it_was():
    folder = RecordFolder.at(YESTERDAY)
    text = folder.header.read_text(encoding="utf-8")
    assert "documents" not in json.loads(text)
    found = read_release(folder)
    assert found.documents == {}
    assert found.to_text() == text


def test_documents_are_read_and_written(record):
    assert document_names(RECIPES) == [
        "ATTRIBUTION.md",
        "README.md",
        "binaural-effect-perception/README.md",
        "croissant.json",
        "volume-perception/README.md",
    ]
    found = with_documents(record, ALL)
    assert found.documents == ALL
    assert found.to_text() == (record / "release.json").read_text(encoding="utf-8")


def test_a_release_without_audio_has_those_on_top_alone(record):
    top = {name: sha256 for name, sha256 in ALL.items() if "/" not in name}
    assert with_documents(record, top).documents == top


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"release.json": "0" * 64}, "no 'release.json'"),
        ({"../README.md": "0" * 64}, "documents"),
        ({"other-task/README.md": "0" * 64}, "no 'other-task/README.md'"),
        ({"README.md": "0" * 63}, "documents.README.md"),
        ({"README.md": None}, "documents.README.md"),
    ],
)
def test_what_is_no_document_of_the_release_is_refused(record, change, told):
    with pytest.raises(RecordError) as caught:
        with_documents(record, {**ALL, **change})
    assert told in f"{caught.value.where} {caught.value.wanted}"


@pytest.mark.parametrize("name", ["README.md", "ATTRIBUTION.md", "croissant.json"])
def test_one_on_top_that_is_missing_is_named(record, name):
    with pytest.raises(RecordError, match=name):
        with_documents(record, {each: sha256 for each, sha256 in ALL.items() if each != name})


def test_hashes_are_sorted_and_of_the_bytes(tmp_path):
    (tmp_path / "b").write_bytes(b"b")
    (tmp_path / "a").write_bytes(b"")
    found = hashed({"b": tmp_path / "b", "a": tmp_path / "a"})
    assert list(found) == ["a", "b"]
    assert found["a"].startswith("e3b0c44298fc1c14")
