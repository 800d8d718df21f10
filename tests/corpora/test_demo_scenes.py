"""The embedded scenes: the same speech clean and in noise, at the SNR that is stated, the same bytes each time."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import soundfile

from corpora import demo, demo_scenes
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named, embedded_names, embedded_root
from corpora.synthesis.metadata import metadata_rows
from corpora.synthesis.scenes import tree
from corpora.synthesis.scenes.classes import CLASSES
from corpora.synthesis.scenes.programme import mixes, noises
from corpora.synthesis.scenes.rendering import NoiseJob, make_noise
from execution.pool import map_jobs
from manifests.errors import CorpusError


@pytest.fixture(scope="module")
def rows(scenes_index):
    return {row["id"]: row for row in scenes_index.rows()}


@pytest.fixture(scope="module")
def clips(scenes_index, rows):
    return {name: soundfile.read(scenes_index.root / row["path"])[0] for name, row in rows.items()}


def decibels(ratio):
    return 20 * np.log10(ratio)


def rms(samples):
    return np.sqrt(np.mean(np.square(samples)))


def test_size_and_columns(scenes_index, rows, demo_index):
    assert scenes_index.notices == ()
    assert Counter(row["kind"] for row in rows.values()) == {"clean": 48, "noisy": 48, "noise": 36}
    assert Counter(row["condition"] for row in rows.values()) == {"clean": 48, "noisy": 48, "": 36}
    assert {(row["split"], row["sampling_rate"], row["channels"]) for row in rows.values()} == {("test", 16_000, 1)}
    assert Counter(row["noise"] for row in rows.values() if row["kind"] == "noise") == dict.fromkeys(CLASSES, 4)
    for said in demo_index.rows():
        clean, noisy = (rows[f"{kind}/{said['id']}"] for kind in ("clean", "noisy"))
        assert clean["frames"] == noisy["frames"] == round(said["frames"] * 16_000 / 22_050)
        for column in ("speaker", "sex", "text", "language"):
            assert clean[column] == noisy[column] == said[column]
        assert clean["utterance"] == noisy["utterance"] == said["id"]
        assert (clean["noise"], clean["snr_db"]) == ("", "")


def test_noise_rows(rows):
    for name, row in rows.items():
        if row["kind"] == "noise":
            assert name == f"noise/{row['speaker']}"
            assert row["speaker"].rpartition("_")[0] == row["noise"]
            assert {row[column] for column in ("utterance", "snr_db", "sex", "text", "language")} == {""}
            assert 12.0 <= row["frames"] / 16_000 <= 20.0


def test_noise_and_snr_are_balanced(rows):
    noisy = [row for row in rows.values() if row["kind"] == "noisy"]
    assert Counter(row["snr_db"] for row in noisy) == dict.fromkeys(("0", "5", "10", "15"), 12)
    assert Counter((row["speaker"], row["snr_db"]) for row in noisy).most_common(1)[0][1] == 1
    assert set(Counter(row["noise"] for row in noisy)) == set(CLASSES)
    assert set(Counter(row["noise"] for row in noisy).values()) == {5, 6}


def test_nobody_speaks_into_a_noise_that_holds_the_same_voice():
    heard = {mix.line.id: mix.line.speaker.name in mix.noise.speakers for mix in mixes()}
    assert not any(heard.values())
    by_class = {kind: [set(noise.speakers) for noise in noises() if noise.kind == kind] for kind in CLASSES}
    assert all(not set.intersection(*speakers) for speakers in by_class.values())
    assert {kind for kind, speakers in by_class.items() if speakers[0]} == {
        "Babble",
        "Neighbor",
        "AirportAnnouncements",
    }


def test_snr_is_as_stated(scenes_index, clips):
    """The noisy clip is taken apart again: so much of the clean one, so much of the stretch of noise, and no rest."""
    measured = 0
    for _, row in metadata_rows(scenes_index.root, header=tree.METADATA_HEADER):
        if row["kind"] != "noisy":
            continue
        noisy, clean = clips[row["id"]], clips[f"clean/{row['utterance']}"]
        start = int(row["start_frame"])
        noise = clips[row["noise_file"]][start : start + len(clean)]
        (of_speech, of_noise), *_ = np.linalg.lstsq(np.stack([clean, noise], axis=1), noisy, rcond=None)
        assert rms(noisy - of_speech * clean - of_noise * noise) < 1e-4  # rounding to 16 bits, thrice
        snr_db = decibels(of_speech * rms(clean) / (of_noise * rms(noise)))
        assert snr_db == pytest.approx(float(row["snr_db"]), abs=0.1)
        measured += 1
    assert measured == 48


def test_level_tells_nothing(clips):
    levels = [decibels(rms(samples)) for samples in clips.values()]
    assert levels == pytest.approx([-28.0] * len(levels), abs=0.01)


def test_nothing_is_clipped_or_silent(clips):
    for name, samples in clips.items():
        assert np.abs(samples).max() < 10.0 ** (-1.0 / 20.0), name
        if name.startswith("noise/"):
            energy = np.cumsum(np.square(samples))
            assert 10 * np.log10(np.min(energy[16_000:] - energy[:-16_000]) / 16_000) > -28.0 - 20.0, name
            assert abs(samples.mean()) < 1e-3, name


def test_noises_of_a_class_are_different(rows):
    assert len({row["sha256"] for row in rows.values()}) == 132


def test_noise_is_the_same_in_any_order_and_process(scenes_index, demo_index):
    recordings = {row["id"]: demo_index.root / row["path"] for row in demo_index.rows()}
    chosen = [noises()[place] for place in (30, 17, 11)]
    jobs = [
        NoiseJob(noise, {name: tuple(recordings[f"{name}_{k}"] for k in range(1, 5)) for name in noise.speakers})
        for noise in chosen
    ]
    for workers in (1, 2):
        for noise, pcm in zip(chosen, map_jobs(make_noise, jobs, workers=workers), strict=True):
            made = soundfile.read(scenes_index.root / f"noise/{noise.name}.wav", dtype="int16")[0]
            assert np.array_equal(made, pcm)


def test_made_once_and_again_when_not_whole(scenes_index, monkeypatch):
    changed = scenes_index.root / "noise/Typing_1.wav"
    before = changed.read_bytes()
    changed.write_bytes(before[:-1])
    assert demo_scenes.scenes_root() == scenes_index.root
    assert changed.read_bytes() == before
    monkeypatch.setattr(tree, "_write", None)
    assert demo_scenes.scenes_root() == scenes_index.root


def test_the_registry_makes_it(scenes_index, demo_index):
    assert set(embedded_names()) >= {"demo", "demo_scenes"}
    assert embedded_root("demo_scenes", workers=1) == scenes_index.root
    assert embedded_root("demo", workers=1) == demo_index.root


def test_told_apart_from_the_demo(scenes_index, demo_index):
    assert demo_scenes.locate(scenes_index.root) == scenes_index.root
    assert demo_scenes.locate(demo_index.root) is None
    assert demo.locate(scenes_index.root) is None


def test_damaged_metadata_name_their_line(tmp_path):
    header, row = tree.METADATA_HEADER, "noise/A_1|noise/A_1.wav|noise"
    (tmp_path / "metadata.csv").write_text(f"{header}\n\n{row}\n")
    with pytest.raises(CorpusError, match=r"metadata\.csv, line 3: found 3 fields"):
        build_index(corpus_named("demo_scenes"), tmp_path)
