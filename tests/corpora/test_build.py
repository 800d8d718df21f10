"""An index refuses what is not whole, by name, and says what it left out."""

from __future__ import annotations

import dataclasses
import os
import random
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from corpora.indexing import facts
from corpora.indexing.build import build_index
from corpora.indexing.model import Entry
from corpora.indexing.registry import corpora
from corpora.ljspeech import CORPUS
from manifests.errors import CorpusError


@pytest.fixture
def root(make_tree, tmp_path):
    return make_tree("ljspeech", tmp_path)


def name_clips(root, count, *, noise=None) -> list[str]:
    """Let metadata.csv name `count` clips; record them where `noise` is given."""
    clips = [f"LJ001-{number:04}" for number in range(count)]
    (root / "metadata.csv").write_text("".join(f"{clip}|Text|Text\n" for clip in clips))
    shutil.rmtree(root / "wavs")
    (root / "wavs").mkdir()
    for clip in clips if noise else []:
        noise(root / "wavs" / f"{clip}.wav", seconds=0.01)
    return clips


@pytest.fixture
def counted(monkeypatch) -> dict[str, int]:
    """Count the files that are hashed and decoded."""
    counts = {"hash_file": 0, "decode_file": 0}

    def count(name):
        function = getattr(facts, name)

        def counting(*arguments):
            counts[name] += 1
            return function(*arguments)

        monkeypatch.setattr(facts, name, counting)

    for name in counts:
        count(name)
    return counts


def test_damaged_are_listed_by_name(root):
    (root / "wavs/LJ001-0002.wav").unlink()
    (root / "wavs/LJ003-0066.wav").write_bytes(b"")
    with pytest.raises(CorpusError) as error:
        build_index(CORPUS, root)
    message = str(error.value)
    assert "2 of 5 recordings missing or damaged" in message
    assert "wavs/LJ001-0002.wav: missing" in message
    assert "wavs/LJ003-0066.wav: 0 bytes" in message
    assert "--allow-damaged" in message
    assert CORPUS.homepage in message


def test_damaged_are_left_out_only_when_allowed(root):
    whole = build_index(CORPUS, root)
    (root / "wavs/LJ003-0066.wav").write_bytes(b"RIFF")
    index = build_index(CORPUS, root, allow_damaged=True)
    assert [(damage.path, damage.reason) for damage in index.damaged] == [
        ("wavs/LJ003-0066.wav", "not audio that libsndfile knows")
    ]
    assert index.rows() == [row for row in whole.rows() if row["id"] != "LJ003-0066"]
    assert index.digest() != whole.digest()
    assert "left out 1 missing or damaged: wavs/LJ003-0066.wav (not audio" in index.notices[-1]


def test_folder_that_may_not_be_read(root):
    def refuse(folder):
        raise PermissionError(13, "Permission denied", str(folder / "wavs"))

    with pytest.raises(CorpusError, match="wavs: found permission denied"):
        build_index(dataclasses.replace(CORPUS, entries=refuse), root)


def test_many_damaged_are_cut_to_ten(root):
    name_clips(root, 37)
    with pytest.raises(CorpusError) as error:
        build_index(CORPUS, root)
    assert str(error.value).count(": missing\n") == 10
    assert "wavs/LJ001-0009.wav: missing\n    and 27 more" in str(error.value)


def test_nothing_usable_is_refused_even_when_allowed(root):
    name_clips(root, 3)
    with pytest.raises(CorpusError, match="3 of 3 recordings") as error:
        build_index(CORPUS, root, allow_damaged=True)
    assert "--allow-damaged" not in str(error.value)


def test_another_size_is_a_notice(root):
    (notice,) = build_index(CORPUS, root).notices
    for part in ("ljspeech: 5 of 13,100 recordings;", "`soundprobe corpora ljspeech` says how to get the rest"):
        assert part in notice
    assert str(root.parent) not in notice  # notices may be published


def test_twice_the_same_id(root):
    with (root / "metadata.csv").open("a") as file:
        file.write("LJ001-0002|Again|Again\n")
    with pytest.raises(CorpusError, match="1 id more than once: LJ001-0002"):
        build_index(CORPUS, root)


def test_order_of_the_metadata_does_not_matter(root):
    first = build_index(CORPUS, root)
    lines = (root / "metadata.csv").read_text().splitlines()
    (root / "metadata.csv").write_text("\n".join(random.Random(3).sample(lines, len(lines))))
    second = build_index(CORPUS, root)
    assert second.digest() == first.digest()
    assert second.table.equals(first.table)


def test_folder_above_will_do(root):
    assert build_index(CORPUS, root.parent).root == root


def test_content_changes_the_digest(root, noise):
    first = build_index(CORPUS, root)
    noise(root / "wavs/LJ001-0001.wav", seed=1, sampling_rate=22_050)
    assert build_index(CORPUS, root).digest() != first.digest()


def test_workers_give_the_same_index(root, noise, cache_folder):
    name_clips(root, 100, noise=noise)
    many = build_index(CORPUS, root, workers=3)
    for file in cache_folder.glob("*.sqlite"):
        file.unlink()
    one = build_index(CORPUS, root)
    assert one.table.equals(many.table)


def test_second_run_only_looks(root, counted):
    for path in (root / "wavs").iterdir():
        os.utime(path, ns=(1, 1_700_000_000_000_000_000))
    first = build_index(CORPUS, root)
    counted.update(hash_file=0, decode_file=0)
    second = build_index(CORPUS, root)
    assert counted == {"hash_file": 0, "decode_file": 0}
    assert second.table.equals(first.table)


def test_moved_corpus_is_only_hashed(root, counted):
    first = build_index(CORPUS, root)
    counted.update(hash_file=0, decode_file=0)
    moved = build_index(CORPUS, root.rename(root.with_name("elsewhere")))
    assert counted == {"hash_file": 5, "decode_file": 0}
    assert moved.digest() == first.digest()


def test_same_size_and_stamp_within_a_tick_is_seen(root, noise):
    """A file rewritten at once, with the same size: its age gives it away, not its stamp."""
    path, now = root / "wavs/LJ001-0001.wav", time.time_ns()
    os.utime(path, ns=(now, now))
    first = build_index(CORPUS, root)
    noise(path, seed=1, sampling_rate=22_050)
    os.utime(path, ns=(now, now))
    assert build_index(CORPUS, root).digest() != first.digest()


@pytest.mark.parametrize("way", ["written over", "put in its place"])
def test_same_size_and_time_after_a_restore_is_seen(way, root, noise, tmp_path):
    path, long_ago = root / "wavs/LJ001-0001.wav", 1_700_000_000_000_000_000
    os.utime(path, ns=(long_ago, long_ago))
    first = build_index(CORPUS, root)
    size, changed_ns = path.stat().st_size, path.stat().st_ctime_ns
    other = noise(tmp_path / path.name, seed=1, sampling_rate=22_050)
    while time.time_ns() - changed_ns < 20_000_000:  # let the disk's clock tick
        time.sleep(0.005)
    os.utime(other, ns=(long_ago, long_ago))
    if way == "put in its place":
        other.replace(path)
    else:
        shutil.copy2(other, path)
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (size, long_ago)
    assert build_index(CORPUS, root).digest() != first.digest()


WRONG_FACTS = {
    "an empty object": "{}",
    "null": "null",
    "a number": "7",
    "a list": "[]",
    "a text": '"x"',
    "other fields": '{"sha256":"x","length":1}',
    "frames as text": '{"sha256":SHA,"frames":"9","sampling_rate":1,"channels":1,"damage":""}',
    "frames as a truth": '{"sha256":SHA,"frames":true,"sampling_rate":1,"channels":1,"damage":""}',
    "frames below 0": '{"sha256":SHA,"frames":-9,"sampling_rate":1,"channels":1,"damage":""}',
    "no damage": '{"sha256":SHA,"frames":9,"sampling_rate":1,"channels":1,"damage":null}',
    "facts of another file": '{"sha256":"00","frames":9,"sampling_rate":1,"channels":1,"damage":""}',
    "deep": "[" * 100_000 + "]" * 100_000,
}


@pytest.mark.parametrize("value", WRONG_FACTS)
@pytest.mark.parametrize("kind", ["audio-facts", "file-hashes"])
def test_cached_values_of_another_kind_count_as_missing(kind, value, root, cache_folder, counted):
    for path in (root / "wavs").iterdir():
        os.utime(path, ns=(1, 1_700_000_000_000_000_000))
    first = build_index(CORPUS, root)
    with closing(sqlite3.connect(cache_folder / f"{kind}.sqlite")) as connection, connection:
        # A key of the facts starts with the SHA-256 that its value repeats.
        wrong = "replace(?, 'SHA', '\"' || substr(key, 1, 64) || '\"')"
        connection.execute(f"UPDATE entries SET value = {wrong}", (WRONG_FACTS[value],))
    counted.update(hash_file=0, decode_file=0)
    assert build_index(CORPUS, root).table.equals(first.table)
    assert counted["hash_file"] == 5
    counted.update(hash_file=0, decode_file=0)
    assert build_index(CORPUS, root).table.equals(first.table)
    assert counted == {"hash_file": 0, "decode_file": 0}  # what was wrong has been replaced


def test_cache_that_cannot_be_used_fails_no_build(root, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "file"))
    assert build_index(CORPUS, root).table.num_rows == 5
    assert "is left aside" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ljspeech", "speech_accent_archive", "librispeech"])
def test_metadata_that_is_not_utf8(name, make_tree, tmp_path):
    root = make_tree(name, tmp_path)
    (path,) = [
        path for path in (root / "metadata.csv", root / "speakers_all.csv", root / "SPEAKERS.TXT") if path.exists()
    ]
    path.write_bytes(path.read_bytes() + b"\nLJ9|caf\xe9|caf\xe9\n")
    with pytest.raises(CorpusError, match="a byte that is not UTF-8 at offset") as error:
        build_index(corpora()[name], root)
    assert str(path) in str(error.value)


INFINITE, NONE = float("inf"), float("nan")
OUTSIDE = [
    *((0.5, 2.5), (1.0, 1.0), (1.5, 0.5), (3.0, None), (-0.1, 1.0)),
    *((0.0, INFINITE), (0.0, 1e308), (1e308, None), (INFINITE, None), (-INFINITE, 1.0), (NONE, 1.0), (0.0, NONE)),
]


class TestStretches:
    """Entries that name a part of a file, as annotated lines of a song do."""

    @staticmethod
    def index_of(root, *stretches):
        entries = [
            Entry(id=f"line{number}", path="wavs/song.wav", speaker="A", start_s=start, end_s=end)
            for number, (start, end) in enumerate(stretches)
        ]
        return build_index(dataclasses.replace(CORPUS, locate=lambda base: base, entries=lambda _: entries), root)

    def test_each_is_a_row_of_one_file(self, noise, tmp_path):
        noise(tmp_path / "wavs/song.wav", seconds=2.0)
        index = self.index_of(tmp_path, (0.0, 0.5), (0.5, 1.25), (1.25, None))
        rows = [(row["start_frame"], row["frames"]) for row in index.rows()]
        assert rows == [(0, 8_000), (8_000, 12_000), (20_000, 12_000)]
        assert len({row["sha256"] for row in index.rows()}) == 1

    @pytest.mark.parametrize(("start", "end"), OUTSIDE)
    def test_one_outside_the_file_is_named(self, start, end, noise, tmp_path):
        noise(tmp_path / "wavs/song.wav", seconds=2.0)
        with pytest.raises(CorpusError, match=r"line0 is said to run from .* of 2 s"):
            self.index_of(tmp_path, (start, end))
