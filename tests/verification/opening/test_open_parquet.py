"""Parquet and Arrow: what Hugging Face writes."""

import json
import tracemalloc

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.engine.schema import published_schema
from builders.volume import VolumeRamp
from tests.verification.opening.wild import audio_bytes, entries, first, put
from verification.opening.collection import Roles
from verification.opening.describe import describe
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection


def write(path, rows, features=None, **options):
    path.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist(rows)
    if features:
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    pq.write_table(table, path, **options)
    return path


def question(number, **more):
    clip = {"bytes": audio_bytes(number), "path": f"clip{number}.flac"}
    return {"id": f"q{number}", "audio": clip, "question": "Which?", "answer": "up", **more}


def test_the_shards_of_a_hub_folder_are_one_set_with_their_splits(tmp_path):
    write(tmp_path / "data/test-00000-of-00002.parquet", [question(0), question(1)])
    write(tmp_path / "data/test-00001-of-00002.parquet", [question(2)])
    write(tmp_path / "data/train-00000-of-00001-0a1b2c3d4e5f6071.parquet", [question(3)])
    opened = open_collection(tmp_path)
    assert (opened.form, opened.rows) == ("Parquet shards (3)", 4)
    rows = list(opened.read())
    assert [(row.number, row.split, row.id) for row in rows] == [
        (0, "test", "q0"),
        (1, "test", "q1"),
        (2, "test", "q2"),
        (3, "train", "q3"),
    ]
    assert [row.audio[0].data for row in rows] == [audio_bytes(number) for number in range(4)]
    assert [row.audio[0].name for row in rows] == [f"clip{number}.flac" for number in range(4)]
    assert {(row.question, row.label, row.audio[0].sampling_rate) for row in rows} == {("Which?", "up", None)}
    assert list(opened.read()) == rows


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("test-00000-of-00001.parquet", "test"),
        ("train.parquet", "train"),
        ("questions_dev.parquet", "dev"),
        ("default/test/0000.parquet", "test"),
        ("data/validation/part.parquet", "validation"),
        ("whatever.parquet", ""),
    ],
)
def test_a_split_is_named_by_the_file_or_its_folder(tmp_path, name, split):
    write(tmp_path / name, [question(0)])
    assert [row.split for row in entries(tmp_path)] == [split]


def test_one_file_is_a_set_too(tmp_path):
    assert len(entries(write(tmp_path / "test-00000-of-00001.parquet", [question(0)]))) == 1


def test_of_several_configurations_one_must_be_named(tmp_path):
    write(tmp_path / "easy/test-00000-of-00001.parquet", [question(0)])
    write(tmp_path / "hard/test-00000-of-00001.parquet", [question(1)])
    with pytest.raises(CollectionError, match="2 sets: easy, hard"):
        open_collection(tmp_path)
    assert [row.id for row in entries(tmp_path / "hard")] == ["q1"]


def test_audio_may_be_raw_bytes_or_the_path_of_a_file_beside_it(tmp_path):
    raw = write(tmp_path / "raw.parquet", [{"sound": audio_bytes(5), "label": "a"}])
    ref = first(raw).audio[0]
    assert (ref.data, ref.path, ref.name) == (audio_bytes(5), None, "row 0")
    put(tmp_path, "audio/x.wav")
    ref = first(write(tmp_path / "paths.parquet", [{"clip": "x.wav", "label": "a"}])).audio[0]
    assert (ref.path, ref.data, ref.name) == (tmp_path / "audio/x.wav", None, "audio/x.wav")
    struct = [{"audio": {"bytes": None, "path": "x.wav"}, "label": "a"}, question(1, label="b")]
    assert first(write(tmp_path / "struct.parquet", struct)).audio[0].path == tmp_path / "audio/x.wav"


def test_several_clips_of_a_row_keep_their_order(tmp_path):
    clips = {f"audio{n or ''}": {"bytes": audio_bytes(n), "path": None} for n in (0, 2, 3)}
    row = first(write(tmp_path / "a.parquet", [{"id": "q7", **clips, "label": "same"}]))
    assert [clip.data for clip in row.audio] == [audio_bytes(n) for n in (0, 2, 3)]
    listed = [{"audios": [{"bytes": audio_bytes(n), "path": f"{n}.flac"} for n in (4, 5)], "label": "x"}]
    assert [clip.name for clip in first(write(tmp_path / "b.parquet", listed)).audio] == ["4.flac", "5.flac"]


def test_bytes_are_audio_whatever_their_column_is_called_unless_they_are_pictures(tmp_path):
    clip, picture = question(3)["audio"], {"bytes": b"png", "path": "a.png"}
    row = first(write(tmp_path / "a.parquet", [{"source_audio": clip, "label": "x"}]))
    assert row.audio[0].data == audio_bytes(3)
    row = first(write(tmp_path / "b.parquet", [{"image": picture, "sound": clip, "label": "x"}]))
    assert [each.data for each in row.audio] == [audio_bytes(3)]
    with pytest.raises(CollectionError, match="without a column that holds audio"):
        open_collection(write(tmp_path / "c.parquet", [{"image": picture, "label": "x"}]))


def test_the_rate_is_declared_only_if_the_schema_states_it(tmp_path):
    stated = {"audio": {"_type": "Audio", "sampling_rate": 22_050}}
    assert first(write(tmp_path / "a.parquet", [question(0)], stated)).audio[0].sampling_rate == 22_050
    silent = {"audio": {"_type": "Audio"}}
    assert first(write(tmp_path / "b.parquet", [question(0)], silent)).audio[0].sampling_rate is None


def test_numbered_classes_go_by_their_names(tmp_path):
    rows = [question(0, answer=1), question(1, answer=0)]
    path = write(tmp_path / "a.parquet", rows, {"answer": {"_type": "ClassLabel", "names": ["noisy", "clean"]}})
    assert [row.label for row in entries(path)] == ["clean", "noisy"]


def test_our_own_row_is_understood_without_a_word(tmp_path):
    schema = published_schema(VolumeRamp())
    row = dict.fromkeys(schema.names)
    row |= {
        "id": "0f",
        "audio": {"bytes": audio_bytes(), "path": "0f.flac"},
        "file": "0f.flac",
        "instruction": "Does it rise?",
        "options": ["increasing", "decreasing"],
        "label": "increasing",
        "source": [{"corpus": "demo", "item": "s1", "speaker": "ann", "sex": "female", "licence": "CC0-1.0"}],
        "parameters": {"direction": "increasing"},
        "measurements": {"duration_s": 0.1, "peak_dbfs": -3.0},
        "group": "g1",
    }
    folder = tmp_path / "out/volume-perception/data"
    folder.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([row], schema=schema), folder / "test-00000-of-00001.parquet")
    for path in (tmp_path / "out", tmp_path / "out/volume-perception"):
        opened = open_collection(path)
        assert opened.root == tmp_path / "out/volume-perception"
        entry = next(opened.read())
        assert (entry.id, entry.split, entry.question, entry.label) == ("0f", "test", "Does it rise?", "increasing")
        assert (entry.options, entry.group) == (("increasing", "decreasing"), "g1")
        assert (entry.source, entry.speaker) == ("demo", "ann")
        assert len(entry.audio) == 1
        assert (entry.audio[0].sampling_rate, entry.audio[0].duration_s) == (16_000, 0.1)
        expected = {"source.item": "s1", "source.sex": "female", "source.licence": "CC0-1.0", "file": "0f.flac"}
        expected |= {"parameters.direction": "increasing", "measurements.peak_dbfs": -3.0}
        assert entry.metadata.items() >= expected.items()
        assert "options: column `options` (guessed)" in "\n".join(describe(opened))


def test_a_field_of_a_struct_can_be_given_a_role(tmp_path):
    path = write(tmp_path / "a.parquet", [question(0, parameters={"ear": "left", "level": -20})])
    entry = first(path, given=Roles(label="parameters.ear"))
    assert entry.label == "left"
    assert entry.metadata == {"answer": "up", "parameters.level": -20.0}


def test_a_file_that_breaks_off_is_named(tmp_path):
    path = write(tmp_path / "test.parquet", [question(0)])
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(CollectionError) as caught:
        open_collection(tmp_path)
    assert caught.value.where == str(path)


def test_damage_inside_a_file_is_found_when_it_is_read(tmp_path):
    path = write(tmp_path / "test.parquet", [question(number) for number in range(40)], compression="snappy")
    data = bytearray(path.read_bytes())
    data[200:9_000] = b"\xff" * 8_800
    path.write_bytes(data)
    with pytest.raises(CollectionError, match=r"test\.parquet"):
        entries(tmp_path)


def test_shards_of_other_columns_are_refused(tmp_path):
    write(tmp_path / "data/test-00000-of-00002.parquet", [question(0)])
    write(tmp_path / "data/test-00001-of-00002.parquet", [question(0, extra=1)])
    with pytest.raises(CollectionError, match="as in test-00000-of-00002"):
        open_collection(tmp_path)


def test_a_row_group_of_audio_is_not_held_whole(tmp_path):
    size, rows = 200_000, 256  # 51 MB in one row group
    path = tmp_path / "big.parquet"
    noise = [{"audio": {"bytes": bytes([n]) * size, "path": f"{n}.flac"}, "label": "a"} for n in range(rows)]
    write(path, noise, use_dictionary=False, compression="none", row_group_size=rows, write_batch_size=8)
    before = pa.total_allocated_bytes()
    most = 0
    tracemalloc.start()
    for _ in open_collection(path).read():
        most = max(most, pa.total_allocated_bytes() - before)
    assert most + tracemalloc.get_traced_memory()[1] < 0.5 * size * rows
    tracemalloc.stop()


def test_folders_of_save_to_disk(tmp_path):
    import datasets

    rows = datasets.Dataset.from_list([question(number) for number in range(20)])
    datasets.DatasetDict(test=rows, train=rows.select(range(3))).save_to_disk(tmp_path / "dict")
    rows.save_to_disk(tmp_path / "one")
    both = entries(tmp_path / "dict")
    assert [row.split for row in both] == ["test"] * 20 + ["train"] * 3
    assert [row.audio[0].data for row in both[:20]] == [audio_bytes(number) for number in range(20)]
    assert open_collection(tmp_path / "one").rows == 20
    (broken,) = (tmp_path / "one").glob("*.arrow")
    broken.write_bytes(broken.read_bytes()[:1_000])
    with pytest.raises(CollectionError, match=r"one/data-00000"):
        entries(tmp_path / "one")
