"""Bad input, end to end: a clear error that names the file, or a correct result."""

import io
import os
import struct
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
import soxr

from manifests.layout import DatasetPaths
from probe_signal.resampling import resampled_frames
from tests.builders.running import built, header_of, items_of, refused, rows_of
from tests.builders.trees import ljspeech_metadata, ljspeech_tree
from tests.builders.voices import buzz, write_audio

NAME = "volume-perception"
GOOD = ("LJ001-0001", "LJ001-0002")
BAD = "LJ002-0001"


@pytest.fixture
def root(tmp_path):
    ljspeech_tree(tmp_path / "LJSpeech-1.1", GOOD)
    return ljspeech_metadata(tmp_path / "LJSpeech-1.1", [*GOOD, BAD])


def command(root, out, *more):
    return ("build", NAME, "--corpus", f"ljspeech={root}", "--allow-short", "--out", out, "--workers", 1, *more)


def whole_wav(samples=None, **options):
    sink = io.BytesIO()
    sf.write(sink, voiced() if samples is None else samples, 22_050, format="WAV", **options)
    return sink.getvalue()


def voiced(*, sampling_rate=22_050, duration_s=1.3):
    return buzz(150.0, duration_s=duration_s, sampling_rate=sampling_rate)


def with_nan():
    samples = voiced()
    samples[5000] = np.nan
    return samples


DAMAGED = {
    "0 bytes": (lambda: b"", "0 bytes"),
    "a header and nothing else": (lambda: whole_wav(np.zeros(0, np.float32)), "no samples after the header"),
    "cut short": (lambda: whole_wav()[:30_000], "cut off"),
    "text": (lambda: b"This is the file that you asked for.\n" * 100, "not audio that libsndfile knows"),
    "NaN": (lambda: whole_wav(with_nan(), subtype="FLOAT"), "NaN or infinite samples"),
    "infinity": (lambda: whole_wav(with_nan() * np.inf, subtype="DOUBLE"), "NaN or infinite samples"),
    "silence": (lambda: whole_wav(np.zeros(30_000, np.float32)), "silent: every sample is 0"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_named_and_nothing_is_built_unless_it_may_be_left_out(root, tmp_path, kind):
    make, reason = DAMAGED[kind]
    (root / f"wavs/{BAD}.wav").write_bytes(make())
    words = refused(*command(root, tmp_path / "out"))
    assert "found 1 of 3 recordings missing or damaged" in words
    assert f"wavs/{BAD}.wav: {reason}" in words
    assert "--allow-damaged" in words
    assert not (tmp_path / "out").exists()
    built(*command(root, tmp_path / "out", "--allow-damaged"))
    assert {item.sources[0].item for item in items_of(tmp_path / "out", NAME)} == set(GOOD)
    assert f"1 damaged recording of ljspeech left out: wavs/{BAD}.wav" in header_of(tmp_path / "out", NAME)["notes"]
    assert f"wavs/{BAD}.wav" in DatasetPaths(tmp_path / "out", NAME).card.read_text(encoding="utf-8")


def test_a_missing_file_and_a_folder_in_its_place_are_named(root, tmp_path):
    assert f"wavs/{BAD}.wav: missing" in refused(*command(root, tmp_path / "out"))
    (root / f"wavs/{BAD}.wav").mkdir()
    assert f"wavs/{BAD}.wav: not a file" in refused(*command(root, tmp_path / "out"))


def test_a_corpus_of_nothing_but_damage_is_refused_even_if_damage_is_allowed(root, tmp_path):
    for clip in (*GOOD, BAD):
        (root / f"wavs/{clip}.wav").write_bytes(b"")
    words = refused(*command(root, tmp_path / "out", "--allow-damaged"))
    assert "3 of 3 recordings missing or damaged" in words
    assert "--allow-damaged" not in words


def stereo(samples):
    return np.stack([samples, samples * 0.5], axis=1)


def six(samples):
    return np.stack([samples * (channel + 1) / 6 for channel in range(6)], axis=1)


ODD_BUT_GOOD = {
    "8 kHz": (8_000, "PCM_16", lambda samples: samples),
    "192 kHz": (192_000, "PCM_16", lambda samples: samples),
    "44.1 kHz": (44_100, "PCM_16", lambda samples: samples),
    "24 bit": (22_050, "PCM_24", lambda samples: samples),
    "8 bit": (22_050, "PCM_U8", lambda samples: samples),
    "mu-law": (8_000, "ULAW", lambda samples: samples),
    "stereo": (22_050, "PCM_16", stereo),
    "six channels": (48_000, "PCM_16", six),
    "full-scale float": (22_050, "FLOAT", lambda samples: samples / np.abs(samples).max()),
    "double": (16_000, "DOUBLE", lambda samples: samples),
}


@pytest.mark.parametrize("kind", ODD_BUT_GOOD)
def test_an_odd_but_good_file_gives_the_right_clip(root, tmp_path, kind):
    rate, subtype, shape = ODD_BUT_GOOD[kind]
    write_audio(root / f"wavs/{BAD}.wav", shape(voiced(sampling_rate=rate)), rate, subtype=subtype)
    built(*command(root, tmp_path))
    row, pcm = rising_clip(tmp_path)
    source = mono_16_khz(root / f"wavs/{BAD}.wav")
    source -= source.mean()
    gain = row["measurements"]["gain"] * row["parameters"]["source_gain"]
    top = row["parameters"]["stop_gain"]  # below 1 if the falling clip of the pair is softer
    assert len(pcm) == len(source) == resampled_frames(round(1.3 * rate), from_hz=rate, to_hz=16_000)
    assert np.abs(pcm - gain * top * source * np.linspace(0, 1, len(source))).max() <= 1.0
    assert (gain < 1.0) == (np.abs(source).max() > 32767.5)


def rising_clip(out):
    (row,) = (row for row in rows_of(out, NAME) if row["source"][0]["item"] == BAD and row["label"] == "increasing")
    return row, sf.read(io.BytesIO(row["audio"]["bytes"]), dtype="int16")[0].astype(float)


def mono_16_khz(path: Path):
    samples, rate = sf.read(path, dtype="float64", always_2d=True)
    return 32768 * soxr.resample(samples.mean(axis=1), rate, 16_000, quality="HQ")


def test_a_file_of_one_sample_is_not_used(root, tmp_path):
    write_audio(root / f"wavs/{BAD}.wav", np.array([0.5], np.float32), 22_050)
    built(*command(root, tmp_path))
    assert {item.sources[0].item for item in items_of(tmp_path, NAME)} == set(GOOD)


def test_of_three_hours_the_first_30_s_are_used(root, tmp_path):
    """The rest is a hole in the file: 172 MB that take no space."""
    sound = (buzz(150.0, duration_s=40.0, sampling_rate=8_000) * 32768).astype("<i2").tobytes()
    size = 2 * 8_000 * 3 * 3600
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 1, 8000, 16_000, 2, 16, b"data", size
    )
    with (root / f"wavs/{BAD}.wav").open("wb") as sink:
        sink.write(header + sound)
        sink.truncate(len(header) + size)
    built(*command(root, tmp_path))
    row, pcm = rising_clip(tmp_path)
    assert len(pcm) == 480_000
    assert row["measurements"]["duration_s"] == 30.0
    (item,) = (item for item in items_of(tmp_path, NAME) if item.id == row["id"])
    assert (item.sources[0].start_frame, item.sources[0].frames) == (0, 240_000)


def test_spaces_and_letters_of_any_alphabet_in_paths_and_ids_are_kept(tmp_path):
    ids = ("LJ001-0001", "LJ001-0002 übung naïve", "LJ001-0003 Привет 你好", "LJ001-0004 'quoted' \"too\"")
    root = ljspeech_metadata(tmp_path / "Données audio" / "речь 1.1", ids)
    for number, clip in enumerate(ids):
        write_audio(root / f"wavs/{clip}.wav", voiced(duration_s=1.1 + number / 10), 22_050)
    out = tmp_path / "Ausgabe für Übung"
    built(*command(root, out))
    assert {row["source"][0]["item"] for row in rows_of(out, NAME)} == set(ids)
    assert {item.sources[0].path for item in items_of(out, NAME)} == {f"wavs/{clip}.wav" for clip in ids}


def test_a_folder_whose_name_is_not_utf_8_is_no_obstacle(tmp_path):
    latin_1 = Path(os.fsdecode(os.fsencode(tmp_path) + b"/Donn\xe9es"))
    root = ljspeech_tree(latin_1 / "LJSpeech-1.1", GOOD)
    for path in (root / "wavs").iterdir():
        os.utime(path, (1e9, 1e9))  # old enough for the cache to remember
    built(*command(root, tmp_path / "out"))
    assert len(items_of(tmp_path / "out", NAME)) == 4


@pytest.mark.parametrize("change", ["content", "removed", "shorter"])
def test_a_file_that_changes_after_it_was_planned_stops_the_build_and_is_named(root, tmp_path, monkeypatch, change):
    write_audio(root / f"wavs/{BAD}.wav", voiced(), 22_050)
    victim = root / f"wavs/{BAD}.wav"

    def harm(*arguments, **options):
        if change == "removed":
            victim.unlink()
        else:
            write_audio(victim, -voiced(duration_s=1.3 if change == "content" else 1.0), 22_050)
        return real(*arguments, **options)

    from builders.engine import build

    real = build.write_plan
    monkeypatch.setattr(build, "write_plan", harm)
    words = refused(*command(root, tmp_path / "out"))
    assert f"error: {victim}: found" in words
    assert not (tmp_path / "out" / NAME).exists()
