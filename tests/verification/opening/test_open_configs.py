"""README.md that says which files make which set."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.verification.opening.wild import audio_bytes, entries, json_lines, put
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection


def shard(path, *labels):
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {"audio": {"bytes": audio_bytes(seed), "path": f"{seed}.flac"}, "label": label}
        for seed, label in enumerate(labels)
    ]
    pq.write_table(pa.Table.from_pylist(rows), path)


def readme(root, configs, more=""):
    (root / "README.md").write_text(f"---\nlicense: mit\nconfigs: {json.dumps(configs)}\n{more}---\n# A set\n")


def two(root, **easy):
    shard(root / "data/easy-test.parquet", "dog", "cat")
    shard(root / "data/hard-test.parquet", "wolf")
    configs = [
        {"config_name": "easy", "data_files": [{"split": "test", "path": "data/easy-*.parquet"}], **easy},
        {"config_name": "hard", "data_files": "data/hard-*.parquet"},
    ]
    readme(root, configs)
    return root


def test_files_side_by_side_are_not_taken_for_one_set(tmp_path):
    with pytest.raises(CollectionError, match="2 sets: easy, hard") as caught:
        open_collection(two(tmp_path))
    assert caught.value.remedy.endswith(f"{tmp_path}/easy")


def test_one_is_named_below_the_folder(tmp_path):
    opened = open_collection(two(tmp_path) / "hard")
    assert [(row.label, row.split) for row in opened.read()] == [("wolf", "test")]
    assert any("taken: hard" in note for note in opened.notes)
    with pytest.raises(CollectionError, match="no such file or folder"):
        open_collection(tmp_path / "harder")


def test_the_default_is_taken_and_told(tmp_path):
    opened = open_collection(two(tmp_path, default=True))
    assert [(row.label, row.split) for row in opened.read()] == [("dog", "test"), ("cat", "test")]
    assert "README.md names several sets; taken: easy; others: hard" in opened.notes


@pytest.mark.parametrize(
    "data_files",
    ["qa/rows.jsonl", ["./qa/*.jsonl"], {"test": "qa/rows.jsonl"}, [{"split": "test", "path": ["qa/rows.jsonl"]}]],
)
def test_a_table_where_no_one_would_look(tmp_path, data_files):
    put(tmp_path, "clips/a.wav", "clips/b.wav")
    (tmp_path / "qa").mkdir()
    json_lines(tmp_path / "qa/rows.jsonl", [{"audio": f"clips/{name}.wav", "answer": name} for name in "ab"])
    readme(tmp_path, [{"config_name": "default", "data_files": data_files}])
    opened = open_collection(tmp_path)
    assert [row.audio[0].path for row in opened.read()] == [tmp_path / "clips/a.wav", tmp_path / "clips/b.wav"]
    assert opened.notes == tuple(note for note in opened.notes if "several sets" not in note)


@pytest.mark.parametrize(
    "configs",
    [
        [{"config_name": "a", "data_files": "nowhere/*.parquet"}],
        [{"config_name": "a", "data_files": "/data/*.parquet"}],
        [{"config_name": "a", "data_files": ""}],
        [{"config_name": "a", "data_files": {"test": {"deeper": 5}}}],
        ["a", 5, None],
        "a",
        5,
    ],
)
def test_what_is_not_understood_changes_nothing(tmp_path, configs):
    shard(tmp_path / "data/test-00000-of-00001.parquet", "dog")
    readme(tmp_path, configs)
    assert [(row.label, row.split) for row in entries(tmp_path)] == [("dog", "test")]


@pytest.mark.parametrize("text", ["---\nconfigs: [\n- : :\n---\n", "---\n", "", "configs: a", "---\n- 1\n---\n"])
def test_a_broken_header_changes_nothing(tmp_path, text):
    shard(tmp_path / "data/test-00000-of-00001.parquet", "dog")
    (tmp_path / "README.md").write_text(text)
    assert len(entries(tmp_path)) == 1
