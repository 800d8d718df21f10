"""The last step of a build: stopped anywhere, it leaves the old dataset, the new one or none, and can go on."""

import os
import shutil
from pathlib import Path

import pytest

from manifests.layout import DatasetPaths
from manifests.record import read_record
from tests.builders.running import built, digests, soundprobe

NAME = "binaural-effect-perception"
BUILD = ("build", NAME, "--limit", 8, "--workers", 1)
CALLS = ((Path, "rename"), (Path, "replace"), (Path, "unlink"), (Path, "rmdir"), (shutil, "rmtree"), (os, "unlink"))


class Killed(BaseException):
    """Nothing in the program expects it, as nothing expects SIGKILL."""


class Reaper:
    """Ends the program at the n-th change that it makes to the disk once a staged record is there."""

    def __init__(self, monkeypatch, out, *, at):
        self._out, self._left, self.changes = out, at, []
        for owner, name in CALLS:
            monkeypatch.setattr(owner, name, self._watched(name, getattr(owner, name)))

    def _watched(self, name, call):
        def watched(path, *arguments, **options):
            ready = any(self._out.glob(".partial/*/*/record.json")) or self.changes
            if ready and str(path).startswith(str(self._out)) and not str(path).endswith(".tmp"):
                self.changes.append(name)
                if len(self.changes) == self._left:
                    raise Killed
            return call(path, *arguments, **options)

        return watched


@pytest.fixture
def fresh(tmp_path):
    built(*BUILD, "--out", tmp_path / "fresh")
    return digests(tmp_path / "fresh")


@pytest.fixture
def old(tmp_path):
    built(*BUILD, "--out", tmp_path / "old", "--seed", 9)
    return tmp_path / "old"


def stopped_at(step, out, *arguments):
    """Run a build that dies at a step of its installation; say whether it had so many steps."""
    with pytest.MonkeyPatch.context() as patch:
        Reaper(patch, out, at=step)
        try:
            built(*BUILD, "--out", out, *arguments)
        except Killed:
            return True
    return False


def steps():
    return range(1, 30)


@pytest.mark.parametrize("over_an_old_one", [False, True])
def test_killed_at_each_step_it_leaves_a_whole_dataset_or_none_and_goes_on(tmp_path, fresh, old, over_an_old_one):
    for step in steps():
        out = tmp_path / f"out{step}"
        if over_an_old_one:
            shutil.copytree(old, out)
        if not stopped_at(step, out):
            break
        assert_whole_or_without_a_record(out)
        built(*BUILD, "--out", out)
        assert digests(out) == fresh, f"step {step}"
    assert step > 4  # or there was nothing to stop


def assert_whole_or_without_a_record(out):
    paths = DatasetPaths(out, NAME)
    if paths.record.is_file():
        shards = {shard.name: shard.sha256 for shard in read_record(paths.record).shards}
        found = {name.removeprefix("data/"): digest for name, digest in digests(paths.folder).items()}
        assert found.items() >= shards.items()
        assert paths.items.is_file()


def test_killed_at_each_step_it_can_be_followed_by_another_build(tmp_path, fresh, old):
    for step in steps():
        out = tmp_path / f"out{step}"
        shutil.copytree(old, out)
        if not stopped_at(step, out, "--seed", 2):
            break
        built(*BUILD, "--out", out)
        assert digests(out) == fresh, f"step {step}"


@pytest.mark.parametrize("pattern", ["dataset/data/test-00000*", "shard-items/test-00000*.jsonl"])
@pytest.mark.parametrize("left", [0, 1000])
def test_a_finished_shard_that_a_power_cut_took_back_is_rendered_again(tmp_path, pattern, left):
    """A file that is renamed before its bytes are on the disk can come back short, or empty."""
    build = ("build", NAME, "--limit", 20, "--workers", 1)
    replace = Path.replace

    def cut_at_the_third_shard(path, target):
        if target.name == "test-00002-of-00003.parquet":
            raise Killed
        return replace(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", cut_at_the_third_shard)
        with pytest.raises(Killed):
            built(*build, "--out", tmp_path / "out")
    (short,) = (tmp_path / "out").glob(f".partial/*/*/{pattern}")
    os.truncate(short, left)
    built(*build, "--out", tmp_path / "out")
    built(*build, "--out", tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")


def test_a_rename_that_the_disk_refuses_is_told_of_and_can_be_tried_again(tmp_path, fresh):
    def full(path, target):
        raise OSError(28, "No space left on device", str(path))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "rename", full)
        result = soundprobe(*BUILD, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "no space left on device" in result.output
    assert "free some space" in result.output
    assert not (tmp_path / "out" / NAME).exists()
    built(*BUILD, "--out", tmp_path / "out")
    assert digests(tmp_path / "out") == fresh
