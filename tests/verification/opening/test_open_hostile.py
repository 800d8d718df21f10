"""What lies about on disks: pipes, folders named as files, archives, tables of nothing, cells without a bottom."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from tests.verification.opening.wild import entries, json_lines, put
from verification.listening.clip import listen
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection


@pytest.mark.parametrize("name", ["metadata.csv", "rows.json", "test.parquet"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_not_opened(tmp_path, name, make):
    put(tmp_path, "a.wav", "b.wav")
    make(tmp_path / name)
    assert len(entries(tmp_path)) == 2


def test_a_pipe_is_no_set(tmp_path):
    os.mkfifo(tmp_path / "rows.csv")
    with pytest.raises(CollectionError, match="neither a file nor a folder"):
        open_collection(tmp_path / "rows.csv")


@pytest.mark.parametrize("name", ["shard-000000.tar", "audio.zip", "all.tar.gz"])
def test_archives_have_to_be_unpacked(tmp_path, name):
    (tmp_path / name).write_bytes(b"x")
    for path in (tmp_path, tmp_path / name):
        with pytest.raises(CollectionError) as caught:
            open_collection(path)
        assert caught.value.remedy.startswith(f"unpack {name}")


def test_addresses_are_not_followed(tmp_path):
    rows = [{"file_name": "https://example.org/a.wav?download=1", "answer": "dog"}]
    with pytest.raises(CollectionError, match="column file_name gives addresses on the web"):
        open_collection(json_lines(tmp_path / "rows.jsonl", rows))


@pytest.mark.parametrize(
    "cell", ["[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900, '{"path":' * 900 + '"a.wav"' + "}" * 900]
)
@pytest.mark.parametrize("column", ["audio", "options", "answer", "source", "messages", "more"])
def test_cells_within_cells_have_no_bottom(tmp_path, cell, column):
    row = {"audio": "a.wav", "answer": "x"} | {column: "HERE"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row).replace('"HERE"', cell) + "\n")
    try:
        assert len(entries(tmp_path / "rows.jsonl")) == 1
    except CollectionError as error:
        assert error.found  # noqa: PT017 - either is right, a RecursionError is not


def test_a_field_of_half_a_million_characters(tmp_path):
    (tmp_path / "rows.csv").write_text(f"audio,answer,text\na.wav,dog,{'word ' * 100_000}\n")
    assert [row.label for row in entries(tmp_path / "rows.csv")] == ["dog"]


def test_other_encodings_are_told_with_a_way_out(tmp_path):
    (tmp_path / "rows.csv").write_bytes("audio,answer\na.wav,Hündin\n".encode("latin-1"))
    with pytest.raises(CollectionError, match="line 2") as caught:
        open_collection(tmp_path / "rows.csv")
    assert "save it as UTF-8" in caught.value.remedy


@pytest.mark.parametrize("form", ["list", "columns", "split"])
def test_tables_by_columns(tmp_path, form):
    audio, answer = ["a.wav", "b.wav"], ["dog", "cat"]
    value = {
        "list": {"audio": audio, "answer": answer},
        "columns": {"audio": dict(zip("01", audio, strict=True)), "answer": dict(zip("01", answer, strict=True))},
        "split": {"columns": ["audio", "answer"], "index": [0, 1], "data": [["a.wav", "dog"], ["b.wav", "cat"]]},
    }[form]
    (tmp_path / "rows.json").write_text(json.dumps(value))
    assert [(row.audio[0].name, row.label) for row in entries(tmp_path / "rows.json")] == [
        ("a.wav", "dog"),
        ("b.wav", "cat"),
    ]


def test_samples_in_a_table_are_heard(tmp_path):
    put(tmp_path, "a.wav")
    samples, rate = sf.read(tmp_path / "a.wav", dtype="float32")
    rows = [
        {"audio": {"array": samples.tolist(), "sampling_rate": rate, "path": "a.wav"}, "label": "dog"},
        {"audio": {"array": [[0.1] * 50, [0.2] * 50], "sampling_rate": rate, "path": None}, "label": "cat"},
        {"audio": {"array": [], "sampling_rate": None, "path": None}, "label": "cat"},
    ]
    pq.write_table(pa.Table.from_pylist(rows[:1]), tmp_path / "test.parquet")
    (entry,) = entries(tmp_path / "test.parquet")
    facts, _ = listen(entry.audio[0])
    assert (facts.name, facts.frames, facts.sampling_rate) == ("a.wav", len(samples), rate)
    from_file, _ = listen(entries(tmp_path / "a.wav")[0].audio[0])
    assert facts.pcm_sha256 == from_file.pcm_sha256
    listed = [listen(row.audio[0])[0] for row in entries(json_lines(tmp_path / "rows.jsonl", rows))]
    assert [(facts.frames, facts.channels) for facts in listed] == [(len(samples), 1), (50, 2), (0, 0)]


def test_samples_in_a_table_are_left_out_where_only_roles_are_looked_for(tmp_path):
    rows = [{"audio": {"array": [0.0] * 1000, "sampling_rate": 8000}, "label": "dog"} for _ in range(3)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "test.parquet")
    from verification.opening.readers import parquet

    found = parquet.find(tmp_path)
    assert found.embedded == ("audio",)
    assert all("array" not in (row.values.get("audio") or {}) for row in found.peeked())


QUESTION = "Which animal? Options: (A) dog. (B) cat. "


@pytest.mark.parametrize(
    "end", ["The correct answer is: ", "The answer is:", "Please answer with the letter.", "Choose one.", "Answer:", ""]
)
@pytest.mark.parametrize("label", ["(B) cat", "cat", "B"])
def test_what_follows_the_options_is_no_part_of_the_last(tmp_path, end, label):
    rows = [{"audio": "a.wav", "question": QUESTION + end, "answer": label} for _ in range(3)]
    for entry in entries(json_lines(tmp_path / "rows.jsonl", rows)):
        assert (entry.options, entry.label) == (("dog", "cat"), "cat")


def test_answers_are_options_unless_they_are_wordings_of_one(tmp_path):
    rows = [{"audio": "a.wav", "answers": ["dog", "cat"], "correct": label} for label in ("dog", "cat")]
    assert {row.options for row in entries(json_lines(tmp_path / "a.jsonl", rows))} == {("dog", "cat")}
    rows = [{"audio": "a.wav", "answers": [label, f"a {label}"], "answer": label} for label in ("dog", "cat")]
    assert {row.options for row in entries(json_lines(tmp_path / "b.jsonl", rows))} == {()}
