"""Publish to a Hub, and get the same back: with our own command, with `huggingface_hub` and with `datasets`."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.publishing.hub.running import contents, publish, pull
from tests.publishing.hub.server import TOKEN
from tests.publishing.releases.life import dataset


def test_suite_goes_up_and_comes_down_the_same(release, hub, tmp_path):
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    repo = hub.repos["me/small"]
    assert repo.private
    assert len(repo.commits) == 2  # the Hub's own, and ours
    assert repo.tags == {"v1.0.0": repo.head}
    there = {path: hub.read(blob) for path, blob in repo.files().items() if path != ".gitattributes"}
    here = {path: data for path, data in contents(release).items() if not path.startswith("manifests/")}
    assert there == here

    fetched = pull("me/small@1.0.0", "--endpoint", hub.endpoint, "--out", tmp_path / "fetched", "--deep")
    assert fetched.exit_code == 0, fetched.output
    assert contents(tmp_path / "fetched" / "small-1.0.0") == here
    assert str(tmp_path / "fetched" / "small-1.0.0") in fetched.output
    assert [path.name for path in (tmp_path / "fetched").iterdir()] == ["small-1.0.0"]
    assert TOKEN not in done.output + fetched.output


def test_large_files_go_in_parts(release, hub):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    assert hub.count("PUT /store/[0-9a-f]{64}/[12]$") == 2  # 430 kB in parts of 256 KiB
    assert hub.count("POST /store/.*/complete") == 1
    assert hub.count("PUT /store/[0-9a-f]{64}$") == 1


def test_huggingface_hub_fetches_what_was_published(release, hub, tmp_path):
    from huggingface_hub import HfApi

    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    api = HfApi(endpoint=hub.endpoint, token=TOKEN)
    shard = "volume-perception/data/test-00000-of-00001.parquet"
    path = api.hf_hub_download("me/small", shard, repo_type="dataset", revision="v1.0.0", cache_dir=tmp_path / "cache")
    record = json.loads((release / "release.json").read_text(encoding="utf-8"))
    wanted = dataset(record, "volume-perception")["shards"][0]["sha256"]
    with Path(path).open("rb") as source:
        assert hashlib.file_digest(source, "sha256").hexdigest() == wanted
    folder = api.snapshot_download("me/small", repo_type="dataset", revision="v1.0.0", local_dir=tmp_path / "snapshot")
    assert (
        contents(release).items()
        >= {
            path: data for path, data in contents(folder).items() if not path.startswith((".cache", ".gitattr"))
        }.items()
    )


_LOAD = """
import datasets, json, sys
rows = datasets.load_dataset(sys.argv[1], name=sys.argv[2], split="test", revision="v1.0.0")
rows = rows.cast_column("audio", datasets.Audio(decode=False))
print(json.dumps({"ids": list(rows["id"]), "bytes": [len(row["audio"]["bytes"]) for row in rows]}))
"""


@pytest.mark.parametrize("layout", ["suite", "task"])
def test_datasets_loads_what_was_published(release, hub, tmp_path, monkeypatch, layout):
    repo = "me/small" if layout == "suite" else "me"
    done = publish(release, "--repo", repo, "--layout", layout, "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "datasets"))
    name = "me/small" if layout == "suite" else "me/volume-perception"
    command = [sys.executable, "-c", _LOAD, name, "volume-perception"]
    loaded = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert loaded.returncode == 0, loaded.stderr
    rows = json.loads(loaded.stdout)
    lines = (release / "records" / "volume-perception.jsonl").read_text(encoding="utf-8").splitlines()
    assert rows["ids"] == [json.loads(line)["id"] for line in lines]
    assert min(rows["bytes"]) > 1000


def test_task_layout_makes_a_release_of_each_dataset(release, hub, tmp_path):
    done = publish(release, "--repo", "me", "--layout", "task", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    assert set(hub.repos) == {"me/binaural-effect-perception", "me/volume-perception"}
    fetched = pull("me/volume-perception", "--endpoint", hub.endpoint, "--out", tmp_path / "fetched", "--deep")
    assert fetched.exit_code == 0, fetched.output
    folder = tmp_path / "fetched" / "volume-perception-1.0.0"
    shard = "volume-perception/data/test-00000-of-00001.parquet"
    assert (folder / shard).read_bytes() == (release / shard).read_bytes()
    assert "binaural" not in (folder / "README.md").read_text(encoding="utf-8")


def test_twice_is_nothing_to_do(release, hub):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    uploads = hub.count("^(PUT|POST /api/datasets/.*/commit)")
    again = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert again.exit_code == 0
    assert "nothing to do" in again.output
    assert hub.count("^(PUT|POST /api/datasets/.*/commit)") == uploads
    assert len(hub.repos["me/small"].commits) == 2


def test_dry_run_talks_to_nobody_and_lists_what_goes(release, hub, monkeypatch):
    monkeypatch.delenv("HF_TOKEN")
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint, "--dry-run")
    assert done.exit_code == 0, done.output
    assert hub.requests == []
    lines = [line.split() for line in done.output.splitlines() if line.startswith("  ") and "files," not in line]
    listed = {path: size for size, path in lines}
    real = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert real.exit_code == 2  # without a token
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    there = {path: f"{blob.size:,}" for path, blob in hub.repos["me/small"].files().items() if path != ".gitattributes"}
    assert listed == there


def test_recipe_only_holds_records_and_papers(release, hub, tmp_path):
    done = publish(release, "--repo", "me/small", "--recipe-only", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    files = hub.repos["me/small"].files()
    assert not [path for path in files if path.endswith(".parquet")]
    assert "records/volume-perception.jsonl" in files
    assert b"release rebuild" in hub.read(files["README.md"])
    fetched = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "fetched", "--deep")
    assert fetched.exit_code == 0, fetched.output
    assert "no audio" in fetched.output


def test_public_is_only_on_demand(release, hub):
    hub.create("me/open", private=False)
    refused = publish(release, "--repo", "me/open", "--endpoint", hub.endpoint)
    assert refused.exit_code == 2
    assert "--public" in refused.output
    assert not hub.repos["me/open"].tags
    assert publish(release, "--repo", "me/open", "--public", "--endpoint", hub.endpoint).exit_code == 0
    assert publish(release, "--repo", "me/new", "--public", "--endpoint", hub.endpoint).exit_code == 0
    assert not hub.repos["me/new"].private
    hub.create("me/closed", private=True)
    assert publish(release, "--repo", "me/closed", "--public", "--endpoint", hub.endpoint).exit_code == 0
    assert not hub.repos["me/closed"].private
