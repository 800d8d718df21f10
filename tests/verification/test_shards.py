import errno
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manifests.errors import SoundprobeError


def test_a_missing_shard(volume_set, found):
    volume_set.shard(1).unlink()
    report = volume_set.check()
    assert (volume_set.shard(1).name, "shard.missing") in found(report)
    missing = {item for item, rule in found(report) if rule == "record.missing"}
    assert missing == {volume_set.id(number) for number in range(4, 8)}
    assert report.shards == 1


def test_a_dataset_folder_that_is_gone(volume_set, found):
    for number in (0, 1):
        volume_set.shard(number).unlink()
    volume_set.paths.data.rmdir()
    report = volume_set.check()
    assert report.clips == 0
    assert report.errors >= 10


def test_a_file_that_the_record_does_not_know(volume_set, found):
    (volume_set.paths.data / "test-00009-of-00010.parquet").write_bytes(volume_set.shard(0).read_bytes())
    report = volume_set.check()
    assert found(report) == {("volume-planted", "shard.unexpected")}
    assert "test-00009-of-00010.parquet" in report.findings[0].found


def test_other_bytes_with_the_same_rows(volume_set, found):
    table = pq.read_table(volume_set.shard(0))
    pq.write_table(table, volume_set.shard(0), compression="zstd")
    assert found(volume_set.check()) == {(volume_set.shard(0).name, "shard.sha256")}


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_truncated_shard(volume_set, found, size):
    data = volume_set.shard(0).read_bytes()
    volume_set.shard(0).write_bytes(data[:size])
    assert (volume_set.shard(0).name, "shard.readable") in found(volume_set.check())


def test_a_shard_that_is_a_folder(volume_set, found):
    volume_set.shard(0).unlink()
    volume_set.shard(0).mkdir()
    assert (volume_set.shard(0).name, "shard.missing") in found(volume_set.check())


def test_a_shard_that_may_not_be_read(volume_set, found, monkeypatch):
    name, opened = volume_set.shard(0).name, Path.open

    def refused(path, *args, **kwargs):
        if path.name == name:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refused)  # root, as whom CI runs, may read every file
    report = volume_set.check()
    assert (name, "shard.sha256") in found(report)
    assert any("may not be read (Permission denied)" in finding.found for finding in report.findings)


def test_a_missing_column(volume_set, found):
    table = pq.read_table(volume_set.shard(0)).drop_columns(["group"])
    pq.write_table(table, volume_set.shard(0))
    assert (volume_set.shard(0).name, "shard.columns") in found(volume_set.check())


@pytest.mark.parametrize("column", ["label", "options", "source", "parameters", "audio"])
def test_a_column_of_another_type(volume_set, column):
    table = pq.read_table(volume_set.shard(0))
    place = table.schema.get_field_index(column)
    pq.write_table(table.set_column(place, column, [list(range(len(table)))]), volume_set.shard(0))
    (finding,) = [finding for finding in volume_set.check().findings if finding.rule == "shard.columns"]
    assert finding.found == f"columns of another type: {column} int64"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255))
def test_any_damaged_byte_of_a_shard_is_found_and_none_gives_a_traceback(binaural_set, place, bits):
    path = binaural_set.shard(0)
    whole = path.read_bytes()
    data = bytearray(whole)
    data[int(place * len(data))] ^= bits
    try:
        path.write_bytes(bytes(data))
        report = binaural_set.check()
    finally:
        path.write_bytes(whole)
    assert (path.name, "shard.sha256") in {(finding.item, finding.rule) for finding in report.findings}


VALUES = st.sampled_from([None, "", "x", -1, 1e9, True, [], {}, [None], {"a": None}])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=VALUES)
def test_any_value_in_the_record_gives_findings_or_an_error_of_ours(binaural_set, data, value):
    path = data.draw(st.sampled_from([binaural_set.paths.record, binaural_set.paths.items]))
    whole = path.read_text()
    lines = [whole] if path.suffix == ".json" else whole.splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    entry = json.loads(lines[number])
    entry[data.draw(st.sampled_from(sorted(entry)))] = value
    lines[number] = json.dumps(entry)
    try:
        path.write_text("\n".join(lines))
        outcome = outcome_of(binaural_set)
    finally:
        path.write_text(whole)
    assert outcome.startswith(str(path)) or outcome in {"8 clips", "findings"}


def outcome_of(planted):
    try:
        report = planted.check()
    except SoundprobeError as error:
        return error.where
    return "findings" if report.findings else f"{report.clips} clips"
