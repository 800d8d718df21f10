"""What was built opens with `datasets`, offline, and is what its own metadata say."""

import hashlib
import io
import json
import os
import subprocess
import sys

import numpy as np
import pyarrow.parquet as pq
import pytest
import soundfile as sf
import yaml
from click.testing import CliRunner

from builders.commands.roof import main
from builders.engine.schema import features_of
from manifests.layout import DatasetPaths
from manifests.record import read_items, read_record
from recipes.catalogue.registry import find

NAMES = [recipe.name for recipe in find("sagi/level2")]

PROGRAM = """
import json, sys
from datasets import Audio, load_dataset, load_dataset_builder
out = {}
for folder in sys.argv[1:]:
    card = open(folder + "/README.md", encoding="utf-8").read()
    example = card.partition("```python\\n")[2].partition("```")[0].replace("path/to/", folder.rpartition("/")[0] + "/")
    names = {}
    exec(example, names)
    splits = load_dataset(folder)
    rows = splits["test"]
    raw = rows.cast_column("audio", Audio(decode=False))
    out[folder.rpartition("/")[2]] = {
        "splits": list(splits),
        "features": rows.features.to_dict(),
        "card": load_dataset_builder(folder).info.features.to_dict(),
        "rows": len(rows),
        "labels": rows["label"][:],
        "first": len(raw[0]["audio"]["bytes"]),
        "path": raw[0]["audio"]["path"],
        "example": [names["rate"], names["samples"].shape],
    }
print("JSON" + json.dumps(out))
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory, demo_index):
    folder = tmp_path_factory.mktemp("level2")
    result = CliRunner().invoke(main, ["build", "sagi/level2", "--limit", "4", "--out", str(folder), "--workers", "2"])
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def opened(out, tmp_path_factory):
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_CACHE": str(tmp_path_factory.mktemp("datasets")),
        "HF_HOME": str(tmp_path_factory.mktemp("hub")),
    }
    folders = [str(out / name) for name in NAMES]
    command = [sys.executable, "-c", PROGRAM, *folders]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.partition("JSON")[2])


@pytest.mark.parametrize("name", NAMES)
class TestDataset:
    def test_it_opens_with_one_split_and_all_of_its_rows(self, out, opened, name):
        assert opened[name]["splits"] == ["test"]
        assert opened[name]["rows"] == 8
        assert opened[name]["labels"] == [item.label for item in read_items(DatasetPaths(out, name).items)]

    def test_its_features_are_those_of_its_schema_and_of_its_card(self, out, opened, name):
        declared = features_of(pq.read_schema(next(DatasetPaths(out, name).data.iterdir())))
        assert opened[name]["features"].keys() == declared.keys()
        assert without_defaults(opened[name]["features"]) == declared
        assert without_defaults(opened[name]["card"]) == declared

    def test_its_audio_is_read_by_soundfile_and_is_what_was_recorded(self, out, opened, name):
        paths = DatasetPaths(out, name)
        items = list(read_items(paths.items))
        rows = [row for shard in sorted(paths.data.iterdir()) for row in pq.read_table(shard).to_pylist()]
        assert opened[name]["first"] == len(rows[0]["audio"]["bytes"])
        assert opened[name]["path"] == rows[0]["file"] == f"{items[0].id}.flac"
        for row, item in zip(rows, items, strict=True):
            with sf.SoundFile(io.BytesIO(row["audio"]["bytes"])) as file:
                assert (file.samplerate, file.subtype, file.format) == (16_000, "PCM_16", "FLAC")
                assert file.channels == read_record(paths.record).channels
                pcm = file.read(dtype="int16")
            assert sha256(pcm) == item.pcm_sha256
            assert len(pcm) == item.frames == round(row["measurements"]["duration_s"] * 16_000)
            assert {row["id"], row["audio"]["path"][:-5], row["file"][:-5]} == {item.id}
            for column in ("label", "instruction", "explanation", "group"):
                assert row[column] == getattr(item, column)
            assert row["parameters"] == item.parameters
            assert row["measurements"] == item.measurements

    def test_its_files_have_a_page_index_and_small_row_groups(self, out, opened, name):
        for shard in DatasetPaths(out, name).data.iterdir():
            metadata = pq.ParquetFile(shard).metadata
            columns = [metadata.row_group(0).column(place) for place in range(metadata.num_columns)]
            assert all(column.has_offset_index for column in columns)
            bounded = [column for column in columns if column.path_in_schema != "audio.bytes"]  # sound has no bounds
            assert all(column.has_column_index for column in bounded)
            assert metadata.row_group(0).num_rows <= 32

    def test_its_card_says_what_it_is(self, out, opened, name):
        text = DatasetPaths(out, name).card.read_text(encoding="utf-8")
        header = yaml.safe_load(text.split("---\n")[1])
        assert header["configs"] == [
            {"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*.parquet"}]}
        ]
        assert header["license"] == "cc0-1.0"
        assert header["size_categories"] == ["n<1K"]
        assert header["task_categories"] == ["audio-classification"]
        record = read_record(DatasetPaths(out, name).record)
        for label, count in record.counts.items():
            assert f"| {label} | {count:,} |" in text
        for note in record.notes:
            assert f"- {note}" in text
        assert ("default reader of `datasets` would average the two channels" in text) == (record.channels == 2)

    def test_the_loading_example_of_its_card_runs(self, out, opened, name):
        paths = DatasetPaths(out, name)
        item, channels = next(read_items(paths.items)), read_record(paths.record).channels
        assert opened[name]["example"] == [16_000, [item.frames] if channels == 1 else [item.frames, channels]]


def without_defaults(features):
    """Leave out what `datasets` adds to a feature and nobody declared."""
    if isinstance(features, dict):
        return {
            key: without_defaults(value) for key, value in features.items() if value is not None and key != "decode"
        }
    return features


def sha256(pcm):
    return hashlib.sha256(np.ascontiguousarray(pcm.astype("<i2")).tobytes()).hexdigest()
