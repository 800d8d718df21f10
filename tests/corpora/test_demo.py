"""The embedded corpus: balanced, at exact pitches, the same bytes each time."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import wave
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import soundfile

from corpora import demo
from corpora.indexing.cache import cache_folder
from corpora.synthesis import kept, tree
from corpora.synthesis.clips import SpokenLine, finish_clip
from corpora.synthesis.espeak import SAMPLING_RATE, speak
from corpora.synthesis.script import script
from execution.pool import map_jobs
from manifests.errors import CorpusError, OutputError
from probe_signal.f0 import median_f0_hz, share_in_band, track_f0
from probe_signal.resampling import resample

LOW, HIGH = "low", "high"
BANDS = {LOW: (80.0, 150.0), HIGH: (180.0, 250.0)}


@pytest.fixture(scope="module")
def tracks(demo_index):
    """F0 tracks by clip, as the pitch task measures them: at 16 kHz."""
    found = {}
    for row in demo_index.rows():
        samples, rate = soundfile.read(demo_index.root / row["path"], dtype="float32")
        found[row["id"]] = track_f0(resample(samples, from_hz=rate, to_hz=16_000), sampling_rate=16_000).f0_hz
    return found


@pytest.fixture(scope="module")
def ranges(tracks):
    """The range of each clip, by where its F0 is."""

    def share(f0_hz, band):
        return share_in_band(f0_hz, low_hz=BANDS[band][0], high_hz=BANDS[band][1])

    return {clip: max(BANDS, key=lambda band: share(f0_hz, band)) for clip, f0_hz in tracks.items()}


def test_one_session_of_tests_makes_it_once(demo_index, monkeypatch):
    monkeypatch.setattr(tree, "_write", None)
    assert demo.demo_root() == demo_index.root


def test_size(demo_index):
    assert demo_index.notices == ()
    assert demo_index.table.num_rows == demo.EXPECTED_FILES == 48
    rows = demo_index.rows()
    assert Counter(Counter(row["speaker"] for row in rows).values()) == {4: 12}
    assert {row["language"] for row in rows} == {"de", "en-gb", "en-us", "es", "fr", "it"}
    assert all(3.0 < row["frames"] / row["sampling_rate"] < 6.0 for row in rows)
    assert {(row["sampling_rate"], row["channels"]) for row in rows} == {(22_050, 1)}


def test_medians_are_exact(tracks):
    wanted = {line.id: line.median_f0_hz for line in script()}
    off = {clip: median_f0_hz(f0_hz) - wanted[clip] for clip, f0_hz in tracks.items()}
    assert max(map(abs, off.values())) < 0.5, off


def test_both_ranges_are_filled(tracks, ranges):
    assert Counter(ranges.values()) == {LOW: 24, HIGH: 24}
    for clip, f0_hz in tracks.items():
        low_hz, high_hz = BANDS[ranges[clip]]
        assert share_in_band(f0_hz, low_hz=low_hz, high_hz=high_hz) > 0.85, clip
        assert np.count_nonzero(f0_hz) > 0.4 * len(f0_hz), clip
    medians = {band: [median_f0_hz(tracks[clip]) for clip in ranges if ranges[clip] == band] for band in BANDS}
    assert 94 < min(medians[LOW]) < 100
    assert 125 < max(medians[LOW]) < 131
    assert 197 < min(medians[HIGH]) < 203
    assert 225 < max(medians[HIGH]) < 233


def test_sex_is_a_strong_shortcut_but_no_more(demo_index, ranges):
    guesses = Counter((row["sex"], ranges[row["id"]]) for row in demo_index.rows())
    assert guesses == {("male", LOW): 20, ("female", HIGH): 20, ("male", HIGH): 4, ("female", LOW): 4}


def test_text_language_and_level_tell_nothing(demo_index, ranges):
    by_text = defaultdict(set)
    peaks = {LOW: [], HIGH: []}
    for row in demo_index.rows():
        by_text[row["language"], row["text"]].add(ranges[row["id"]])
        samples, _ = soundfile.read(demo_index.root / row["path"])
        peaks[ranges[row["id"]]].append(20 * np.log10(np.abs(samples).max()))
    assert list(by_text.values()) == [{LOW, HIGH}] * 24
    assert np.sort(peaks[LOW]) == pytest.approx(np.sort(peaks[HIGH]), abs=0.05)
    assert -6.0 < min(peaks[LOW]) < max(peaks[LOW]) < -3.0


def test_short_quiet_ends(demo_index):
    for row in demo_index.rows():
        samples, rate = soundfile.read(demo_index.root / row["path"])
        for end in (samples[: rate // 10], samples[-rate // 10 :]):
            assert 0.0 < np.sqrt(np.mean(np.square(end))) < 10.0 ** (-66.0 / 20.0), row["id"]
        assert np.abs(samples[rate // 2 : -rate // 2]).max() > 0.2


def test_files_are_plain_wav(demo_index):
    for row in demo_index.rows():
        with wave.open(str(demo_index.root / row["path"])) as file:
            assert file.getparams()[:4] == (1, 2, 22_050, row["frames"])


def test_speech_is_the_same_each_time():
    utterances = [(line.speaker.voice, line.text) for line in script()]
    first, second = (
        hashlib.sha256(b"".join(samples.tobytes() for samples in speak(utterances, words_per_minute=150)))
        for _ in range(2)
    )
    assert first.hexdigest() == second.hexdigest()


def test_clips_are_the_same_in_any_order_and_process(demo_index):
    lines = script()
    spoken = speak([(line.speaker.voice, line.text) for line in lines], words_per_minute=150)
    chosen = [39, 20, 2]
    jobs = [SpokenLine(lines[place], spoken[place], SAMPLING_RATE) for place in chosen]
    for workers in (1, 2):
        for place, clip in zip(chosen, map_jobs(finish_clip, jobs[:workers], workers=workers), strict=False):
            path = demo_index.root / f"clips/{lines[place].speaker.name}/{lines[place].id}.wav"
            assert np.array_equal(soundfile.read(path, dtype="int16")[0], clip)


@pytest.mark.slow
def test_trees_of_two_processes_are_the_same(demo_index, tmp_path):
    program = (
        "import os, sys\n"
        "os.environ['SOUNDPROBE_CACHE'] = sys.argv[1]\n"
        "from corpora.demo import demo_root\n"
        "print(demo_root())\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "çache")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert hash_tree(Path(answer.stdout.strip())) == hash_tree(demo_index.root)


def hash_tree(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def short_script(monkeypatch, tmp_path):
    """Make trees of two clips, as they were spoken, in a cache of their own."""
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "cache"))
    lines = script()[:2]
    monkeypatch.setattr(tree, "script", lambda: lines)
    monkeypatch.setattr("corpora.synthesis.clips.finish_clip", lambda job: job.spoken)


def test_made_once(short_script, monkeypatch):
    root = demo.demo_root()
    monkeypatch.setattr(tree, "_write", None)
    assert demo.demo_root() == root


@pytest.mark.parametrize("harm", ["a clip removed", "a clip changed", "the sums removed"])
def test_made_again_when_not_whole(harm, short_script):
    root = demo.demo_root()
    whole = hash_tree(root)
    if harm == "a clip removed":
        (root / "clips/s01/s01_2.wav").unlink()
    elif harm == "a clip changed":
        path = root / "clips/s01/s01_2.wav"
        path.write_bytes(path.read_bytes()[:-1] + b"\x7f")
    else:
        (root / "SHA256SUMS").unlink()
    assert demo.demo_root() == root
    assert hash_tree(root) == whole


def test_two_builders_at_once(short_script):
    with ThreadPoolExecutor(2) as pool:
        roots = set(pool.map(lambda _: demo.demo_root(), range(2)))
    (root,) = roots
    assert sorted(path.name for path in root.parent.iterdir()) == sorted([root.name, "lock"])
    assert len(hash_tree(root)) == 4


def test_stopped_build_leaves_nothing(short_script, monkeypatch):
    def stop(job):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("corpora.synthesis.clips.finish_clip", stop)
        with pytest.raises(KeyboardInterrupt):
            demo.demo_root()
    folder = cache_folder() / "demo"
    assert list(folder.iterdir()) == []
    root = demo.demo_root()
    abandoned = folder / "unfinished-by-a-kill"
    (abandoned / "clips").mkdir(parents=True)
    shutil.rmtree(root)
    demo.demo_root()
    assert abandoned.exists()  # it may be at work still
    monkeypatch.setattr(kept, "_ABANDONED_AFTER_S", -1.0)
    shutil.rmtree(root)
    demo.demo_root()
    assert not abandoned.exists()


def test_unwritable_cache(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "file"))
    with pytest.raises(OutputError, match="SOUNDPROBE_CACHE") as error:
        demo.demo_root()
    assert str(tmp_path / "file") in str(error.value)


def test_voice_that_is_not_there():
    with pytest.raises(CorpusError, match="no voice gmw/xx"):
        speak([("gmw/xx", "Hello")], words_per_minute=150)
