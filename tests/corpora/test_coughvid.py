"""COUGHVID: rows and recordings, whichever format, and what bad metadata are called."""

from __future__ import annotations

import csv
import shutil
from collections import Counter

import pytest

from corpora.coughvid import CORPUS
from corpora.indexing.build import build_index
from manifests.errors import CorpusError
from tests.corpora.trees import coughvid as trees


@pytest.fixture
def root(tmp_path):
    return trees.small(tmp_path)


def read(root):
    with (root / "metadata_compiled.csv").open(encoding="utf-8", newline="") as source:
        return list(csv.reader(source))


def write(root, table, **options):
    with (root / "metadata_compiled.csv").open("w", newline="", **{"encoding": "utf-8"} | options) as sink:
        csv.writer(sink, lineterminator="\r\n").writerows(table)


def test_a_row(root):
    header, *table = read(root)
    assert len(header) == 52  # the first has no name
    row = dict(zip(header, table[5], strict=True))
    entry = list(CORPUS.entries(root))[5]
    assert entry.id == entry.speaker == row["uuid"]
    assert (entry.sex, entry.age) == ("", 23.0)  # "other" is neither
    assert entry.extra["cough_detected"] == row["cough_detected"]
    assert entry.extra["status"] == "COVID-19"
    assert set(entry.extra) == set(CORPUS.extra_columns)
    judged = ("quality_2", "cough_type_2", "diagnosis_2", "severity_2", "quality_1", "severity_4")
    assert [entry.extra[name] for name in judged] == ["good", "dry", "upper_infection", "severe", "", ""]


def test_webm_ogg_and_wav_are_read(root):
    index = build_index(CORPUS, root)
    assert Counter(row["path"].rpartition(".")[2] for row in index.rows()) == {"webm": 10, "wav": 9, "ogg": 9}
    assert {row["sampling_rate"] for row in index.rows()} == {48_000}
    assert all(0.8 < row["frames"] / 48_000 < 1.0 for row in index.rows())


def test_nan_and_impossible_ages_are_empty(root):
    table = read(root)
    age, quality = table[0].index("age"), table[0].index("quality_2")
    for row, text in zip(table[1:7], ("nan", "-3", "", "inf", "1e300", "9" * 400), strict=True):
        row[age] = text
    table[1][quality] = "NaN"
    write(root, table)
    entries = list(CORPUS.entries(root))
    assert [entry.age for entry in entries[:4]] == [None] * 4
    assert entries[0].extra["quality_2"] == ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_byte_order_mark_windows_line_ends_and_columns_of_earlier_releases(encoding, root):
    first = list(CORPUS.entries(root))
    header, *_ = read(root)
    dropped = (header.index(""), header.index("status_SSL"))
    table = [[field for place, field in enumerate(row) if place not in dropped] for row in read(root)]
    for row, snr in zip(table, ["SNR", *["12.5"] * 28], strict=True):
        row.insert(3, snr)
    write(root, table, encoding=encoding)
    assert CORPUS.locate(root) == root
    assert list(CORPUS.entries(root)) == first


@pytest.mark.parametrize(("there", "chosen"), [({".webm", ".wav", ".ogg"}, ".wav"), ({".webm", ".ogg"}, ".ogg")])
def test_of_several_formats_one_is_taken(there, chosen, root):
    uuid = next(iter(CORPUS.entries(root))).id
    (path,) = (root / f"{uuid}{suffix}" for suffix in trees.SUFFIXES if (root / f"{uuid}{suffix}").exists())
    for suffix in there - {path.suffix}:
        shutil.copy(path, path.with_suffix(suffix))
    assert next(iter(CORPUS.entries(root))).path == f"{uuid}{chosen}"


def test_metadata_above_the_recordings(root):
    first = [entry.id for entry in CORPUS.entries(root)]
    (root / "metadata_compiled.csv").rename(root.parent / "metadata_compiled.csv")
    assert CORPUS.locate(root.parent) == root.parent
    entries = list(CORPUS.entries(root.parent))
    assert [entry.id for entry in entries] == first
    assert all((root.parent / entry.path).is_file() for entry in entries)


def test_a_row_without_a_recording_is_missing(root):
    entry = list(CORPUS.entries(root))[3]
    (root / entry.path).unlink()
    with pytest.raises(CorpusError, match=f"{entry.id}.webm: missing"):
        build_index(CORPUS, root)
    index = build_index(CORPUS, root, allow_damaged=True)
    assert index.table.num_rows == 27


def test_a_recording_without_a_row_is_nothing_to_it(root, noise):
    noise(root / "ffffffff-ffff-4fff-8fff-ffffffffffff.wav")
    assert len(list(CORPUS.entries(root))) == 28


def test_column_missing(root):
    table = read(root)
    table[0][table[0].index("severity_4")] = "gravity_4"
    write(root, table)
    with pytest.raises(CorpusError, match="no column severity_4"):
        list(CORPUS.entries(root))


@pytest.mark.parametrize(
    ("uuid", "found"),
    [
        ("", "line 8: found the uuid ''"),
        ("../../etc/passwd", "line 8: found the uuid '../../etc/passwd'"),
        ("again", "line 8: found the uuid .* of line 2 again"),
    ],
)
def test_a_row_that_names_no_recording_of_its_own(uuid, found, root):
    table = read(root)
    place = table[0].index("uuid")
    table[7][place] = table[1][place] if uuid == "again" else uuid
    write(root, table)
    with pytest.raises(CorpusError, match=rf"metadata_compiled\.csv, {found}"):
        list(CORPUS.entries(root))


def test_another_table_of_this_name(tmp_path):
    (tmp_path / "metadata_compiled.csv").write_text("uuid,label\n")
    assert CORPUS.locate(tmp_path) is None


def drawn(entries, column, label):
    """Count what the suite can take for a label: by four experts, three of whom agree, and by one who found it good."""
    by_four = by_one = 0
    for entry in entries:
        judges = [expert for expert in trees.EXPERTS if entry.extra[f"quality_{expert}"]]
        votes = sum(entry.extra[f"{column}_{expert}"] == label for expert in judges)
        by_four += len(judges) == 4 and votes >= 3
        by_one += len(judges) == 1 and votes == 1 and entry.extra[f"quality_{judges[0]}"] == "good"
    return by_four, by_one


def test_the_full_tree_holds_what_was_published(tmp_path):
    entries = list(CORPUS.entries(trees.full(tmp_path)))
    assert len(entries) == CORPUS.expected_files == 34_434
    assert not any(entry.path != f"{entry.id}.{entry.path.rpartition('.')[2]}" for entry in entries)
    judged = sum(any(entry.extra[f"quality_{expert}"] for expert in trees.EXPERTS) for entry in entries)
    assert 2_800 <= judged <= 2_900
    assert drawn(entries, "diagnosis", "COVID-19") == (2, 196)
    assert drawn(entries, "cough_type", "wet") == (8, 320)
    least = {"cough_type": (("dry",), 300), "severity": (("mild", "pseudocough", "severe"), 170)}
    least["diagnosis"] = (("lower_infection", "upper_infection", "healthy_cough"), 201)
    for column, (labels, count) in least.items():
        assert all(sum(drawn(entries, column, label)) >= count for label in labels)
