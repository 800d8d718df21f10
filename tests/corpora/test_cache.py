"""The cache saves time and never costs a build."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from corpora.indexing.cache import ContentCache, cache_folder
from execution.pool import map_jobs

VALUES = {f"key {number}": {"number": number, "text": "ü", "list": [0.1, None]} for number in range(1_234)}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "my cache"))
    return tmp_path / "my cache"


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("SOUNDPROBE_CACHE")
    assert cache_folder() == platformdirs.user_cache_path("soundprobe")
    monkeypatch.setenv("SOUNDPROBE_CACHE", "~/sp")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "sp"


def test_keeps_values_by_kind(folder):
    cache = ContentCache("things")
    assert cache.get_many(VALUES) == {}
    cache.put_many(VALUES)
    assert ContentCache("things").get_many([*VALUES, "another"]) == VALUES
    assert ContentCache("other-things").get_many(VALUES) == {}
    cache.put_many({"key 0": "new"})
    assert cache.get_many(["key 0", "key 1"]) == {"key 0": "new", "key 1": VALUES["key 1"]}


def _put_and_get(number: int) -> int:
    cache = ContentCache("shared")
    for step in range(20):
        cache.put_many({f"{number}/{step}/{name}": value for name, value in list(VALUES.items())[:50]})
    return len(cache.get_many(f"{number}/{step}/key 7" for step in range(20)))


def test_several_processes_at_once(folder, capfd):
    assert list(map_jobs(_put_and_get, range(4), workers=4)) == [20] * 4
    cache = ContentCache("shared")
    assert len(cache.get_many(f"{n}/{s}/key {k}" for n in range(4) for s in range(20) for k in range(50))) == 4_000
    assert capfd.readouterr().err == ""


def damage(path: Path, kind: str) -> None:
    if kind == "not a database":
        path.write_bytes(b"something else " * 100)
    elif kind == "cut off":
        path.write_bytes(path.read_bytes()[:50_000])
    elif kind == "overwritten":
        raw = path.read_bytes()
        path.write_bytes(raw[:8_192] + b"\xff" * (len(raw) - 8_192))
    elif kind == "another table":
        path.unlink()
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE entries (something TEXT)")
    elif kind == "not JSON":
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE entries SET value = '{' WHERE key = 'key 7'")


@pytest.mark.parametrize("kind", ["not a database", "cut off", "overwritten", "another table", "not JSON"])
def test_damaged_is_started_anew(kind, folder, capsys):
    cache = ContentCache("things")
    cache.put_many(VALUES)
    damage(cache.path, kind)
    assert cache.get_many(VALUES).items() <= VALUES.items()
    warning = capsys.readouterr().err
    assert str(cache.path) in warning
    assert warning.count("\n") == 1
    cache.put_many(VALUES)
    assert cache.get_many(VALUES) == VALUES
    assert capsys.readouterr().err == ""


def test_unwritable_is_done_without(folder, capsys):
    folder.write_text("a file where the folder should be")
    cache = ContentCache("things")
    for _ in range(3):
        cache.put_many(VALUES)
        assert cache.get_many(VALUES) == {}
    assert capsys.readouterr().err.count("\n") == 1


def test_locked_is_done_without(folder, capsys, monkeypatch):
    monkeypatch.setattr("corpora.indexing.cache._PATIENCE_S", 0.05)
    cache = ContentCache("things")
    cache.put_many(VALUES)
    holder = sqlite3.connect(cache.path)
    holder.execute("BEGIN EXCLUSIVE")
    cache.put_many({"key 0": "lost"})
    holder.rollback()
    holder.close()
    assert "locked" in capsys.readouterr().err
    assert cache.get_many(VALUES) == VALUES


def test_killed_while_writing(folder):
    cache = ContentCache("things")
    cache.put_many(VALUES)
    writer = (
        "from corpora.indexing.cache import ContentCache\n"
        "cache, count = ContentCache('things'), 0\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    cache.put_many({f'{count}/{key}': 'x' * 1000 for key in range(500)})\n"
        "    count += 1\n"
    )
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", writer], stdout=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(0.1)
            process.kill()
    assert cache.get_many(VALUES) == VALUES
    kept = [len(cache.get_many(f"{count}/{key}" for key in range(500))) for count in range(50)]
    assert kept[0] == 500
    assert set(kept) <= {0, 500}
