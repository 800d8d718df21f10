"""A release opens with `datasets` by the name of each of its datasets, offline and without torch."""

import json
import os
import subprocess
import sys

import pyarrow.parquet as pq

PROGRAM = """
import json, sys
from datasets import Audio, get_dataset_config_names, load_dataset
folder = sys.argv[1]
out = {}
for name in get_dataset_config_names(folder):
    rows = load_dataset(folder, name=name, split="test").cast_column("audio", Audio(decode=False))
    out[name] = {"ids": rows["id"][:], "sizes": [len(row["audio"]["bytes"]) for row in rows]}
example = open(folder + "/README.md", encoding="utf-8").read().partition("```python\\n")[2].partition("```")[0]
names = {}
exec(example.replace("path/to/this/folder", folder), names)
assert "torch" not in sys.modules
print("JSON" + json.dumps([out, len(names["rows"])]))
"""


def opened(folder, cache):
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_CACHE": str(cache / "datasets"),
        "HF_HOME": str(cache / "hub"),
    }
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.partition("JSON")[2])


def test_each_dataset_is_a_configuration(built, tmp_path):
    folder, datasets = built
    found, example = opened(folder, tmp_path)
    assert set(found) == {record.recipe for record, _ in datasets}
    for name, rows in found.items():
        table = pq.read_table(next((folder / name / "data").iterdir()))
        assert rows["ids"] == table.column("id").to_pylist()
        assert rows["sizes"] == [len(each["bytes"]) for each in table.column("audio").to_pylist()]
    assert example == 8
