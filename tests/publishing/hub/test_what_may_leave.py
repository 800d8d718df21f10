"""What `publish` refuses before anybody is asked: terms, papers and recipes that are not those of the release."""

import json
import shutil
from pathlib import Path

import pytest

from publishing.hub.shipment import packed
from tests.publishing.hub.running import contents, publish, pull, renamed
from tests.publishing.releases.life import dataset, edit_header, edit_item, sign_again, write_document
from tests.publishing.releases.life import release as release_command

TASK = "volume-perception"


def refused(folder, tmp_path, *more):
    done = publish(folder, "--to", tmp_path / "mirror", *more)
    assert done.exit_code == 2, done.output
    assert not (tmp_path / "mirror").exists()
    return done.output


def launder(folder, change):
    """Edit every item's sources in the release, and sign the records again."""
    records = folder / "records"
    shutil.copyfile(folder / "release.json", records / "release.json")
    for number in range(6):
        edit_item(records, TASK, number, lambda item: [change(source) for source in item["sources"]])
    sign_again(records, TASK)
    (records / "release.json").replace(folder / "release.json")


def test_corpora_dropped_from_the_header(release, tmp_path):
    edit_header(release, lambda header: dataset(header, TASK).update(corpora=[]))
    assert "demo" in refused(release, tmp_path)


def test_sources_of_a_corpus_that_forbids_under_a_header_that_does_not_name_it(release, tmp_path):
    launder(release, lambda source: source.update(corpus="virufy"))
    assert "virufy" in refused(release, tmp_path)


@pytest.mark.parametrize(
    ("where", "said"), [("header", "license 'cc0-1.0', and 'other' by release.json"), ("items", "LicenseRef-Virufy")]
)
def test_licence_that_is_not_the_ledgers(release, tmp_path, where, said):
    if where == "header":
        change = {"licence": "LicenseRef-Virufy"}
        edit_header(release, lambda header: dataset(header, TASK)["corpora"][0].update(change))
    else:
        launder(release, lambda source: source.update(licence="LicenseRef-Virufy"))
    assert said in refused(release, tmp_path)


@pytest.mark.parametrize("layout", ["suite", "task"])
def test_what_the_record_forbids_stays_forbidden_in_each_layout(release, tmp_path, layout):
    edit_header(release, lambda header: header["licence"].update(redistribution=False))
    assert "--recipe-only" in refused(release, tmp_path, "--layout", layout)


def test_terms_of_a_part_are_those_of_its_sources_and_what_else_the_whole_forbids(release):
    edit_header(release, lambda header: header["licence"].update(commercial_use=False, share_alike=True))
    with packed(release, layout="task") as parts:
        terms = {part.record.name: part.record.licence for part in parts}
    assert [(each.commercial_use, each.share_alike, each.redistribution) for each in terms.values()] == [
        (False, True, True)
    ] * 2


def test_release_whose_record_holds_no_hash_of_a_paper(release, tmp_path):
    (release / "ATTRIBUTION.md").write_text("", encoding="utf-8")
    edit_header(release, lambda header: header.pop("documents"))
    output = refused(release, tmp_path)
    assert "no hash of ATTRIBUTION.md" in output
    assert "--recipe-only" in output


def test_card_of_a_dataset_without_a_hash(release, tmp_path):
    edit_header(release, lambda header: header["documents"].pop(f"{TASK}/README.md"))
    assert f"no hash of {TASK}/README.md" in refused(release, tmp_path)


def test_papers_made_anew_always_have_hashes(release, tmp_path):
    edit_header(release, lambda header: header.pop("documents"))
    with packed(release, recipe_only=True) as (shipment,):
        assert set(shipment.record.documents) == {"README.md", "ATTRIBUTION.md", "croissant.json"}


@pytest.mark.parametrize("change", [{"name": "other"}, {"version": "2.0.0"}, {"date": "2026-11-29"}])
def test_record_under_another_identity_than_its_papers(release, tmp_path, change):
    edit_header(release, lambda header: header.update(change))
    (told,) = change.values()
    assert repr(told) in refused(release, tmp_path)


@pytest.mark.parametrize("paper", ["README.md", "ATTRIBUTION.md", "croissant.json"])
def test_one_paper_of_another_version(release, tmp_path, paper):
    before = (release / paper).read_text(encoding="utf-8")
    renamed(release, version="2.0.0")
    write_document(release, paper, before)
    output = refused(release, tmp_path)
    assert f"small-1.0.0/{paper}" in output  # the folder keeps its name
    assert "wanted: the papers of small-2.0.0" in output


def test_papers_of_other_clips_or_under_another_licence(release, tmp_path):
    value = json.loads((release / "croissant.json").read_text(encoding="utf-8"))
    shard = next(file for file in value["distribution"] if file["contentUrl"].startswith(TASK))
    shard["sha256"] = "0" * 64
    before = (release / "croissant.json").read_text(encoding="utf-8")
    write_document(release, "croissant.json", json.dumps(value))
    assert "other files than release.json" in refused(release, tmp_path)
    write_document(release, "croissant.json", before)
    card = (release / "README.md").read_text(encoding="utf-8")
    write_document(release, "README.md", card.replace("\nlicense: cc0-1.0\n", "\nlicense: mit\n"))
    assert "license 'mit'" in refused(release, tmp_path)


@pytest.mark.parametrize("more", [("--recipe-only",), ("--layout", "task")])
@pytest.mark.parametrize(
    "change", [{"recipe_sha256": "0" * 64}, {"title": "Another"}, {"question": "Is it {0} or {1}?"}]
)
def test_papers_are_not_made_from_another_recipe(release, tmp_path, more, change):
    edit_header(release, lambda header: dataset(header, TASK).update(change))
    output = refused(release, tmp_path, *more)
    assert f"another recipe than the one here, in {next(iter(change))}" in output


def test_rebuilt_release_is_for_comparison(built_release, tmp_path):
    record = built_release.parent.parent / "records" / "small-1.0.0"
    assert release_command("rebuild", record, "--out", tmp_path / "again", "--workers", 1).exit_code == 0
    output = refused(tmp_path / "again" / "small-1.0.0", tmp_path)
    assert "a release that was rebuilt" in output
    assert "--recipe-only" in output


def test_records_that_were_pulled_go_on_as_records(release, tmp_path):
    assert publish(release, "--to", tmp_path / "first", "--recipe-only").exit_code == 0
    assert pull(tmp_path / "first", "--out", tmp_path / "out").exit_code == 0
    records = tmp_path / "out" / "small-1.0.0"
    assert "--recipe-only" in refused(records, tmp_path)
    assert publish(records, "--to", tmp_path / "second", "--recipe-only").exit_code == 0
    assert contents(tmp_path / "second") == contents(tmp_path / "first")


def test_full_disks_are_told_by_what_chooses_another(release, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = publish(release, "--to", tmp_path / "file" / "mirror")
    assert done.exit_code == 2
    assert "--to" in done.output
    assert "--out" not in done.output
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    for done in (publish(release, "--to", tmp_path / "mirror"), pull(release, "--out", tmp_path / "out")):
        assert done.exit_code == 2
        assert "TMPDIR" in done.output
        assert "--out" not in done.output


def test_release_json_leaves_as_it_was_read(release, tmp_path):
    path = Path(release / "release.json")
    text = path.read_text(encoding="utf-8")
    with packed(release) as (shipment,):
        path.write_text(text.replace('"demo"', '"evil"'), encoding="utf-8")
        assert shipment.files["release.json"].read_text(encoding="utf-8") == text
