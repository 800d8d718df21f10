"""Cards, ATTRIBUTION.md and croissant.json are held to the hashes in release.json, wherever a release is looked at."""

import json
import shutil

import pytest

from manifests.digest import file_sha256
from manifests.release_record.documents import document_names
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release
from publishing.commands.publish import publish_command
from publishing.commands.pull import pull_command
from publishing.hub.shipment import packed
from tests.publishing.releases.life import TARGETS, build, edit_header, files_of, invoke, release, write_document

ALL = document_names(TARGETS)
VOLUME = "volume-perception"


def test_the_record_holds_the_hash_of_each(made_once):
    header = json.loads((made_once.record / "release.json").read_text(encoding="utf-8"))
    assert sorted(header["documents"]) == ALL
    for name, sha256 in header["documents"].items():
        assert file_sha256(made_once.release / name) == sha256


def test_no_document_holds_the_hash_of_the_record(made_once):
    digest = file_sha256(made_once.release / "release.json")
    for name in ALL:
        text = (made_once.release / name).read_text(encoding="utf-8")
        assert digest not in text
        assert digest[:16] not in text
    croissant = json.loads((made_once.release / "croissant.json").read_text(encoding="utf-8"))
    assert "release.json" not in {file["@id"] for file in croissant["distribution"]}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("damage", ["changed", "gone", "linked"])
def test_verify_names_a_document_that_is_not_as_recorded(made, tmp_path, name, damage):
    path = made.release / name
    if damage == "changed":
        path.write_bytes(path.read_bytes() + b"x")
    else:
        shutil.move(path, tmp_path / "elsewhere")
        if damage == "linked":
            path.symlink_to(tmp_path / "elsewhere")
    result = release("verify", made.release, "--workers", 1)
    assert result.exit_code == 1
    assert f"{name}: found {'other bytes' if damage == 'changed' else 'no plain file'}" in result.output
    assert release("verify", made.release, "--record", made.record, "--workers", 1).exit_code == 1


def test_verify_says_that_a_rebuilt_release_has_none(made, tmp_path):
    assert release("rebuild", made.record, "--out", tmp_path / "again", "--workers", 1).exit_code == 0
    result = release("verify", tmp_path / "again" / "small-1.0.0", "--workers", 1)
    assert result.exit_code == 0
    assert "no card, ATTRIBUTION.md or croissant.json is here" in result.output
    assert "0 documents" in result.output


def test_a_release_from_before_there_were_documents_verifies_and_its_records_are_published(made, tmp_path):
    for folder in (made.release, made.record):
        edit_header(folder, lambda header: header.pop("documents"))
    result = release("verify", made.release, "--record", made.record, "--workers", 1)
    assert result.exit_code == 0
    assert "the record has no hashes of them" in result.output
    whole = invoke(publish_command, made.release, "--to", tmp_path / "mirror")
    assert whole.exit_code == 2
    assert "field documents: found no hash of " in whole.output
    assert invoke(publish_command, made.release, "--recipe-only", "--to", tmp_path / "mirror").exit_code == 0
    assert invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got").exit_code == 0


@pytest.mark.parametrize("name", ALL)
def test_a_document_that_was_edited_is_not_published(made, tmp_path, name):
    path = made.release / name
    path.write_bytes(path.read_bytes() + b"x")
    result = invoke(publish_command, made.release, "--to", tmp_path / "mirror")
    assert result.exit_code == 2
    assert f"{path}: found other bytes than release.json promises" in result.output
    assert not list((tmp_path / "mirror").glob("small*"))


@pytest.mark.parametrize("name", ALL)
def test_a_document_that_was_edited_on_the_way_is_not_pulled(made, tmp_path, name):
    assert invoke(publish_command, made.release, "--to", tmp_path / "mirror").exit_code == 0
    path = tmp_path / "mirror" / "small-1.0.0" / name
    data = path.read_bytes()
    path.write_bytes(b"X" + data[1:])
    result = invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got")
    assert result.exit_code == 2
    assert name in result.output
    assert "other bytes than release.json promises" in result.output
    assert not (tmp_path / "got" / "small-1.0.0").exists()
    path.write_bytes(data)
    assert invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got").exit_code == 0
    (tmp_path / "got" / "small-1.0.0" / name).write_bytes(b"X" + data[1:])
    again = invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got")
    assert again.exit_code == 2
    assert name in again.output


@pytest.mark.parametrize("place", ["release", "record"])
def test_a_release_of_records_alone_holds_the_hashes_of_its_own_papers(made, tmp_path, place):
    folder = made.release if place == "release" else made.record
    assert invoke(publish_command, folder, "--recipe-only", "--to", tmp_path / "mirror").exit_code == 0
    there = tmp_path / "mirror" / "small-1.0.0"
    header = read_release(RecordFolder.at(there))
    assert sorted(header.documents) == ["ATTRIBUTION.md", "README.md", "croissant.json"]
    assert all(file_sha256(there / name) == sha256 for name, sha256 in header.documents.items())
    whole = read_release(RecordFolder.at(made.record))
    assert header.documents["README.md"] != whole.documents["README.md"]
    assert header.model_copy(update={"documents": whole.documents}) == whole
    assert invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got").exit_code == 0
    again = invoke(publish_command, folder, "--recipe-only", "--to", tmp_path / "mirror")
    assert "nothing to do" in again.output
    rebuilt = release("rebuild", tmp_path / "got" / "small-1.0.0", "--workers", 1)
    assert rebuilt.exit_code == 0


def test_a_dataset_of_its_own_holds_the_hashes_of_its_own_papers(made):
    with packed(made.release, layout="task") as shipments:
        for shipment in shipments:
            name = shipment.record.name
            assert sorted(shipment.record.documents) == document_names([name])
            for document, sha256 in shipment.record.documents.items():
                assert file_sha256(shipment.files[document]) == sha256
            card = f"{name}/README.md"
            assert file_sha256(made.release / card) == shipment.record.documents[card]


def test_another_card_is_another_release(made, tmp_path):
    write_document(made.release, "README.md", "another card")
    write_document(made.record, "README.md", "another card")
    (made.record / "README.md").unlink()
    before = files_of(tmp_path)
    result = build(tmp_path)
    assert result.exit_code == 2
    assert "differs in documents[README.md]" in result.output
    assert files_of(tmp_path) == before


def test_a_card_that_was_edited_is_told_by_a_build(made, tmp_path):
    (made.release / "README.md").write_text("edited", encoding="utf-8")
    result = build(tmp_path)
    assert result.exit_code == 2
    assert f"{made.release / 'README.md'}: found other bytes than release.json says" in result.output


def test_documents_are_a_difference_of_one_version_and_none_of_two(made):
    write_document(made.release, "README.md", "another card")
    edit_header(made.release, lambda header: header["documents"].pop(f"{VOLUME}/README.md"))
    same = release("diff", made.release, made.record)
    assert same.exit_code == 1
    assert "  other document: README.md\n" in same.output
    assert f"  other document: {VOLUME}/README.md, which only the second has\n" in same.output
    edit_header(made.release, lambda header: header.update(version="1.0.1"))
    assert release("diff", made.release, made.record).exit_code == 0, "cards tell of the version, and differ with it"


@pytest.mark.parametrize("place", ["", f"{VOLUME}/"])
def test_a_card_that_opens_other_clips_is_a_difference_though_its_hash_is_recorded(made, place):
    card = made.release / f"{place}README.md"
    text = card.read_text(encoding="utf-8")
    inside = "path: data/test-" if place else f"path: {VOLUME}/data/test-"
    assert inside in text
    write_document(made.release, f"{place}README.md", text.replace(inside, f"path: /somewhere/{inside[6:]}", 1))
    result = release("verify", made.release, "--workers", 1)
    assert result.exit_code == 1
    assert f"{place}README.md" in result.output
    assert "opens the clips of its own dataset" in " ".join(result.output.split())
