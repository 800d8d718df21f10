"""CSV, TSV and JSON lines, alone and beside audio."""

import csv
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.opening.wild import entries, first, json_lines, put
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection

ROWS = "file_name,question,answer\na.wav,Rising?,yes\nb.wav,Rising?,no\n"


def test_metadata_and_audio(tmp_path):
    put(tmp_path, "a.wav", "b.wav")
    (tmp_path / "metadata.csv").write_text(ROWS)
    opened = open_collection(tmp_path)
    assert (opened.form, opened.rows) == ("metadata.csv and audio", 2)
    assert [(row.audio[0].path, row.question, row.label) for row in opened.read()] == [
        (tmp_path / "a.wav", "Rising?", "yes"),
        (tmp_path / "b.wav", "Rising?", "no"),
    ]


def test_what_spreadsheets_do_to_a_file_changes_nothing(tmp_path):
    put(tmp_path, "a.wav")
    text = '\ufefffile_name,instruction,label\r\na.wav,"Heißt es ""Tür"",\r\noder «Tor»? 日本",  Tür \r\n\r\n'
    (tmp_path / "metadata.csv").write_bytes(text.encode())
    (row,) = entries(tmp_path)
    assert row.question == 'Heißt es "Tür",\r\noder «Tor»? 日本'
    assert row.label == "  Tür "
    assert row.audio[0].name == "a.wav"


@pytest.mark.parametrize(("suffix", "delimiter"), [("tsv", "\t"), ("csv", ";"), ("csv", "|"), ("csv", "\t")])
def test_other_delimiters(tmp_path, suffix, delimiter):
    path = tmp_path / f"set.{suffix}"
    path.write_text(ROWS.replace(",", delimiter))
    assert [row.label for row in entries(path)] == ["yes", "no"]


def test_quotation_marks_in_a_tsv_may_be_part_of_the_text(tmp_path):
    path = tmp_path / "set.tsv"
    path.write_text('path\tsentence\tanswer\na.mp3\t"Go", he said\tx\nb.mp3\tan inch is 1"\ty\n')
    opened = open_collection(path)
    assert [row.metadata["sentence"] for row in opened.read()] == ['"Go", he said', 'an inch is 1"']
    assert any("quotation marks" in note for note in opened.notes)


def test_json_lines_hold_what_a_table_cannot(tmp_path):
    put(tmp_path, "clips/a.flac")
    row = {"audio": "a.flac", "question": "Q?", "choices": ["x ", "y"], "answer": "y", "meta": {"snr_db": 5}}
    json_lines(tmp_path / "metadata.jsonl", [row, {**row, "late": 1}])
    one, two = entries(tmp_path)
    assert (one.options, one.label, one.metadata) == (("x ", "y"), "y", {"meta.snr_db": 5.0})
    assert two.metadata["late"] == 1.0
    assert one.audio[0].path == tmp_path / "clips/a.flac"


def test_each_split_may_have_its_own_table(tmp_path):
    for split in ("train", "test"):
        put(tmp_path, f"{split}/a.wav")
        (tmp_path / split / "metadata.csv").write_text(f"file_name,label\na.wav,{split}-label\n")
    rows = entries(tmp_path)
    assert [(row.split, row.label) for row in rows] == [("test", "test-label"), ("train", "train-label")]
    assert [row.audio[0].path for row in rows] == [tmp_path / "test/a.wav", tmp_path / "train/a.wav"]
    assert [row.audio[0].name for row in rows] == ["test/a.wav", "train/a.wav"]


def test_splits_by_the_names_of_tables(tmp_path):
    put(tmp_path, "audio/a.wav", "audio/b.wav")
    json_lines(tmp_path / "test.jsonl", [{"audio": "a.wav", "answer": "x"}])
    json_lines(tmp_path / "train.jsonl", [{"audio": "b.wav", "answer": "y"}])
    assert [(row.split, row.label) for row in entries(tmp_path)] == [("test", "x"), ("train", "y")]


def test_the_local_layout_of_dynamic_superb(tmp_path):
    put(tmp_path, "data/test/p225_001_noisy.flac", "data/test/p226_002.flac")
    instruction = "Is it clean? The answer could be clean or noisy."
    text = "file_name,file,instruction,label\n" + "".join(
        f'data/test/{name},{name},"{instruction}",{label}\n'
        for name, label in (("p225_001_noisy.flac", "noisy"), ("p226_002.flac", "clean"))
    )
    (tmp_path / "metadata.csv").write_text(text)
    rows = entries(tmp_path)
    assert [len(row.audio) for row in rows] == [1, 1]
    assert rows[0].audio[0].path == tmp_path / "data/test/p225_001_noisy.flac"
    assert rows[0].options == ("clean", "noisy")
    assert rows[0].metadata == {"file": "p225_001_noisy.flac"}
    (tmp_path / "metadata.csv").rename(tmp_path / "data/metadata.csv")
    assert [row.audio[0].path for row in entries(tmp_path)] == [row.audio[0].path for row in rows]


def test_a_table_in_meta_beside_the_audio(tmp_path):
    put(tmp_path, "audio/1-100032-A-0.wav", "audio/1-100038-A-14.wav")
    (tmp_path / "meta").mkdir()
    text = "filename,fold,target,category\n1-100032-A-0.wav,1,0,dog\n1-100038-A-14.wav,1,14,chirping_birds\n"
    (tmp_path / "meta/esc50.csv").write_text(text)
    assert [(row.label, row.audio[0].path.is_file()) for row in entries(tmp_path)] == [
        ("dog", True),
        ("chirping_birds", True),
    ]


def test_a_table_that_tells_of_no_audio_does_not_hide_the_folders(tmp_path):
    put(tmp_path, "cat/1.wav", "cat/2.wav", "dog/1.wav", "dog/2.wav")
    (tmp_path / "authors.csv").write_text("name,town\nAnn,Oslo\n")
    assert open_collection(tmp_path).form == "label folders"


def test_of_two_tables_one_must_be_named(tmp_path):
    put(tmp_path, "a.wav", "b.wav")
    for name in ("easy.csv", "hard.csv"):
        (tmp_path / name).write_text(ROWS)
    with pytest.raises(CollectionError, match=r"easy\.csv, hard\.csv"):
        open_collection(tmp_path)
    assert len(entries(tmp_path / "hard.csv")) == 2


def test_a_table_without_a_header(tmp_path):
    put(tmp_path, "a.wav")
    (tmp_path / "list.csv").write_text("a.wav,up\nb.wav,down\n")
    opened = open_collection(tmp_path)
    assert opened.rows == 2
    assert [row.metadata for row in opened.read()] == [{"column 2": "up"}, {"column 2": "down"}]


def test_splits_are_told_from_other_tables_beside_them(tmp_path):
    put(tmp_path, "a.wav", "b.wav")
    for name in ("train.csv", "test.csv"):
        (tmp_path / name).write_text(ROWS)
    (tmp_path / "sample_submission.csv").write_text("id,answer\n0,yes\n")
    assert [row.split for row in entries(tmp_path)] == ["test", "test", "train", "train"]


@pytest.mark.parametrize(
    ("name", "content", "where", "found"),
    [
        ("a.csv", b"audio,label\na.wav,x\nb.wav\n", "line 3", "1 field"),
        ("a.csv", b"audio,label\na.wav,x,y\n", "line 2", "3 fields"),
        ("a.csv", b'audio,label\na.wav,x\n"b.wav,y\n', "line 3", "not CSV"),
        ("a.csv", b"audio,label\na.wav,x\nb.wav,\xff\n", "line 3", "0xff"),
        ("a.csv", b"audio,audio\na.wav,x\n", "line 1", "two columns audio"),
        ("a.jsonl", b'{"audio": "a.wav"}\n{"audio": \n', "line 2", "no JSON"),
        ("a.jsonl", b'{"audio": "a.wav"}\n\n["a.wav"]\n', "line 3", "JSON list"),
        ("a.jsonl", b'{"audio": "a\xff.wav"}\n', "line 1", "no JSON"),
        ("a.jsonl", b"[" * 100_000, "line 1", "no JSON"),
        ("a.csv", b"", "a.csv", "without a row"),
        ("a.csv", b"word,label\nx,y\n", "a.csv", "its columns are word, label"),
    ],
)
def test_a_broken_table_is_told_by_file_and_line(tmp_path, name, content, where, found):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CollectionError) as caught:
        open_collection(path)
    assert caught.value.where.startswith(str(path))
    assert where in caught.value.where
    assert found in caught.value.found


def test_a_set_without_rows_cannot_be_audited(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("audio,question,answer\n")
    with pytest.raises(CollectionError) as caught:
        open_collection(path)
    assert "without a row; its columns are audio, question, answer" in caught.value.found


READ_ALL = """
import sys
from pathlib import Path
from verification.opening.opening import open_collection
opened = open_collection(Path(sys.argv[1]))
for last in opened.read():
    pass
peak_kb = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(opened.rows, last.number, last.id, last.audio[0].name, peak_kb)
"""


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_hundred_thousand_rows_in_bounded_memory(tmp_path, suffix):
    peaks_mb = []
    for rows in (2_000, 100_000):
        path = tmp_path / f"set{rows}.{suffix}"
        values = ({"id": f"q{n}", "audio": f"{n}.wav", "question": "Up?", "answer": "yes"} for n in range(rows))
        with path.open("w", newline="") as file:
            if suffix == "csv":
                writer = csv.DictWriter(file, ["id", "audio", "question", "answer"])
                writer.writeheader()
                writer.writerows(values)
            else:
                file.writelines(json.dumps(row) + "\n" for row in values)
        told = subprocess.run([sys.executable, "-c", READ_ALL, path], capture_output=True, text=True, check=True).stdout
        *read, peak_kb = told.split()
        assert read == [str(rows), str(rows - 1), f"q{rows - 1}", f"{rows - 1}.wav"]
        peaks_mb.append(int(peak_kb) / 1024)
    assert peaks_mb[1] - peaks_mb[0] < 10  # the 100,000 rows themselves are 30 MB as objects of Python, at least
    assert peaks_mb[1] < 100


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\0")), min_size=1, max_size=5))
def test_any_label_comes_back_as_it_was_written(tmp_path_factory, labels):
    folder = tmp_path_factory.mktemp("labels")
    with (folder / "a.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["audio", "label"], *(["a.wav", label] for label in labels)])
    json_lines(folder / "a.jsonl", [{"audio": "a.wav", "label": label} for label in labels])
    for name in ("a.csv", "a.jsonl"):
        assert [row.label for row in entries(folder / name)] == labels


def test_reading_twice_gives_the_same(tmp_path):
    put(tmp_path, "a.wav", "b.wav")
    (tmp_path / "metadata.csv").write_text(ROWS)
    opened = open_collection(tmp_path)
    assert list(opened.read()) == list(opened.read())
    assert first(tmp_path).number == 0
