"""Pitch: what is chosen, in which order, and on what measure."""

import numpy as np
import pytest

from builders.pitch import PitchRanges
from manifests.errors import RecipeError
from probe_signal.quantise import to_pcm16
from tests.builders.running import built, items_of, refused
from tests.builders.trees import archive_tree
from tests.builders.voices import buzz

LOW, HIGH = "(80, 150)", "(180, 250)"


def measured(f0_hz, **options):
    clip = buzz(f0_hz, duration_s=1.0, sampling_rate=16_000)
    ranges = PitchRanges(**options)
    values = ranges.measure(to_pcm16(clip)[0])
    return ranges.label_of(values), values


@pytest.mark.parametrize(
    ("f0_hz", "label"), [(70, "none"), (90, LOW), (140, LOW), (165, "none"), (190, HIGH), (225, HIGH), (290, "none")]
)
def test_a_voice_is_labelled_by_the_range_it_lies_in(f0_hz, label):
    found, values = measured(f0_hz)
    assert found == label
    assert values.median_f0_hz == pytest.approx(f0_hz, abs=1.0)
    shares = (values.share_in_low_range, values.share_in_high_range)
    assert (max(shares) > 0.9) == (label != "none")


def test_a_share_of_exactly_the_threshold_is_not_over_it():
    found, values = measured(120)
    assert found == LOW
    assert measured(120, low_threshold=values.share_in_low_range)[0] == "none"


def test_a_clip_that_is_not_voiced_has_no_range():
    noise = np.random.default_rng(0).normal(0, 0.05, 16_000).astype(np.float32)
    ranges = PitchRanges()
    values = ranges.measure(to_pcm16(noise)[0])
    assert values.voiced_s < 0.2
    silence = ranges.measure(np.zeros(16_000, np.int16))
    assert (silence.voiced_s, silence.median_f0_hz, ranges.label_of(silence)) == (0.0, 0.0, "none")


@pytest.fixture
def tree(tmp_path):
    return archive_tree(tmp_path / "archive", rows=60, mp3_every=9)


def options(tree, out):
    return ("--corpus", f"speech_accent_archive={tree}", "--out", out, "--workers", 1)


def test_items_of_one_speaker_share_a_group_and_ship_the_clip_as_it_is(tree, tmp_path):
    built("build", "pitch-perception", "--limit", 2, *options(tree, tmp_path))
    items = items_of(tmp_path, "pitch-perception")
    assert len({item.group for item in items}) == len({item.sources[0].speaker for item in items}) == 4
    for item in items:
        assert item.frames == round(item.sources[0].frames * 16_000 / item.sources[0].sampling_rate)
        assert item.parameters["threshold"] == 0.70


def test_the_scarcer_range_sets_the_size_of_a_short_set_and_is_named(tree, tmp_path):
    words = refused("build", "pitch-perception", *options(tree, tmp_path / "none"))
    assert "clips that fit (180, 250) Hz" in words
    assert "wanted: 300 for each label" in words
    assert not (tmp_path / "none").exists()
    built("build", "pitch-perception", "--allow-short", *options(tree, tmp_path / "short"))
    found = [item.label for item in items_of(tmp_path / "short", "pitch-perception")]
    assert 0 < found.count(LOW) == found.count(HIGH) < 20


def test_as_released_takes_the_table_in_its_order(tree, tmp_path):
    built("build", "pitch-perception", "--as-released", "--limit", 1, *options(tree, tmp_path))
    items = items_of(tmp_path, "pitch-perception-as-released")
    assert sorted(item.parameters["threshold"] for item in items) == [0.72, 0.90]
    assert {item.parameters["closed"] for item in items} == {True}
    assert {item.parameters["frame_period_ms"] for item in items} == {5.0}


@pytest.mark.parametrize(
    "ranges", [{"low_hz": (150.0, 80.0)}, {"low_hz": (80.0, 200.0)}, {"high_hz": (180.0, 500.0)}, {"floor_hz": 90.0}]
)
def test_ranges_that_overlap_or_leave_the_search_are_refused(ranges):
    with pytest.raises(RecipeError, match="two ranges, one above the other, inside"):
        PitchRanges(**ranges)
