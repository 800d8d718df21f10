import json
from dataclasses import replace

import pytest

from manifests.digest import file_sha256
from manifests.errors import RecordError
from manifests.record import read_record, write_item_line


def test_a_deleted_row_is_named(volume_set, found):
    volume_set.write_rows(volume_set.shipped[:5] + volume_set.shipped[6:])
    report = volume_set.check()
    missing = volume_set.id(5)
    assert (missing, "record.missing") in found(report)
    assert (volume_set.id(4), "pair.labels") in found(report)
    rules = {rule for _, rule in found(report)}
    assert rules == {"record.missing", "record.counts", "shard.sha256", "pair.labels", "balance.labels"}
    assert report.errors == len(report.findings)


@pytest.mark.parametrize("number", [0, 3, 7])
def test_every_place_of_a_deleted_row(pitch_set, found, number):
    pitch_set.write_rows(pitch_set.shipped[:number] + pitch_set.shipped[number + 1 :])
    assert {item for item, rule in found(pitch_set.check()) if rule == "record.missing"} == {pitch_set.id(number)}


def test_a_row_that_is_there_twice_is_named(volume_set, found):
    volume_set.write_rows([*volume_set.shipped, volume_set.shipped[2]])
    report = volume_set.check()
    assert (volume_set.id(2), "record.duplicate") in found(report)
    assert (volume_set.id(2), "pair.labels") in found(report)
    assert "record.order" not in {rule for _, rule in found(report)}


def test_a_row_of_another_dataset_is_named(volume_set, pitch_set, found):
    stranger = replace(volume_set.shipped[0], item=replace(volume_set.shipped[0].item, id="f" * 16))
    volume_set.write_rows([*volume_set.shipped, stranger])
    assert ("f" * 16, "record.extra") in found(volume_set.check())


def test_rows_in_another_order_are_found(pitch_set, found):
    shipped = pitch_set.shipped
    pitch_set.write_rows([shipped[1], shipped[0], *shipped[2:]])
    (finding,) = [finding for finding in pitch_set.check().findings if finding.rule == "record.order"]
    assert finding.item == pitch_set.id(1)
    assert finding.found == "row 1 of the dataset and 1 others out of place"
    assert finding.wanted.startswith(pitch_set.id(0))


def test_a_reversed_dataset_is_matched_row_by_row(pitch_set, found):
    pitch_set.write_rows(pitch_set.shipped[::-1])
    assert {rule for _, rule in found(pitch_set.check())} == {"record.order", "shard.sha256"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("label", "decreasing"),
        ("instruction", "Is it so? Please answer with 'decreasing' or 'increasing' now."),
        ("options", ("decreasing", "increasing")),
        ("explanation", "Nobody knows."),
        ("group", "0123456789abcdef"),
    ],
)
def test_a_changed_text_is_named_with_both_values(volume_set, field, value):
    report = volume_set.tampered(0, lambda shipped: shipped.saying(**{field: value}))
    (finding,) = [finding for finding in report.findings if finding.rule == f"record.{field}"]
    assert finding.item == volume_set.id(0)
    assert finding.wanted.endswith(", as recorded")
    assert finding.found != finding.wanted.removesuffix(", as recorded")


@pytest.mark.parametrize(
    ("column", "name", "value"),
    [("parameters", "start_gain", 0.25), ("measurements", "level_slope_db_per_s", 11.0)],
)
def test_a_changed_value_is_named_alone(volume_set, column, name, value):
    def change(shipped):
        return shipped.saying(**{column: {**getattr(shipped.item, column), name: value}})

    report = volume_set.tampered(0, change)
    (finding,) = [finding for finding in report.findings if finding.rule == f"record.{column}"]
    assert finding.found == f"{name}={value}"


def test_a_changed_source_is_named(volume_set):
    def change(shipped):
        return shipped.saying(sources=(replace(shipped.item.sources[0], licence="CC-BY-4.0"),))

    report = volume_set.tampered(0, change)
    (finding,) = [finding for finding in report.findings if finding.rule == "record.source"]
    assert (finding.found, finding.wanted) == ("0.licence='CC-BY-4.0'", "0.licence='CC0-1.0', as recorded")


@pytest.mark.parametrize("name", ["increasing-0001", "planted0000000001", "12", "ABCDEF0123456789", "g" * 16])
def test_an_id_that_tells_something(volume_set, found, name):
    report = volume_set.forged(0, lambda shipped: shipped.saying(id=name))
    assert found(report) == {(name, "record.id")}
    telling = [part for part in ("increasing", "planted") if part in name]
    assert all(part in report.findings[0].found for part in telling)


def test_a_file_name_that_is_not_the_id(volume_set, found):
    report = volume_set.forged(0, lambda shipped: replace(shipped, file="LJ001-0001_up.flac"))
    assert found(report) == {(volume_set.id(0), "record.file")}


def test_a_row_without_an_id_is_named_by_its_place(volume_set):
    report = volume_set.tampered(0, lambda shipped: shipped.saying(id=None))
    assert f"{volume_set.shard(0).name} row 0" in {finding.item for finding in report.findings}


def test_a_record_that_was_edited_alone(volume_set, found):
    items = [one.item for one in volume_set.shipped]
    items[0] = replace(items[0], label="decreasing")
    volume_set.paths.items.write_text("".join(map(write_item_line, items)))
    assert found(volume_set.check()) == {(volume_set.id(0), "record.label"), ("volume-planted", "record.plan")}


def test_a_line_of_the_record_that_is_there_twice(volume_set, found):
    items = [one.item for one in volume_set.shipped]
    volume_set.write_record([*items, items[3]])
    assert (volume_set.id(3), "record.item_once") in found(volume_set.check())


def test_a_header_whose_counts_or_plan_are_others(volume_set, found):
    volume_set.edit_header(counts={"increasing": 5, "decreasing": 3}, plan_sha256="1" * 64)
    assert found(volume_set.check()) == {("volume-planted", "record.counts"), ("volume-planted", "record.plan")}


def test_an_item_of_another_operation(volume_set, found):
    items = [one.item for one in volume_set.shipped]
    items[1] = replace(items[1], operation="volume.ramp/2")
    volume_set.write_record(items)
    assert found(volume_set.check()) == {(volume_set.id(1), "record.operation")}


def test_an_operation_without_rules_is_a_finding(volume_set, found):
    volume_set.operation = "loudness.step/1"
    items = [replace(one.item, operation="loudness.step/1") for one in volume_set.shipped]
    volume_set.write_record(items)
    assert found(volume_set.check()) == {("volume-planted", "record.rules")}


@pytest.mark.parametrize("line", ["", "{}", "not json", '{"id": "x"}', "[1, 2]", "null"])
def test_a_record_that_cannot_be_read_is_trouble(volume_set, line):
    lines = volume_set.paths.items.read_text().splitlines()
    lines[2] = line
    volume_set.paths.items.write_text("\n".join(lines) + "\n")
    with pytest.raises(RecordError, match="line 3"):
        volume_set.check()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("frames", "many"),
        ("frames", None),
        ("pcm_sha256", None),
        ("label", 3),
        ("label", "\ud800"),
        ("sources", [{"corpus": float("nan")}]),
        ("options", [1, 2]),
        ("parameters", {"direction": [1]}),
        ("measurements", {"gain": float("nan")}),
        ("measurements", None),
    ],
)
def test_a_value_of_the_wrong_kind_in_the_record_is_trouble(volume_set, field, value):
    lines = [json.loads(line) for line in volume_set.paths.items.read_text().splitlines()]
    lines[1][field] = value
    volume_set.paths.items.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(RecordError, match="line 2"):
        volume_set.check()


def test_a_record_that_is_not_utf_8_is_trouble(volume_set):
    data = volume_set.paths.items.read_bytes()
    volume_set.paths.items.write_bytes(data.replace(b"planted", b"plant\xf8d", 1))
    with pytest.raises(RecordError, match="UnicodeDecodeError"):
        volume_set.check()


@pytest.mark.parametrize(
    "changes",
    [
        {"channels": "two"},
        {"counts": {"increasing": "x", "decreasing": 4}},
        {"shards": [{"name": 1, "rows": 2, "sha256": "0"}]},
        {"operation": None},
    ],
)
def test_a_value_of_the_wrong_kind_in_the_header_is_trouble(volume_set, changes):
    volume_set.edit_header(**changes)
    with pytest.raises(RecordError, match=next(iter(changes))):
        volume_set.check()


def test_an_items_file_that_was_touched_after_the_build_is_found(volume_set, found):
    header = replace(read_record(volume_set.paths.record), items_sha256=file_sha256(volume_set.paths.items))
    volume_set.paths.record.write_text(header.to_text(), encoding="utf-8")
    clean = found(volume_set.check())
    text = volume_set.paths.items.read_text(encoding="utf-8")
    volume_set.paths.items.write_text(text.replace('","', '", "', 1), encoding="utf-8")
    assert found(volume_set.check()) - clean == {(header.recipe, "record.items_file")}
