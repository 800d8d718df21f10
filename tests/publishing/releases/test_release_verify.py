"""`soundprobe release verify`: files, rows, samples, and nothing that does not belong there."""

import io
import json
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from manifests.digest import file_sha256
from publishing.commands.publish import publish_command
from publishing.commands.pull import pull_command
from tests.publishing.releases.life import dataset, edit_header, edit_item, invoke, items_of, release, sign_again

VOLUME, BINAURAL = "volume-perception", "binaural-effect-perception"
SHARD = f"{BINAURAL}/data/test-00000-of-00001.parquet"


def verify(made, *more):
    return release("verify", made.release, "--workers", 1, *more)


def rewrite(path, change):
    """Change the rows of a shard."""
    table = pq.read_table(path)
    rows = table.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path, compression="none")


def flac(samples):
    sink = io.BytesIO()
    sf.write(sink, samples, 16_000, format="FLAC", subtype="PCM_16")
    return sink.getvalue()


def test_a_whole_release_holds(made):
    assert verify(made).exit_code == 0
    result = verify(made, "--record", made.record, "--json")
    assert result.exit_code == 0
    assert json.loads(result.output) | {"differences": None} == {
        "release": "small-1.0.0",
        "items": 12,
        "shards": 2,
        "documents": 5,
        "recipe_only": False,
        "holds": True,
        "differences": None,
    }


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda rows: rows[1].update(label="somewhere"), "label 'somewhere'"),
        (lambda rows: rows[1].update(instruction="What?"), "instruction"),
        (lambda rows: rows[1]["parameters"].update(level_dbfs=-1.0), "level_dbfs"),
        (lambda rows: rows[1]["audio"].update(bytes=flac(np.full((16_000, 2), 9, np.int16))), "another sound"),
        (lambda rows: rows[1]["audio"].update(bytes=b"RIFF"), "cannot be decoded"),
        (lambda rows: rows.__setitem__(slice(1, 3), rows[2:0:-1]), "the row of"),
    ],
)
def test_a_changed_row_names_file_and_item(made, change, told):
    name = pq.read_table(made.release / SHARD, columns=["id"]).to_pylist()[1]["id"]
    rewrite(made.release / SHARD, change)
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found other bytes" in result.output
    assert f"{SHARD}: item {name}" in result.output
    assert told in result.output


@pytest.mark.parametrize("change", [lambda rows: rows.pop(), lambda rows: rows.append(rows[0])])
def test_another_number_of_rows_is_not_read(made, change):
    rewrite(made.release / SHARD, change)
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found " in result.output
    assert "wanted a Parquet file of 6 rows" in result.output


@pytest.mark.parametrize("data", [b"", b"PAR1", b"x" * 1000])
def test_what_is_no_parquet_is_told(made, data):
    (made.release / SHARD).write_bytes(data)
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found no Parquet file" in result.output


@pytest.mark.parametrize(
    ("size", "compression", "told"),
    [(20 << 20, "zstd", "columns compressed by ZSTD"), (5 << 20, "none", "a row group of")],
)
def test_a_bomb_is_not_unpacked(made, size, compression, told):
    """One value that unpacks to far more than the file, or stands once in the file and in every row."""
    path = made.release / SHARD
    table = pq.read_table(path)
    texts = pa.array(["0" * size] * table.num_rows)
    bomb = table.set_column(table.schema.get_field_index("explanation"), table.schema.field("explanation"), texts)
    pq.write_table(bomb, path, compression=compression, use_dictionary=True)
    assert path.stat().st_size < size + (2 << 20), "it unpacks to six times as much"
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found {told}" in result.output


@pytest.mark.parametrize("name", ["notes.txt", f"{BINAURAL}/data/more.parquet", "records/x.jsonl", ".hidden", "a/b/c"])
def test_a_file_that_does_not_belong_there_is_named(made, name):
    path = made.release / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    result = verify(made)
    assert result.exit_code == 1
    assert f"{name}: found a file that the record does not know" in result.output


def test_a_link_is_named_and_not_followed(made, tmp_path):
    shutil.move(made.release / SHARD, tmp_path / "elsewhere.parquet")
    (made.release / SHARD).symlink_to(tmp_path / "elsewhere.parquet")
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found a symbolic link" in result.output
    assert f"{SHARD}: found no plain file" in result.output


def test_a_missing_shard_is_named(made):
    (made.release / SHARD).unlink()
    result = verify(made)
    assert result.exit_code == 1
    assert SHARD in result.output


def test_a_release_whose_own_record_was_forged_fails_against_the_kept_one(made):
    name = edit_item(made.release / "records", BINAURAL, 0, lambda item: item.update(explanation="Because."))
    shutil.copy(made.release / "records" / f"{BINAURAL}.jsonl", made.release)
    sign_again(made.release, BINAURAL)
    (made.release / f"{BINAURAL}.jsonl").unlink()
    rewrite(made.release / SHARD, lambda rows: rows[0].update(explanation="Because."))
    result = verify(made, "--record", made.record)
    assert result.exit_code == 1
    assert "release.json: found another record" in result.output
    assert f"{SHARD}: item {name}: found explanation" in result.output


def test_places_without_a_release_are_trouble(made, tmp_path):
    for place in (tmp_path / "nowhere", tmp_path, made.release / "release.json"):
        assert release("verify", place).exit_code == 2


def test_a_record_of_another_schema_is_trouble(made):
    edit_header(made.release, lambda header: header.update(schema_version=99))
    result = verify(made)
    assert result.exit_code == 2
    assert "schema version 99" in result.output


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda entry: entry.update(corpora=[]), "corpus demo: 6 rows (first: item "),
        (
            lambda entry: entry["corpora"][0].update(licence="MIT"),
            "corpus demo: the record says MIT, the ledger CC0-1.0",
        ),
    ],
)
def test_a_header_that_hides_a_corpus_or_its_licence_is_told(made, change, told):
    edit_header(made.release, lambda header: change(dataset(header, VOLUME)))
    result = verify(made)
    assert result.exit_code == 1
    assert told in result.output


def test_sources_of_another_corpus_are_told(made):
    records = made.release / "records"
    for number in range(6):
        edit_item(records, VOLUME, number, lambda item: item["sources"][0].update(corpus="librispeech", licence="MIT"))
    result = verify(made)
    assert result.exit_code == 1
    assert "corpus librispeech: 6 rows (first: item " in result.output
    assert "say MIT, the ledger CC-BY-4.0" in result.output
    assert "corpus demo: the record names it, no row is made of it" in result.output


def test_terms_that_are_not_those_of_the_ledger_are_told(made):
    edit_header(made.release, lambda header: header["licence"].update(spdx=["MIT"]))
    result = verify(made)
    assert result.exit_code == 1
    assert "release.json: found licences MIT of the whole, the ledger CC0-1.0" in result.output


def test_a_shard_without_rows_is_a_shard(made):
    data = made.release / VOLUME / "data"
    empty = data / "test-00001-of-00002.parquet"
    whole = pq.read_table(next(data.iterdir()))
    pq.write_table(whole.slice(0, 0), empty, compression="none")
    shard = {"name": empty.name, "rows": 0, "sha256": file_sha256(empty)}
    edit_header(made.release, lambda header: dataset(header, VOLUME)["shards"].append(shard))
    result = verify(made)
    assert result.exit_code == 0, result.output
    assert "12 items in 3 files" in result.output
    empty.unlink()
    assert f"{VOLUME}/data/{empty.name}: found no plain file" in verify(made).output


def test_a_kept_record_tells_what_is_missing_of_the_one_inside(made):
    (made.release / "release.json").unlink()
    (made.release / "records" / f"{VOLUME}.jsonl").unlink()
    result = verify(made, "--record", made.record)
    assert result.exit_code == 1
    assert f"release.json: found no such file; wanted the one at {made.record}" in result.output
    assert f"records/{VOLUME}.jsonl: found no such file" in result.output
    shutil.rmtree(made.release / "records")
    assert f"records/{BINAURAL}.jsonl: found no such file" in verify(made, "--record", made.record).output


@pytest.fixture
def recipe_only(made, tmp_path):
    """The same release as records and papers alone, as it is pulled."""
    assert invoke(publish_command, made.release, "--recipe-only", "--to", tmp_path / "mirror").exit_code == 0
    assert invoke(pull_command, tmp_path / "mirror", "--out", tmp_path / "got").exit_code == 0
    return tmp_path / "got" / "small-1.0.0"


def test_a_release_of_records_alone_holds_and_says_so(recipe_only):
    result = release("verify", recipe_only, "--workers", 1)
    assert result.exit_code == 0, result.output
    assert "records and papers alone, no clips" in result.output
    assert "12 items in 0 files, 3 documents, all as recorded" in result.output
    assert json.loads(release("verify", recipe_only, "--json").output)["recipe_only"] is True
    (recipe_only / "README.md").write_text("x", encoding="utf-8")
    assert release("verify", recipe_only, "--workers", 1).exit_code == 1


def test_clips_beside_records_alone_are_held_to_them(recipe_only, tmp_path):
    rebuilt = tmp_path / "again" / "small-1.0.0"
    told = release("rebuild", recipe_only, "--workers", 1, "--out", rebuilt.parent)
    assert told.exit_code == 0, told.output
    assert "for comparison" in told.output
    whole = release("verify", rebuilt, "--workers", 1)
    assert whole.exit_code == 0, whole.output
    assert "12 items in 2 files" in whole.output
    assert "as in a rebuilt release, which is for comparison" in whole.output
    (rebuilt / SHARD).unlink()
    assert f"{SHARD}: found no plain file" in release("verify", rebuilt, "--workers", 1).output


def test_clips_that_are_missing_where_the_record_tells_of_cards_are_a_difference(made):
    for recipe in (VOLUME, BINAURAL):
        shutil.rmtree(made.release / recipe / "data")
    result = verify(made)
    assert result.exit_code == 1
    assert f"{SHARD}: found no plain file" in result.output


def test_a_difference_does_not_steer_the_terminal(made):
    forged = "\x1b]0;P\x07\nsmall-1.0.0: all as recorded"
    name = items_of(made.release / "records", BINAURAL)[0]["id"]
    edit_item(made.release / "records", BINAURAL, 0, lambda item: item.update(operation="x.y/1", group=forged * 900))
    result = verify(made)
    assert result.exit_code == 1
    assert f"item {name}" in result.output
    assert all(line.isprintable() for line in result.output.splitlines())
    assert max(map(len, result.output.splitlines())) < 3000
