"""A record whose values are of the wrong kind is refused, and item, field and value are named."""

import json
import time
from pathlib import Path

import pytest

from manifests.errors import RecordError
from manifests.record import read_items
from manifests.release_record.reading import read_release_items
from verification.records import recorded_header, recorded_items

RECORD = Path(__file__).parents[1] / "manifests" / "release_record" / "data" / "schema-1" / "volume-perception.jsonl"


@pytest.fixture
def line():
    return json.loads(RECORD.read_text(encoding="utf-8").splitlines()[0])


def refusal(tmp_path, value):
    """Read a record whose second line is `value`."""
    path = tmp_path / "items.jsonl"
    first = RECORD.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(first + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n")
    with pytest.raises(RecordError) as caught:
        list(recorded_items(path))
    assert caught.value.where.startswith(f"{path}, line 2")
    return caught.value


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"frames": "many"}, ("frames", "'many'", "integer")),
        ({"frames": -1}, ("frames", "-1", "greater than or equal to 0")),
        ({"frames": True}, ("frames", "True", "integer")),
        ({"label": 3}, ("label", "3", "string")),
        ({"label": "a\ud800"}, ("label", "'a\\ud800'", "JSON")),
        ({"options": ["a", 2]}, ("options[1]", "2", "string")),
        (
            {"parameters": {"direction": [1]}},
            ("parameters.direction", "a list of 1 entries", "text, true, false, null"),
        ),
        ({"measurements": {"gain": float("nan")}}, ("measurements.gain", "nan", "finite number")),
        ({"surplus": 1}, ("surplus", "1", "not permitted")),
    ],
)
def test_line_item_field_and_value_are_named(tmp_path, line, change, told):
    field, found, wanted = told
    error = refusal(tmp_path, {**line, **change})
    assert error.where.endswith(f", line 2, item {line['id']}, field {field}")
    assert error.found == found
    assert wanted in error.wanted
    assert "build the dataset again" in error.remedy


def test_a_field_of_a_source_is_named(tmp_path, line):
    error = refusal(tmp_path, {**line, "sources": [{**line["sources"][0], "speaker": None}]})
    assert error.where.endswith("field sources[0].speaker")


def test_what_else_is_wrong_is_named_too(tmp_path, line):
    error = refusal(tmp_path, {**line, "group": 1, "frames": None, "label": 2})
    assert error.found == "1 (wrong too: label, frames)"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"", "JSONDecodeError"),
        (b"not json", "JSONDecodeError"),
        (b'{"id": "\xf8"}', "UnicodeDecodeError"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "a list of 0 entries"),
        (b"{}", "no such field"),
    ],
)
def test_what_is_no_item_is_told(tmp_path, text, found):
    assert found in refusal(tmp_path, text).found


def test_what_breaks_a_bound_or_a_form_is_left_to_the_rules(tmp_path, line):
    """They name the item and go on; a refusal would end the check."""
    path = tmp_path / "items.jsonl"
    odd = {**line, "id": "Not hex", "frames": 10**9, "operation": "none", "options": [], "pcm_sha256": "?"}
    path.write_text(json.dumps(odd) + "\n", encoding="utf-8")
    (item,) = recorded_items(path)
    assert (item.id, item.frames, item.options) == ("Not hex", 10**9, ())


def test_a_good_record_gives_the_same_items_to_every_reader():
    assert list(recorded_items(RECORD)) == list(read_items(RECORD)) == list(read_release_items(RECORD))


def test_a_file_that_is_missing_is_told(tmp_path):
    with pytest.raises(RecordError, match="no such file"):
        list(recorded_items(tmp_path / "none.jsonl"))
    with pytest.raises(RecordError, match="no such file"):
        recorded_header(tmp_path / "none.json")


def test_twenty_thousand_items_are_held_to_their_kinds_in_two_seconds(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes(RECORD.read_bytes() * 5000)
    started = time.process_time()
    assert sum(1 for _ in recorded_items(path)) == 20_000
    assert time.process_time() - started < 2.0
