"""What a hostile record or shard may ask for: it is refused by name, and the memory stays as it was."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.binaural import OneEar
from publishing.releases.clips import largest_shard, shard_fault
from publishing.releases.memory import bounded_memory
from tests.publishing.releases.life import dataset, edit_header, edit_item, release, sign_again

BINAURAL = "binaural-effect-perception"
SHARD = f"{BINAURAL}/data/test-00000-of-00001.parquet"
ROOT = Path(__file__).parents[3]
on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is bounded and read by /proc")

_MEASURED = r"""
import json, re, sys
from pathlib import Path
from click.testing import CliRunner
from publishing.commands.release import release_command

def peak(): return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
kind, good, bad = sys.argv[1:]
def run(place): return CliRunner().invoke(release_command, [kind, place, "--workers", "1"])
first = run(good)
before = peak()
done = run(bad)
print(json.dumps({"grown_mb": peak() - before, "first": first.exit_code, "code": done.exit_code, "said": done.output}))
"""


def measured(kind, good, bad, cwd):
    """Run a command on what is good, then on what is not, in one process; tell how much the second took more."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _MEASURED, kind, str(good), str(bad)]
    done = subprocess.run(command, env=environment, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert "Traceback" not in found["said"]
    return found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"frames": 10**15}, "frames of at most 480,000"),
        ({"fade_s": 1e9}, "fade_s of at most 600"),
        ({"frequency_hz": 1e300}, "frequency_hz of at most 1,000,000"),
    ],
)
def test_rebuild_names_a_parameter_that_is_out_of_bounds(made, change, told):
    name = edit_item(made.record, BINAURAL, 2, lambda item: item["parameters"].update(change))
    sign_again(made.record, BINAURAL)
    result = release("rebuild", made.record, "--workers", 1)
    assert result.exit_code == 2
    assert f"{BINAURAL}.jsonl, line 3, item {name}, field parameters" in result.output
    assert told in result.output


@pytest.mark.parametrize("command", ["rebuild", "verify"])
def test_a_construction_that_is_out_of_bounds_is_named(made, command):
    for folder in (made.record, made.release):
        edit_header(folder, lambda header: dataset(header, BINAURAL)["construction"].update(duration_s=[1.0, 1e9]))
    result = release(command, made.record if command == "rebuild" else made.release, "--workers", 1)
    assert result.exit_code == 2
    assert "field datasets[0].construction" in result.output
    assert "duration_s of at most 600" in result.output


@on_linux
def test_memory_that_is_asked_for_beyond_the_bound_is_not_given():
    with bounded_memory(256 << 20), pytest.raises(MemoryError):
        np.zeros(1 << 30, np.uint8)
    assert len(np.zeros(1 << 30, np.uint8)) == 1 << 30, "and afterwards it is again"


@on_linux
def test_a_builder_that_asks_for_the_whole_memory_fails_by_name(made, monkeypatch):
    """As one may whose numbers multiply: each is within its bound, and the product is not."""

    def greedy(self, parameters, sources):
        return np.zeros(1 << 40, np.float64)

    monkeypatch.setattr(OneEar, "render", greedy)
    result = release("rebuild", made.record, "--workers", 1)
    assert result.exit_code == 1
    assert "parameters that ask for more samples than there is memory" in result.output


def write_shard(path, change):
    table = pq.read_table(path)
    pq.write_table(change(table), path, compression="none", use_dictionary=True)


def with_column(table, name, values):
    place = table.schema.get_field_index(name)
    return table.set_column(place, table.schema.field(name), pa.array(values, table.schema.field(name).type))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda table: with_column(table, "options", [["left"] * 5_000_000] + [["left"]] * 5), "5,000,005 values"),
        (lambda table: with_column(table, "options", [["x" * 600_000] * 900] + [["left"]] * 5), "rows that unpack to"),
    ],
)
def test_a_list_that_unpacks_to_millions_is_not_unpacked(made, tmp_path, change, told):
    write_shard(made.release / SHARD, change)
    assert (made.release / SHARD).stat().st_size < 2 << 20
    assert told in shard_fault(made.release / SHARD, rows=6)
    result = release("verify", made.release, "--workers", 1)
    assert result.exit_code == 1
    assert f"{SHARD}: found " in result.output
    assert told in result.output


def test_a_shard_larger_than_its_rows_can_be_is_not_opened(made):
    with (made.release / SHARD).open("r+b") as opened:
        opened.truncate(largest_shard(6) + 1)
    fault = shard_fault(made.release / SHARD, rows=6)
    assert "more than the" in fault
    assert "6 rows can be" in fault


def test_a_footer_larger_than_its_rows_need_is_not_read(tmp_path):
    path = tmp_path / "x.parquet"
    size = 3 << 20
    path.write_bytes(b"PAR1" + b"\0" * size + struct.pack("<I", size) + b"PAR1")
    assert shard_fault(path, rows=6) == f"a footer of {size:,} bytes"
    assert "no Parquet file" in shard_fault(path, rows=100)


@on_linux
@pytest.mark.slow
def test_verify_of_a_hostile_shard_takes_no_more_than_of_a_good_one(made_once, made, tmp_path):
    write_shard(
        made.release / SHARD, lambda table: with_column(table, "options", [["left"] * 20_000_000] + [["left"]] * 5)
    )
    found = measured("verify", made_once.release, made.release, tmp_path)
    assert (found["first"], found["code"]) == (0, 1)
    assert found["grown_mb"] < 64


@on_linux
@pytest.mark.slow
@pytest.mark.parametrize(("count", "told"), [(5_000_000, "values"), (190_000, "notes")])
def test_a_header_of_empty_lists_takes_bounded_memory(made_once, made, tmp_path, count, told):
    """A list of nothing takes three bytes in the file, and a thousand times as much as a fault that is told."""
    path = made.record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    dataset(value, BINAURAL)["notes"] = "HERE"
    path.write_text(json.dumps(value).replace('"HERE"', "[" + "[]," * count + "[]]"), encoding="utf-8")
    found = measured("rebuild", made_once.record, made.record, tmp_path)
    assert (found["first"], found["code"]) == (0, 2)
    assert told in found["said"]
    assert found["grown_mb"] < 400


@on_linux
@pytest.mark.slow
def test_a_line_of_empty_lists_takes_bounded_memory(made_once, made, tmp_path):
    path = made.record / f"{BINAURAL}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    value = json.loads(lines[0])
    value["options"] = "HERE"
    lines[0] = json.dumps(value).replace('"HERE"', "[" + "[]," * 300_000 + "[]]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = measured("rebuild", made_once.record, made.record, tmp_path)
    assert (found["first"], found["code"]) == (0, 2)
    assert "line 1" in found["said"]
    assert "options[0]" in found["said"]
    assert found["grown_mb"] < 100
