"""croissant.json is valid to mlcroissant, names every file with its hash, and its records are the dataset's rows."""

import json
import os
from dataclasses import replace

import mlcroissant
import pyarrow.parquet as pq
import pytest

from builders.engine.build import build_dataset
from builders.engine.planning import plan
from manifests.digest import file_sha256
from manifests.layout import DatasetPaths, shard_name
from manifests.record import ShardRecord
from publishing.card import card_text
from publishing.metadata.papers import write_release_papers
from recipes.catalogue.registry import find

RELEASE = {"name": "tones", "version": "1.2.0", "date": "2026-01-31"}


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """Fail on any attempt to reach the network."""

    def refuse(*arguments, **options):
        raise AssertionError("the network was asked for")

    monkeypatch.setattr("socket.socket.connect", refuse)


def valid(folder):
    """Read the metadata without an error or a warning."""
    dataset = mlcroissant.Dataset(jsonld=folder / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert not issues.errors, issues.report()
    assert not issues.warnings, issues.report()
    return dataset


def told(value):
    """Put a value as mlcroissant gives it in the form of a row of the dataset."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [told(each) for each in value]
    if isinstance(value, dict):
        return {name.rpartition("/")[2]: told(each) for name, each in value.items()}
    return value


def rows_of(dataset, name):
    rows = []
    for found in dataset.records(name):
        sound = found.pop(f"{name}/audio")
        rows.append({**told(found), "audio": sound})
    return rows


def shipped(folder, name):
    shards = sorted((folder / name / "data").glob("*.parquet"))
    rows = [row for shard in shards for row in pq.read_table(shard).to_pylist()]
    return [{**row, "audio": row["audio"]["bytes"]} for row in rows]


def test_it_is_valid_and_its_records_are_the_rows(built):
    folder, datasets = built
    dataset = valid(folder)
    for record, _ in datasets:
        rows = rows_of(dataset, record.recipe)
        assert len(rows) == 8
        assert rows == shipped(folder, record.recipe)


def test_every_shard_is_there_with_its_hash_and_its_size(built):
    folder, datasets = built
    metadata = json.loads((folder / "croissant.json").read_text())
    files = {each["@id"]: each for each in metadata["distribution"]}
    assert len(files) == sum(len(record.shards) for record, _ in datasets) == 2
    for path, each in files.items():
        assert each["contentUrl"] == path
        assert each["sha256"] == file_sha256(folder / path)
        assert each["contentSize"] == f"{(folder / path).stat().st_size} B"


def test_a_shard_that_was_altered_is_refused(built, tmp_path):
    folder, datasets = built
    for path in folder.rglob("*"):
        if path.is_file():
            copy = tmp_path / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    name = datasets[0][0].recipe
    shard = next((tmp_path / name / "data").iterdir())
    with shard.open("r+b") as file:
        file.seek(-20, os.SEEK_END)
        file.write(b"x")
    with pytest.raises(mlcroissant.GenerationError) as caught:
        list(valid(tmp_path).records(name))
    assert "is not identical with the reference" in str(caught.value.__cause__)


def test_several_shards_are_one_record_set(built, tmp_path):
    folder, datasets = built
    record, recipe = datasets[0]
    table = pq.read_table(next((folder / record.recipe / "data").iterdir()))
    data = DatasetPaths(tmp_path, record.recipe).data
    data.mkdir(parents=True)
    shards = []
    for number in range(2):
        path = data / shard_name(number, 2)
        pq.write_table(table.slice(4 * number, 4), path)
        shards.append(ShardRecord(name=path.name, rows=4, sha256=file_sha256(path)))
    write_release_papers(tmp_path, **RELEASE, datasets=[(replace(record, shards=tuple(shards)), recipe)])
    dataset = valid(tmp_path)
    assert rows_of(dataset, record.recipe) == shipped(tmp_path, record.recipe)
    assert sum("sha256" in each for each in json.loads((tmp_path / "croissant.json").read_text())["distribution"]) == 2


def test_a_release_without_audio_names_its_records(built, tmp_path):
    folder, datasets = built
    for record, _ in datasets:
        copy = tmp_path / "records" / f"{record.recipe}.jsonl"
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes((folder / "records" / copy.name).read_bytes())
    write_release_papers(tmp_path, **RELEASE, datasets=datasets, with_audio=False)
    dataset = valid(tmp_path)
    for record, _ in datasets:
        rows = [told(row) for row in dataset.records(record.recipe)]
        wanted = shipped(folder, record.recipe)
        assert [row["label"] for row in rows] == [row["label"] for row in wanted]
        assert [row["id"] for row in rows] == [row["id"] for row in wanted]
        assert all(len(row["pcm_sha256"]) == 64 for row in rows)


def test_the_responsible_fields_are_read_and_said(built):
    folder, _ = built
    metadata = valid(folder).metadata
    assert metadata.data_collection
    assert metadata.data_collection_type == ["Software Collection"]
    assert metadata.personal_sensitive_information == ["None: every sound is computed."]
    assert metadata.machine_annotation_tools
    assert metadata.data_annotation_protocol[0].startswith("No annotator")
    assert any("averages" in line for line in metadata.data_limitations)
    assert metadata.data_biases
    assert metadata.data_use_cases
    assert metadata.data_social_impact
    assert metadata.data_release_maintenance_plan
    assert metadata.version == "1.2.0"
    assert metadata.license == ["https://creativecommons.org/publicdomain/zero/1.0/"]


def test_the_datasets_of_the_demo_corpus(tmp_path, demo_index):
    datasets = []
    for recipe in find("sagi/level2"):
        planned = plan(recipe, demo_index if recipe.corpus else None, seed=1, per_label=2, workers=2)
        result = build_dataset(
            planned,
            out=tmp_path,
            workers=1,
            card=lambda record, _items, recipe=recipe: card_text(recipe, record),
        )
        datasets.append((result.record, recipe))
    write_release_papers(tmp_path, **RELEASE, datasets=datasets)
    dataset = valid(tmp_path)
    for record, _ in datasets:
        assert rows_of(dataset, record.recipe) == shipped(tmp_path, record.recipe)
    (said,) = dataset.metadata.personal_sensitive_information
    assert "soundprobe demo corpus" in said
