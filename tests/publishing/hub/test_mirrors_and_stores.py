"""Publish to folders and to object stores, and pull from them."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from builders.engine.lock import build_lock
from tests.publishing.hub.running import contents, publish, pull, renamed, shipped
from tests.publishing.releases.life import edit_header, write_document

SHARD = "volume-perception/data/test-00000-of-00001.parquet"


@pytest.fixture
def store():
    """An empty folder in the memory store of fsspec."""
    return f"memory://{uuid.uuid4().hex}/releases"


@pytest.fixture
def system():
    from fsspec.implementations.memory import MemoryFileSystem

    return MemoryFileSystem()


def below(store):
    return store.removeprefix("memory:/")


def test_mirror_round_trip(release, tmp_path):
    done = publish(release, "--to", tmp_path / "mirror")
    assert done.exit_code == 0, done.output
    assert contents(tmp_path / "mirror" / "small-1.0.0") == shipped(release)
    assert [path.name for path in (tmp_path / "mirror").iterdir()] == ["small-1.0.0"]
    assert "nothing to do" in publish(release, "--to", tmp_path / "mirror").output
    for place in (tmp_path / "mirror", f"{tmp_path / 'mirror'}@1.0.0", f"file://{tmp_path}/mirror/small-1.0.0"):
        out = tmp_path / f"out-{len(str(place))}"
        fetched = pull(place, "--out", out)
        assert fetched.exit_code == 0, fetched.output
        assert contents(out / "small-1.0.0") == shipped(release)


def test_mirror_keeps_every_version_and_gives_the_newest(release, tmp_path):
    for version in ("1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.1"):
        renamed(release, version=version)
        assert publish(release, "--to", tmp_path / "mirror").exit_code == 0
    assert pull(tmp_path / "mirror", "--out", tmp_path / "out").exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["small-1.10.0"]
    none = pull(f"{tmp_path / 'mirror'}@3.0.0", "--out", tmp_path / "out")
    assert none.exit_code == 2
    assert "small-2.0.0-rc.1" in none.output


@pytest.mark.parametrize("to", ["mirror", "memory"])
def test_other_content_is_never_written_over(release, tmp_path, store, to):
    place = tmp_path / "mirror" if to == "mirror" else store
    assert publish(release, "--to", place).exit_code == 0
    before = shipped(release)
    write_document(release, "README.md", (release / "README.md").read_text(encoding="utf-8") + "\nmore\n")
    refused = publish(release, "--to", place)
    assert refused.exit_code == 2
    assert "README.md" in refused.output
    assert "another version" in refused.output
    assert pull(place, "--out", tmp_path / "out").exit_code == 0
    assert contents(tmp_path / "out" / "small-1.0.0") == before


_SLOW = """
import sys, time
import publishing.hub.mirroring as mirroring
original = mirroring.copy_stream
def slow(source, target, **settings):
    if target.name.endswith(".parquet") and "volume" in settings["where"]:
        print("stalled", flush=True)
        time.sleep(60)
    return original(source, target, **settings)
mirroring.copy_stream = slow
from publishing.commands.publish import publish_command
publish_command()
"""


def test_mirror_killed_in_the_middle_and_run_again(release, tmp_path):
    command = [sys.executable, "-c", _SLOW, str(release), "--to", str(tmp_path / "mirror")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert any("stalled" in line for line in running.stdout)
    running.send_signal(signal.SIGKILL)
    assert running.wait(10) == -signal.SIGKILL
    assert not (tmp_path / "mirror" / "small-1.0.0").exists()
    assert pull(tmp_path / "mirror", "--out", tmp_path / "out").exit_code == 2
    done = publish(release, "--to", tmp_path / "mirror")
    assert done.exit_code == 0, done.output
    assert f"{len(shipped(release)) - 9} files sent" in done.output
    assert contents(tmp_path / "mirror" / "small-1.0.0") == shipped(release)


def test_store_round_trip_with_the_header_last(release, tmp_path, store, system, monkeypatch):
    order = []
    original = type(system).pipe_file

    def noted(self, path, value, **settings):
        order.append(path.rpartition("/")[2])
        assert len(self.find(below(store))) == (len(shipped(release)) if len(order) == 2 else 0)
        return original(self, path, value, **settings)

    monkeypatch.setattr(type(system), "pipe_file", noted)
    done = publish(release, "--to", store)
    assert done.exit_code == 0, done.output
    assert order == [".small-1.0.0.publishing", "release.json"]  # the claim, which is gone in the end
    assert len(system.find(below(store))) == len(shipped(release))
    assert "nothing to do" in publish(release, "--to", store).output
    for number, place in enumerate((store, f"{store}@1.0.0", f"{store}/small-1.0.0")):
        fetched = pull(place, "--out", tmp_path / f"out-{number}")
        assert fetched.exit_code == 0, fetched.output
        assert contents(tmp_path / f"out-{number}" / "small-1.0.0") == shipped(release)


def test_store_stopped_in_the_middle_is_nothing_and_gone_on_with(release, tmp_path, store, system, monkeypatch):
    sent, original = [], type(system).put_file

    def failing(self, local, remote, **settings):
        if remote.endswith(SHARD):
            raise PermissionError("quota of the bucket")
        sent.append(remote)
        return original(self, local, remote, **settings)

    with monkeypatch.context() as during:
        during.setattr(type(system), "put_file", failing)
        done = publish(release, "--to", store)
    assert done.exit_code == 2
    assert "quota of the bucket" in done.output
    assert pull(store, "--out", tmp_path / "out").exit_code == 2
    done = publish(release, "--to", store)
    assert done.exit_code == 0, done.output
    assert f"{len(shipped(release)) - len(sent)} files sent" in done.output
    assert pull(store, "--out", tmp_path / "out").exit_code == 0


def test_store_that_cuts_connections_is_borne_with(release, store, system, monkeypatch, waits):
    failures, original = [ConnectionResetError(), TimeoutError()], type(system).put_file

    def shaky(self, local, remote, **settings):
        if failures:
            raise failures.pop()
        return original(self, local, remote, **settings)

    monkeypatch.setattr(type(system), "put_file", shaky)
    done = publish(release, "--to", store)
    assert done.exit_code == 0, done.output
    assert waits == [1, 2]


def test_unknown_store_is_told(release):
    done = publish(release, "--to", "nosuch://bucket/folder")
    assert done.exit_code == 2
    assert "Protocol not known: nosuch" in done.output
    assert "s3://bucket/folder" in done.output


def test_full_disk_at_a_mirror(release, tmp_path, monkeypatch):
    from publishing.hub import mirroring

    original = mirroring.copy_stream

    def full(source, target, **settings):
        if target.name.endswith(".parquet"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original(source, target, **settings)

    monkeypatch.setattr(mirroring, "copy_stream", full)
    done = publish(release, "--to", tmp_path / "mirror")
    assert done.exit_code == 2
    assert "free some space" in done.output
    assert not (tmp_path / "mirror" / "small-1.0.0").exists()


def test_place_that_is_taken(release, tmp_path):
    assert publish(release, "--to", tmp_path / "mirror").exit_code == 0
    taken = tmp_path / "out" / "small-1.0.0"
    taken.mkdir(parents=True)
    (taken / "thesis.txt").write_text("mine", encoding="utf-8")
    done = pull(tmp_path / "mirror", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert contents(taken) == {"thesis.txt": b"mine"}


def test_pulled_twice_is_nothing_to_do_unless_altered(release, tmp_path):
    assert publish(release, "--to", tmp_path / "mirror").exit_code == 0
    assert pull(tmp_path / "mirror", "--out", tmp_path / "out").exit_code == 0
    assert "is there already" in pull(tmp_path / "mirror", "--out", tmp_path / "out").output
    (tmp_path / "out" / "small-1.0.0" / SHARD).write_bytes(b"altered")
    altered = pull(tmp_path / "mirror", "--out", tmp_path / "out")
    assert altered.exit_code == 2
    assert SHARD in altered.output


@pytest.mark.parametrize("arguments", [(), ("--repo", "a/b", "--to", "c"), ("--repo", "a"), ("--repo", "a/b/c")])
def test_wrong_usage(release, arguments):
    done = publish(release, *arguments)
    assert done.exit_code == 2
    assert "--repo" in done.output


def test_what_a_licence_forbids_is_refused_and_recipe_only_offered(release, tmp_path):
    edit_header(release, lambda header: header["licence"].update(redistribution=False, commercial_use=False))
    for to in (("--to", tmp_path / "mirror"), ("--repo", "me/small", "--dry-run")):
        done = publish(release, *to)
        assert done.exit_code == 2
        assert "--recipe-only" in done.output
    assert not (tmp_path / "mirror").exists()


def test_record_that_forbids_is_obeyed(release, tmp_path):
    edit_header(release, lambda header: header["licence"].update(redistribution=False))
    assert publish(release, "--to", tmp_path / "mirror").exit_code == 2
    done = publish(release, "--to", tmp_path / "mirror", "--recipe-only")
    assert done.exit_code == 0, done.output
    assert not [path for path in contents(tmp_path / "mirror") if path.endswith(".parquet")]


def test_record_alone_can_be_published_without_audio(built_release, tmp_path):
    record = Path(shutil.copytree(built_release.parent.parent / "records" / "small-1.0.0", tmp_path / "small-1.0.0"))
    refused = publish(record, "--to", tmp_path / "mirror")
    assert refused.exit_code == 2
    assert "--recipe-only" in refused.output
    done = publish(record, "--to", tmp_path / "mirror", "--recipe-only")
    assert done.exit_code == 0, done.output
    assert pull(tmp_path / "mirror", "--out", tmp_path / "out").exit_code == 0


@pytest.mark.parametrize("command", ["publish", "pull"])
def test_two_at_one_place_are_told_by_what_they_are(release, tmp_path, command):
    mirror, out = tmp_path / "mirror", tmp_path / "out"
    if command == "pull":
        assert publish(release, "--to", mirror).exit_code == 0
    place = (mirror if command == "publish" else out) / "small-1.0.0"
    with build_lock(place):
        done = publish(release, "--to", mirror) if command == "publish" else pull(mirror, "--out", out)
    assert done.exit_code == 2
    assert f"{place}: found another `soundprobe publish` or `pull` of this release at work" in done.output
