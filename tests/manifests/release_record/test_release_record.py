"""The release record: yesterday's opens, what is written reads back, and what is wrong is named."""

import json
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests.digest import file_sha256
from manifests.errors import OutputError, RecordError
from manifests.record import read_items, write_item_line
from manifests.release_record.fields import release_date, release_version
from manifests.release_record.folder import RecordFolder
from manifests.release_record.paths import below, relative_path
from manifests.release_record.reading import read_release, read_release_items
from manifests.release_record.writing import write_record

YESTERDAY = Path(__file__).parent / "data" / "schema-1"
RECIPES = ["binaural-effect-perception", "volume-perception"]


@pytest.fixture
def record(tmp_path):
    """A record of schema version 1 that may be damaged."""
    return Path(shutil.copytree(YESTERDAY, tmp_path / "yesterday"))


def edit(record, change):
    """Change release.json as JSON."""
    path = record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def refusal(record):
    """Read everything of a record, and give the error."""
    with pytest.raises(RecordError) as caught:
        read_whole(record)
    return caught.value


def read_whole(record):
    """Read the header and every item."""
    folder = RecordFolder.at(record)
    for dataset in read_release(folder).datasets:
        assert len(list(read_release_items(folder.items(dataset.recipe)))) == dataset.items


def test_todays_reader_opens_yesterdays_record():
    folder = RecordFolder.at(YESTERDAY)
    header = read_release(folder)
    assert (header.schema_version, header.title, header.date) == (1, "yesterday-0.1.0-rc.1", "2026-11-30")
    assert [dataset.recipe for dataset in header.datasets] == RECIPES
    binaural, volume = header.datasets
    assert (binaural.operation, binaural.channels, binaural.check) == ("binaural.one_ear/1", 2, None)
    assert (volume.check.errors, volume.check.warnings, volume.check.checks) == (0, 1, 1234)
    assert volume.corpora[0].licence == header.licence.spdx[0] == "CC0-1.0"
    for dataset in header.datasets:
        path = folder.items(dataset.recipe)
        assert file_sha256(path) == dataset.items_sha256
        items = list(read_release_items(path))
        assert len(items) == dataset.items == 4
        assert items == list(read_items(path)), "the lines are those of a build's own record"


def test_what_was_read_is_written_as_it_was():
    folder = RecordFolder.at(YESTERDAY)
    assert read_release(folder).to_text() == folder.header.read_text(encoding="utf-8")
    for recipe in RECIPES:
        path = folder.items(recipe)
        assert "".join(map(write_item_line, read_release_items(path))) == path.read_text(encoding="utf-8")


def test_a_record_names_no_machine_and_no_import_path():
    text = "".join(path.read_text(encoding="utf-8") for path in YESTERDAY.iterdir())
    assert "/home" not in text
    assert "/tmp" not in text
    assert "builders." not in text


def test_a_record_is_found_by_its_folder_its_header_and_in_a_release_folder(record):
    assert RecordFolder.at(record).header == RecordFolder.at(record / "release.json").header
    release = record.parent / "release"
    (release / "records").mkdir(parents=True)
    shutil.copy(record / "release.json", release)
    for recipe in RECIPES:
        shutil.copy(record / f"{recipe}.jsonl", release / "records")
    found = RecordFolder.at(release)
    assert found.is_release
    assert not RecordFolder.at(record).is_release
    assert read_release(found) == read_release(RecordFolder.at(record))
    assert found.items(RECIPES[0]).parent.name == "records"


@pytest.mark.parametrize("place", ["nowhere", "empty", "with\0nul", "x" * 5000])
def test_a_place_without_a_record_is_told(tmp_path, place):
    (tmp_path / "empty").mkdir()
    with pytest.raises(RecordError, match=r"no release\.json|no such folder"):
        RecordFolder.at(tmp_path / place)


HEADER_FAULTS = {
    "field name": lambda value: value.update(name="Not A Name"),
    "field version": lambda value: value.update(version="1.0"),
    "field date": lambda value: value.update(date="2026-02-30"),
    "field seed": lambda value: value.update(seed="1"),
    "field surplus": lambda value: value.update(surplus=1),
    "field datasets": lambda value: value.update(datasets=[]),
    "field packages.numpy": lambda value: value["packages"].update(numpy=2),
    "field licence.redistribution": lambda value: value["licence"].update(redistribution="yes"),
    "field datasets[0].recipe": lambda value: value["datasets"][0].update(recipe="../../etc"),
    "field datasets[0].operation": lambda value: value["datasets"][0].update(operation="os.system"),
    "field datasets[0].shards[0].name": lambda value: value["datasets"][0]["shards"][0].update(name="../x.parquet"),
    "field datasets[0].shards[0].rows": lambda value: value["datasets"][0]["shards"][0].update(rows=-1),
    "field datasets[1].items_sha256": lambda value: value["datasets"][1].update(items_sha256="0" * 63),
    "field datasets[1].channels": lambda value: value["datasets"][1].update(channels=3),
    "field datasets[1].corpora[0].files": lambda value: value["datasets"][1]["corpora"][0].update(files=1.5),
    "field datasets[1]": lambda value: value["datasets"][1].update(items=5),
    "release.json": lambda value: value["datasets"].reverse(),
    "field datasets[0].title": lambda value: value["datasets"][0].pop("title"),
}


@pytest.mark.parametrize("field", HEADER_FAULTS)
def test_a_wrong_field_of_the_header_is_named(record, field):
    edit(record, HEADER_FAULTS[field])
    assert field in refusal(record).where


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.0])
def test_another_schema_version_is_refused(record, version):
    edit(record, lambda value: value.update(schema_version=version))
    assert "schema_version" in refusal(record).where


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"name": NaN}', "[" * 100_000, '"\\ud800"', "\ufeff{}", "\0" * 100]
)
def test_what_is_no_record_is_refused(record, text):
    (record / "release.json").write_text(text, encoding="utf-8")
    assert str(record / "release.json") in refusal(record).where


ITEM_FAULTS = {
    "sources[0].path": ('"path":"clips/', '"path":"../clips/'),
    "sources[0].sha256": ('"sha256":"', '"sha256":"x'),
    "sources[0].start_frame": ('"start_frame":0', '"start_frame":-1'),
    "id": ('"id":"', '"id":"/etc/'),
    "parameters.source_gain": ('"source_gain":1.0', '"source_gain":[1.0]'),
    "measurements.gain": ('"gain":1.0', '"gain":NaN'),
    "surplus": ('{"', '{"surplus":1,"'),
}


@pytest.mark.parametrize("field", ITEM_FAULTS)
def test_a_wrong_field_of_an_item_is_named_with_its_line(record, field):
    path = record / "volume-perception.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    before, after = ITEM_FAULTS[field]
    assert before in lines[2]
    lines[2] = lines[2].replace(before, after, 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    error = refusal(record)
    assert field.rpartition(".")[2] in f"{error.where} {error.found} {error.wanted}" or "JSON" in error.found
    assert f"{path}, " in error.where


@pytest.mark.parametrize("tail", ["{", '{"a": 1}\n', "x" * (1 << 20) + "\n", "\n"])
def test_a_line_that_is_no_item_is_refused(record, tail):
    path = record / "volume-perception.jsonl"
    path.write_text(path.read_text(encoding="utf-8") + tail, encoding="utf-8")
    assert str(path) in refusal(record).where


@pytest.mark.parametrize("name", ["release.json", "volume-perception.jsonl"])
def test_a_link_in_a_record_is_refused(record, tmp_path, name):
    (record / name).rename(tmp_path / "elsewhere")
    (record / name).symlink_to(tmp_path / "elsewhere")
    error = refusal(record)
    assert name in error.where
    assert "symbolic link" in error.found


def test_a_linked_folder_of_items_is_refused(record, tmp_path):
    (record / "records").symlink_to(YESTERDAY)
    assert "symbolic link" in refusal(record).found


def test_a_missing_file_is_named(record):
    (record / "volume-perception.jsonl").unlink()
    error = refusal(record)
    assert "volume-perception.jsonl" in error.where
    assert error.found == "no such file"


def test_a_record_is_written_whole_or_not_at_all(tmp_path):
    folder = RecordFolder.at(YESTERDAY)
    header = read_release(folder)
    items = {recipe: folder.items(recipe) for recipe in RECIPES}
    leftover = tmp_path / ".one.123.tmp"
    leftover.mkdir()
    write_record(tmp_path / "one", header, items)
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
    assert {path.name for path in (tmp_path / "one").iterdir()} == {path.name for path in YESTERDAY.iterdir()}
    assert all((tmp_path / "one" / path.name).read_bytes() == path.read_bytes() for path in YESTERDAY.iterdir())
    with pytest.raises(OutputError, match="never overwritten"):
        write_record(tmp_path / "one", header, items)
    items["volume-perception"] = items["binaural-effect-perception"]
    with pytest.raises(RecordError, match=r"as in release\.json"):
        write_record(tmp_path / "two", header, items)
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../x",
        "a/../b",
        "a//b",
        "./a",
        "a/.",
        "C:/x",
        "a\\b",
        "a\0b",
        "a\nb",
        "~/../x",
        "a/",
        "x" * 1025,
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(path):
    with pytest.raises(ValueError, match="path"):
        relative_path(path)


@given(st.text(max_size=40))
def test_no_path_that_is_accepted_leads_out_of_its_folder(text):
    folder = Path("/base/folder")
    try:
        path = below(folder, text)
    except ValueError:
        return
    assert folder in path.parents
    assert ".." not in path.parts


@pytest.mark.parametrize("version", ["0.1.0", "1.0.0-rc.1", "10.20.30", "1.0.0-alpha+build.5", "1.0.0--"])
def test_semantic_versions_are_versions(version):
    assert release_version(version) == version


@pytest.mark.parametrize(
    "version", ["1", "1.0", "01.0.0", "1.0.0-", "1.0.0-01", "v1.0.0", "1.0.0\n", "1.0.0/..", "¹.0.0"]
)
def test_others_are_not(version):
    with pytest.raises(ValueError, match="semantic version"):
        release_version(version)


@pytest.mark.parametrize("date", ["2026-1-1", "20260101", "2026-13-01", "2026-W01-1", "today"])
def test_a_date_is_of_the_calendar(date):
    with pytest.raises(ValueError, match=r"date|month|isoformat"):
        release_date(date)


def test_twenty_thousand_items_are_read_in_seconds(tmp_path):
    lines = (YESTERDAY / "volume-perception.jsonl").read_bytes()
    path = tmp_path / "many.jsonl"
    path.write_bytes(lines * 5000)
    started = time.process_time()
    assert sum(1 for _ in read_release_items(path)) == 20_000
    assert time.process_time() - started < 6.0
