"""F0 range: voices inside and outside their range, and an octave away."""

import numpy as np
import pytest

from tests.verification.sounds import RATE, voice
from tests.verification.truth.judged import entry, judged, sound, verdict
from verification.truth.f0_range import share_within
from verification.truth.registry import property_named
from verification.truth.tracking import voiced_f0_of
from verification.truth.words import Interval

TASK = "f0-range"
OPTIONS = ("(80, 150)", "(180, 250)")


@pytest.fixture(scope="module")
def values():
    """Measure voices of several pitches, once."""
    voices = {f0_hz: voice(f0_hz, 2 * RATE, seed=f0_hz)[0] / 32768.0 for f0_hz in (55, 110, 165, 220, 440)}
    return {f0_hz: property_named(TASK).measure(sound(samples)) for f0_hz, samples in voices.items()}


def judge(values, label, options=OPTIONS):
    return property_named(TASK).judge(values, entry(label, options=options))


@pytest.mark.parametrize("label", ["(80, 150)", "80-150 Hz", "80 to 150 Hz", "0.08 to 0.15 kHz", "below 150 Hz"])
def test_a_true_label_holds_however_it_is_written(values, label):
    assert judge(values[110], label, (label, "180-250 Hz")).holds is True
    assert judge(values[220], label, (label, "180-250 Hz")).holds is False


def test_the_range_that_holds_more_is_the_answer(values):
    given = judge(values[220], "(80, 150)")
    assert given.answer == "(180, 250)"
    assert "100% in (180, 250)" in given.found
    assert "median F0 22" in given.found


@pytest.mark.parametrize(("f0_hz", "label"), [(55, "(80, 150)"), (440, "(180, 250)"), (220, "(80, 150)")])
def test_a_clip_an_octave_away_contradicts_its_label(values, f0_hz, label):
    assert judge(values[f0_hz], label).holds is False
    assert judge(values[f0_hz], label, ()).holds is False


def test_an_octave_shifted_clip_is_a_finding():
    clip = sound(voice(220, RATE, seed=3)[0] / 32768.0)
    assert judged(TASK, entry("(80, 150)", options=OPTIONS), clip) == (False, ["truth.label"])
    assert judged(TASK, entry("(180, 250)", options=OPTIONS), clip) == (True, [])


def test_words_and_sound_without_a_voice_decide_nothing(values):
    assert judge(values[110], "low", ("low", "high")).holds is None
    noise = np.random.default_rng(0).normal(0, 0.1, RATE)
    assert verdict(TASK, entry("(80, 150)", options=OPTIONS), sound(noise)).holds is None


def test_a_share_follows_from_the_quantiles(values):
    clip = sound(voice(130, 2 * RATE, seed=1, swing=0.4)[0] / 32768.0)
    f0_hz, measured = voiced_f0_of(clip), property_named(TASK).measure(clip)
    for low_hz, high_hz in ((80.0, 150.0), (100.0, 130.0), (120.0, 300.0), (20.0, 110.0)):
        share = float(np.mean((f0_hz > low_hz) & (f0_hz < high_hz)))
        assert share_within(measured, Interval(low_hz, high_hz)) == pytest.approx(share, abs=0.02)
    assert share_within(values[110], Interval(-np.inf, np.inf)) == pytest.approx(1.0)


def test_another_rate_gives_the_same(values):
    pcm = voice(110, 2 * RATE, seed=110)[0] / 32768.0
    doubled = np.interp(np.arange(4 * RATE) / 2, np.arange(2 * RATE), pcm)
    assert property_named(TASK).measure(sound(doubled, rate=2 * RATE))["f0_p50_hz"] == pytest.approx(
        values[110]["f0_p50_hz"], rel=0.01
    )
