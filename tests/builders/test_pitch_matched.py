"""Pitch, matched: one voice moved into both ranges; nothing differs but F0."""

import io
import re

import numpy as np
import parselmouth
import pytest
import soundfile as sf

from builders.pitch_matched import PitchMatched
from manifests.errors import RecipeError
from tests.builders.running import built, items_of, refused, rows_of
from tests.builders.trees import archive_tree

NAME = "pitch-matched"
RANGES = {"(80, 150)": (80.0, 150.0), "(180, 250)": (180.0, 250.0)}


@pytest.fixture(scope="module")
def pairs(tmp_path_factory, demo_index):
    out = tmp_path_factory.mktemp("matched")
    built("build", NAME, "--limit", 6, "--out", out, "--workers", 2)
    pairs = {}
    for row in rows_of(out, NAME):
        row["pcm"], _ = sf.read(io.BytesIO(row["audio"]["bytes"]), dtype="float64")
        pairs.setdefault(row["group"], {})[row["label"]] = row
    return list(pairs.values())


def praat_f0_hz(samples, sampling_rate=16_000):
    """Track F0 by autocorrelation, another method than the builder's."""
    track = parselmouth.Sound(samples, sampling_rate).to_pitch_ac(time_step=0.01, pitch_floor=60, pitch_ceiling=400)
    f0_hz = track.selected_array["frequency"]
    return f0_hz[f0_hz > 0]


def test_each_member_has_the_median_that_was_asked_for(pairs):
    errors_hz = []
    for row in (row for pair in pairs for row in pair.values()):
        target_hz = row["parameters"]["target_median_hz"]
        errors_hz += [np.median(praat_f0_hz(row["pcm"])) - target_hz]
        errors_hz += [row["measurements"]["median_f0_hz"] - target_hz]
    assert np.max(np.abs(errors_hz)) < 1.5
    assert np.median(np.abs(errors_hz)) < 0.5


def test_each_member_lies_in_its_range_by_another_tracker(pairs):
    for label, row in (member for pair in pairs for member in pair.items()):
        f0_hz = praat_f0_hz(row["pcm"])
        low_hz, high_hz = RANGES[label]
        assert np.mean((f0_hz > low_hz) & (f0_hz < high_hz)) > 0.70


def test_the_members_of_a_pair_share_length_level_words_and_source(pairs):
    assert len(pairs) == 6
    for pair in pairs:
        low, high = pair["(80, 150)"], pair["(180, 250)"]
        assert len(low["pcm"]) == len(high["pcm"])
        levels = [10 * np.log10(np.mean(row["pcm"] ** 2)) for row in (low, high)]
        assert levels[0] == pytest.approx(levels[1], abs=0.1)
        for name in ("instruction", "options", "source"):
            assert low[name] == high[name]
        assert low["measurements"]["gain"] == high["measurements"]["gain"] == 1.0
        for name in ("contour_scale", "source_gain", "threshold"):
            assert low["parameters"][name] == high["parameters"][name]


def test_half_of_the_voices_come_from_each_side_so_that_the_size_of_the_move_tells_nothing(pairs, demo_index):
    paths = {row["id"]: row["path"] for row in demo_index.rows()}
    below = 0
    for pair in pairs:
        samples, rate = sf.read(demo_index.root / paths[pair["(80, 150)"]["source"][0]["item"]], dtype="float64")
        below += np.median(praat_f0_hz(samples, rate)) < 165.0
    assert below == 3


def test_clips_without_a_melody_are_passed_over(tmp_path):
    root = archive_tree(tmp_path / "archive", rows=40, mp3_every=41, duration_s=1.4)
    recordings = sorted((root / "recordings/recordings").iterdir())
    noise = np.random.default_rng(1).normal(0, 0.1, 30_000)
    for number, path in enumerate(recordings[::2]):
        sf.write(path, np.roll(noise, number), 16_000)
    options = ("--corpus", f"speech_accent_archive={root}", "--out", tmp_path / "out", "--workers", 1)
    built("build", NAME, "--limit", 3, *options)
    melodic = {path.stem for path in recordings[1::2]}
    chosen = {item.sources[0].item for item in items_of(tmp_path / "out", NAME)}
    assert len(chosen) == 3
    assert chosen < melodic
    words = refused("build", NAME, "--limit", 11, *options)
    assert re.search(r"found ([3-9]|10) clips that hold in both ranges\n +wanted: 11 for each label", words)


def test_targets_that_leave_no_room_in_the_range_are_refused():
    with pytest.raises(RecipeError, match="the narrower range's half width"):
        PitchMatched(spread_octaves=0.25)
