"""The record: what is written is read back, and what cannot be read is named."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manifests.errors import RecordError
from manifests.record import CorpusUse, DatasetRecord, ShardRecord, read_items, read_record, write_item_line
from manifests.rows import ItemRecord, PlanItem, SourceRef

quick = settings(max_examples=40, deadline=None)

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=False)
scalar = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | numbers | text
mapping = st.dictionaries(text, scalar, max_size=4)
counts = st.integers(0, 2**40)
sources = st.builds(
    SourceRef,
    **dict.fromkeys(("corpus", "item", "path", "sha256", "speaker", "sex", "licence"), text),
    **dict.fromkeys(("sampling_rate", "start_frame", "frames"), counts),
)
planned = {
    **dict.fromkeys(("id", "group", "label", "instruction", "operation"), text),
    "options": st.lists(text, max_size=4).map(tuple),
    "sources": st.lists(sources, max_size=2).map(tuple),
    "parameters": mapping,
}
items = st.builds(ItemRecord, **planned, explanation=text, measurements=mapping, frames=counts, pcm_sha256=text)

HEADER = DatasetRecord(
    recipe="tones",
    suite="fake",
    level=1,
    operation="tones.loudness/1",
    recipe_sha256="1" * 64,
    plan_sha256="2" * 64,
    code_sha256="3" * 64,
    seed=7,
    sampling_rate=16_000,
    channels=2,
    options=("soft", "loud"),
    counts={"soft": 3, "loud": 3},
    corpora=(CorpusUse(name="é", title="É", licence="CC0-1.0", index_sha256="4" * 64, files=9),),
    packages={"numpy": "2.0"},
    notes=("a note",),
    shards=(ShardRecord(name="test-00000-of-00001.parquet", rows=6, sha256="5" * 64),),
)


@quick
@given(st.builds(PlanItem, **planned))
def test_a_planned_item_comes_back_as_it_was(item):
    assert PlanItem.from_json(json.loads(json.dumps(item.to_json()))) == item


@quick
@given(st.lists(items, max_size=5))
def test_items_come_back_as_they_were_in_their_order(tmp_path_factory, some):
    path = tmp_path_factory.mktemp("record") / "items.jsonl"
    path.write_text("".join(map(write_item_line, some)), encoding="utf-8", newline="\n")
    assert list(read_items(path)) == some


def test_an_item_keeps_all_of_its_plan():
    plan = PlanItem(**dict.fromkeys(PlanItem.__slots__, "x"))
    item = ItemRecord.of(plan, explanation="why", measurements={"a": 1}, frames=3, pcm_sha256="f")
    assert all(getattr(item, field.name) == getattr(plan, field.name) for field in fields(PlanItem))
    assert (item.explanation, item.measurements, item.frames, item.pcm_sha256) == ("why", {"a": 1}, 3, "f")


def test_a_header_comes_back_as_it_was(tmp_path):
    (tmp_path / "tones.json").write_text(HEADER.to_text(), encoding="utf-8")
    found = read_record(tmp_path / "tones.json")
    assert found == HEADER
    assert list(found.counts) == ["soft", "loud"]
    assert found.to_text() == HEADER.to_text()


def changed(**changes):
    value = {**HEADER.to_json(), **changes}
    return json.dumps({name: entry for name, entry in value.items() if entry != "absent"}).encode()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (None, "no such file"),
        (b"", "JSONDecodeError"),
        (b"\xff\xfe", "UnicodeDecodeError"),
        (b"[]", "TypeError"),
        (b"{}", "KeyError"),
        (changed(seed="absent"), "TypeError"),
        (changed(colour="blue"), "TypeError"),
        (changed(shards=[{"name": "x"}]), "TypeError"),
        (changed(corpora=3), "TypeError"),
        (changed(counts=None), "(TypeError|AttributeError)"),
        (changed(schema_version=99), "record schema version 99"),
    ],
)
def test_a_header_that_cannot_be_read_is_named_with_the_reason(tmp_path, content, found):
    path = tmp_path / "tones.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=found) as caught:
        read_record(path)
    assert caught.value.where == str(path)
    assert "build" in caught.value.remedy


ITEM = ItemRecord(**dict.fromkeys(PlanItem.__slots__, "x") | {"options": ("x",), "sources": (), "parameters": {}})


@pytest.mark.parametrize("line", ["{", "{}", "[1]", "null", '{"id": 1}', "", write_item_line(ITEM)[:-20]])
def test_a_line_that_cannot_be_read_is_named_by_its_number(tmp_path, line):
    path = tmp_path / "tones.jsonl"
    path.write_text(write_item_line(ITEM) + line + "\n" + write_item_line(ITEM), encoding="utf-8")
    read = read_items(path)
    assert next(read) == ITEM
    with pytest.raises(RecordError) as caught:
        next(read)
    assert caught.value.where == f"{path}, line 2"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\n"])
def test_items_that_are_gone_or_no_text_are_told_of(tmp_path, content):
    path = tmp_path / "tones.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        list(read_items(path))
    assert str(path) in caught.value.where


def test_a_header_that_differs_in_anything_differs_in_text():
    texts = {HEADER.to_text()} | {
        replace(HEADER, **change).to_text() for change in ({"seed": 8}, {"notes": ()}, {"level": 2})
    }
    assert len(texts) == 4
