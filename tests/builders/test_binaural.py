"""Binaural: the same sound in the left and in the right ear, the other ear exactly silent."""

import io

import numpy as np
import pytest
import soundfile as sf

from builders.binaural import KINDS, OneEar
from manifests.errors import RecipeError
from tests.builders.running import built, items_of, rows_of

NAME = "binaural-effect-perception"
EARS = ("left", "right")


@pytest.fixture(scope="module")
def rows(binaural_out):
    rows = rows_of(binaural_out, NAME)
    for row in rows:
        row["pcm"], row["rate"] = sf.read(io.BytesIO(row["audio"]["bytes"]), dtype="int16")
    return rows


def sounding(row):
    return row["pcm"][:, EARS.index(row["label"])]


def test_each_clip_has_its_length_its_level_and_one_silent_ear(rows):
    for row in rows:
        plan = row["parameters"]
        assert row["pcm"].shape == (plan["frames"], 2)
        assert row["rate"] == 16_000
        assert not row["pcm"][:, 1 - EARS.index(row["label"])].any()
        level_dbfs = 10 * np.log10(np.mean((sounding(row) / 32768.0) ** 2))
        assert level_dbfs == pytest.approx(plan["level_dbfs"], abs=0.1)
        assert row["measurements"]["level_dbfs"] == pytest.approx(level_dbfs, abs=0.01)
        assert row["measurements"]["gain"] == 1.0
        assert row["source"] == []


def test_a_pair_is_one_sound_in_either_ear(rows):
    pairs = {}
    for row in rows:
        pairs.setdefault(row["group"], {})[row["label"]] = row
    assert len(pairs) == 400
    for pair in pairs.values():
        assert np.array_equal(sounding(pair["left"]), sounding(pair["right"]))
        assert pair["left"]["instruction"] == pair["right"]["instruction"]
        assert {**pair["left"]["parameters"], "ear": ""} == {**pair["right"]["parameters"], "ear": ""}


def test_no_sound_is_made_twice(rows):
    assert len({row["pcm"].tobytes() for row in rows}) == 800


def test_what_is_drawn_fills_the_ranges_and_stays_inside(rows):
    plans = [row["parameters"] for row in rows]
    for values, low, high in (
        ([plan["frequency_hz"] for plan in plans if plan["waveform"] != "noise"], 100.0, 2000.0),
        ([plan["frames"] / 16_000 for plan in plans], 1.0, 3.0),
        ([plan["level_dbfs"] for plan in plans], -30.0, -15.0),
    ):
        assert low <= min(values) < low + 0.1 * (high - low)
        assert high - 0.1 * (high - low) < max(values) <= high
    assert {plan["frequency_hz"] for plan in plans if plan["waveform"] == "noise"} == {None}


def test_the_strongest_line_of_a_tone_is_the_frequency_drawn_and_ends_are_faded(rows):
    for row in rows[::7]:
        plan, sound = row["parameters"], sounding(row).astype(float)
        peak = np.abs(sound).max()
        assert np.abs(sound[:16]).max() < 0.02 * peak
        assert np.abs(sound[-16:]).max() < 0.02 * peak
        if plan["waveform"] != "noise":
            spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 18))
            assert np.argmax(spectrum) * 16_000 / (1 << 18) == pytest.approx(plan["frequency_hz"], abs=0.5)


@pytest.mark.parametrize(("limit", "kinds"), [(10, [3, 3, 2, 2]), (3, [1, 1, 1, 0])])
def test_a_count_that_four_kinds_cannot_share_is_spread_as_evenly_as_can_be(tmp_path, limit, kinds):
    built("build", NAME, "--limit", limit, "--out", tmp_path, "--workers", 1)
    plans = [item.parameters for item in items_of(tmp_path, NAME) if item.label == "left"]
    assert [sum(plan["waveform"] == kind for plan in plans) for kind in KINDS] == kinds


@pytest.mark.parametrize(
    "options",
    [
        {"frequency_hz": (100.0, 4000.0)},
        {"frequency_hz": (300.0, 200.0)},
        {"duration_s": (0.01, 1.0)},
        {"duration_s": (1.0, 31.0)},
        {"level_dbfs": (-30.0, 0.0)},
        {"level_dbfs": (float("nan"), -20.0)},
    ],
)
def test_a_range_out_of_reason_is_refused(options):
    (name,) = options
    with pytest.raises(RecipeError, match=name):
        OneEar(**options)
