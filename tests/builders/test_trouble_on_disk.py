"""An output folder that cannot be used: a clear error, nothing half-written, and nothing of anybody's harmed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builders.engine.lock import build_lock
from tests.builders.running import built, digests, items_of, process, refused, run

NAME = "binaural-effect-perception"
BUILD = ("build", NAME, "--limit", 8, "--workers", 1)


@pytest.mark.parametrize("place", ["file", "file/below", "file/deep/below"])
def test_a_file_where_a_folder_is_needed_is_told_of(tmp_path, place):
    (tmp_path / "file").write_text("mine")
    words = refused(*BUILD, "--out", tmp_path / place)
    assert str(tmp_path / "file") in words
    assert any(reason in words for reason in ("found not a directory", "found file exists"))
    assert "--out" in words
    assert digests(tmp_path) == {"file": digests(tmp_path)["file"]}
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_may_not_be_written_is_told_of(tmp_path):
    make = Path.mkdir

    def refuse_below_out(path, *arguments, **options):
        if path.is_relative_to(tmp_path / "out"):
            raise PermissionError(13, "Permission denied", str(path))
        make(path, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse_below_out)
        words = refused(*BUILD, "--out", tmp_path / "out")
    assert "found permission denied" in words
    assert "choose a folder that you may write to with --out" in words
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_disk_that_fills_up_leaves_no_dataset_and_the_build_goes_on_when_there_is_space(tmp_path, workers):
    """A limit on the size of files fails writes as a full disk does, wherever it strikes."""
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)); "
    limited += "from builders.commands.roof import main; main()"
    arguments = ["build", NAME, "--limit", "20", "--workers", str(workers), "--out", str(tmp_path / "out")]
    done = subprocess.run([sys.executable, "-c", limited, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("error: ")
    assert "test-0000" in done.stderr
    assert "found file too large" in done.stderr
    assert not (tmp_path / "out" / NAME).exists()
    assert list(tmp_path.glob("out/manifests/*")) == []
    built(*arguments)
    built(*arguments[:-1], tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")


def test_a_full_disk_is_named_and_what_was_finished_is_kept(tmp_path):
    replace = Path.replace

    def full_at_the_third_shard(path, target):
        if target.name == "test-00002-of-00003.parquet":
            raise OSError(28, "No space left on device", str(path))
        return replace(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", full_at_the_third_shard)
        words = refused("build", NAME, "--limit", 20, "--workers", 1, "--out", tmp_path / "out")
    assert "found no space left on device" in words
    assert "free some space, or choose another folder with --out; what was finished is kept" in words
    assert not (tmp_path / "out" / NAME).exists()
    assert (
        "kept 28 from a run that was stopped"
        in built("build", NAME, "--limit", 20, "--workers", 1, "--out", tmp_path / "out").output
    )


@pytest.mark.parametrize("foreign", [f"{NAME}/recordings.txt", f"{NAME}/data/test-00000-of-00001.parquet", NAME])
def test_a_place_taken_by_files_that_no_build_made_is_left_alone(tmp_path, foreign):
    path = tmp_path / "out" / foreign
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    before = digests(tmp_path)
    refused(*BUILD, "--out", tmp_path / "out")
    assert digests(tmp_path) == before


def test_foreign_files_beside_the_dataset_are_left_alone(tmp_path):
    for name in ("README.md", "other-dataset/data.bin", ".partial/somebody-elses/file", "manifests/notes.md"):
        path = tmp_path / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    before = digests(tmp_path / "out")
    built(*BUILD, "--out", tmp_path / "out")
    assert digests(tmp_path / "out").items() >= before.items()


def test_an_empty_folder_in_the_datasets_place_is_no_obstacle(tmp_path):
    (tmp_path / "out" / NAME).mkdir(parents=True)
    built(*BUILD, "--out", tmp_path / "out")
    built(*BUILD, "--out", tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")


def test_an_output_folder_that_is_a_link_is_written_through(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    built(*BUILD, "--out", tmp_path / "link")
    built(*BUILD, "--out", tmp_path / "fresh")
    assert digests(tmp_path / "real") == digests(tmp_path / "fresh")


@pytest.mark.parametrize("alias", [False, True])
def test_two_builds_at_once_are_kept_apart(tmp_path, alias):
    (tmp_path / "out").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "out")
    with build_lock(tmp_path / "out" / NAME):
        done = run(*BUILD, "--out", tmp_path / ("link" if alias else "out"))
    assert done.returncode == 2
    assert "found another build of this dataset at work" in done.stderr
    assert "Traceback" not in done.stderr
    assert digests(tmp_path / "out") == {}
    built(*BUILD, "--out", tmp_path / "out")


def test_two_builds_of_one_dataset_that_start_together_leave_one_whole_dataset(tmp_path):
    both = [process(*BUILD, "--out", tmp_path / "out") for _ in range(2)]
    codes = sorted([build.communicate(timeout=60) and build.returncode for build in both])
    assert codes in ([0, 0], [0, 2])
    built(*BUILD, "--out", tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")


def test_a_new_build_that_fails_leaves_the_old_dataset_whole(tmp_path):
    built(*BUILD, "--out", tmp_path / "out")
    before = digests(tmp_path / "out")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        assert "found input/output error" in refused(*BUILD, "--seed", 2, "--out", tmp_path / "out")
    assert {name: digest for name, digest in digests(tmp_path / "out").items() if ".partial" not in name} == before


@pytest.mark.parametrize("target", [NAME, "volume-perception"])
def test_a_cache_folder_that_cannot_be_used_is_told_of(tmp_path, monkeypatch, target):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "file"))
    words = refused("build", target, "--limit", 8, "--workers", 1, "--out", tmp_path / "out")
    assert "found not a directory" in words
    assert "SOUNDPROBE_CACHE" in words
    assert digests(tmp_path).keys() == {"file"}


@pytest.mark.parametrize("command", [("plan", NAME, "--jsonl"), ("show", "", "--in", "out", "--to")])
def test_other_files_that_cannot_be_written_are_told_of(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    built(*BUILD[:2], "--limit", 4, "--out", "out")
    (item, *_) = items_of(tmp_path / "out", NAME)
    words = refused(*(part or item.id for part in command), "file/below/it")
    assert "found not a directory" in words
    assert (tmp_path / "file").read_text() == "mine"
