"""Same plan, same bytes: in any number of processes, from any folder, in any order, stopped or not."""

import os
import random
import signal
import time

import psutil
import pytest

from tests.builders.running import built, digests, header_of, process, run
from tests.builders.trees import archive_tree, ljspeech_metadata


@pytest.mark.usefixtures("fresh_cache")
def test_two_workers_another_folder_and_another_order_of_files_change_no_byte(
    tmp_path, ljspeech, listed_ids, volume_out
):
    moved = ljspeech_metadata(tmp_path / "données audio" / "LJ speech", random.Random(3).sample(listed_ids, 512))
    for number in random.Random(4).sample(range(512), 512):
        clip = f"wavs/{listed_ids[number]}.wav"
        (moved / clip).symlink_to(ljspeech / clip)
    for clip in ("LJ999-0001", "LJ999-0002"):
        (moved / f"wavs/{clip}.wav").symlink_to(ljspeech / f"wavs/{clip}.wav")
        with (moved / "metadata.csv").open("a", encoding="utf-8") as table:
            table.write(f"{clip}|text|text\n")
    corpus = f"ljspeech={os.path.relpath(moved, tmp_path)}"
    done = run("build", "volume-perception", "--corpus", corpus, "--out", "made here", "--workers", 2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert digests(tmp_path / "made here") == digests(volume_out)


def test_a_shuffled_directory_listing_changes_no_byte(tmp_path, monkeypatch):
    root = archive_tree(tmp_path / "archive", rows=60, mp3_every=9)
    options = ("--corpora", tmp_path / "archive", "--limit", 3, "--workers", 1)
    for number in range(3):
        monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / f"cache{number}"))
        built("build", "pitch-perception", *options, "--out", tmp_path / f"out{number}")
        shuffle_listings(monkeypatch, seed=number)
    names = [path.name for path in (root / "recordings/recordings").iterdir()]
    assert names != sorted(names)
    assert digests(tmp_path / "out0") == digests(tmp_path / "out1") == digests(tmp_path / "out2")


class Shuffled:
    """What `os.scandir` gives, in another order."""

    def __init__(self, entries, rng):
        with entries:
            self._entries = list(entries)
        rng.shuffle(self._entries)

    def __iter__(self):
        return iter(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    close = __exit__


def shuffle_listings(monkeypatch, *, seed):
    rng = random.Random(seed)
    scandir, listdir = os.scandir, os.listdir

    def shuffled_names(path="."):
        names = listdir(path)
        rng.shuffle(names)
        return names

    monkeypatch.setattr(os, "scandir", lambda path=".": Shuffled(scandir(path), rng))
    monkeypatch.setattr(os, "listdir", shuffled_names)


def test_a_build_killed_midway_leaves_no_process_and_no_dataset_and_goes_on_to_the_same_bytes(
    tmp_path, ljspeech, volume_out
):
    name = "volume-perception"
    command = ("build", name, "--corpus", f"ljspeech={ljspeech}", "--out", tmp_path, "--workers", 2)
    build = process(*command)
    wait_for_shards(build, tmp_path)
    workers = psutil.Process(build.pid).children(recursive=True)
    build.kill()
    build.wait()
    assert len(workers) >= 2  # or there was nobody to be orphaned
    patience = time.monotonic() + 5.0
    while any(map(alive, workers)) and time.monotonic() < patience:
        time.sleep(0.01)
    assert not any(map(alive, workers))
    kept = len(finished_shards(tmp_path))
    assert 1 <= kept < len(header_of(volume_out, name)["shards"])  # or it was not killed midway
    assert not (tmp_path / name).exists()
    assert list((tmp_path / "manifests").iterdir()) == []
    resumed = run(*command)
    assert resumed.returncode == 0, resumed.stderr
    assert "from a run that was stopped" in resumed.stdout
    assert digests(tmp_path) == digests(volume_out)


def finished_shards(out):
    return list(out.glob(".partial/*/*/shard-items/test-*.jsonl"))


def wait_for_shards(build, out):
    """Wait for three of eight: of two workers, one at least has then begun another."""
    while build.poll() is None and len(finished_shards(out)) < 3:
        time.sleep(0.001)


def alive(worker):
    """Whether it runs: one that nobody has waited for yet is dead all the same."""
    try:
        return worker.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_build_stopped_by_ctrl_c_exits_with_130_and_goes_on_to_the_same_bytes(tmp_path, binaural_out):
    command = ("build", "binaural-effect-perception", "--out", tmp_path, "--workers", 2)
    build = process(*command)
    wait_for_shards(build, tmp_path)
    os.killpg(build.pid, signal.SIGINT)  # as a terminal does: every process of the group hears it
    _, errors = build.communicate(timeout=30)
    assert build.returncode == 130
    assert errors == "stopped. What was finished is kept: run the same command again to go on.\n"
    assert not (tmp_path / "binaural-effect-perception").exists()
    resumed = run(*command)
    assert "from a run that was stopped" in resumed.stdout
    assert digests(tmp_path) == digests(binaural_out)
