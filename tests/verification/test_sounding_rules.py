"""What sounds is timed as the builders time it, by code of its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal import sounding as built
from tests.verification.speaking import RATE, bursts
from verification.sounding import longest_pauses_s, sounding_s, window_levels


@given(st.integers(0, 2**32 - 1), st.integers(0, 40_000))
def test_sound_and_pauses_are_timed_as_the_builders_time_them(seed, frames):
    generator = np.random.default_rng(seed)
    loudness = 10.0 ** generator.uniform(-0.5, 4.0, frames // 800 + 1).repeat(800)[:frames]
    pcm = np.round(loudness * generator.uniform(-1, 1, frames)).astype(np.int16)
    sound = pcm.astype(np.float64)
    levels = window_levels(sound, sampling_rate=RATE)
    assert levels == pytest.approx(built.window_levels(pcm, sampling_rate=RATE), abs=0.01)
    assert sounding_s(sound, sampling_rate=RATE) == pytest.approx(built.sounding_s(pcm, sampling_rate=RATE), abs=0.021)
    pauses_s = longest_pauses_s(sound, sampling_rate=RATE)
    assert any(pause_s == pytest.approx(built.longest_pause_s(pcm, sampling_rate=RATE)) for pause_s in pauses_s)


def test_a_pause_at_the_border_may_be_either():
    step = np.ones(RATE // 10)
    # Within 0.01 dB of 30 dB below: rounding decides whether the middle sounds.
    sound = np.concatenate([step * 10_000, step * 10_000 * 10 ** (-30.005 / 20), step * 10_000])
    assert longest_pauses_s(sound, sampling_rate=RATE) == pytest.approx([0.0, 0.1])


def test_bursts_are_timed():
    sound = bursts(4, pause_s=0.3).astype(np.float64)
    assert sounding_s(sound, sampling_rate=RATE) == pytest.approx(0.8)
    assert longest_pauses_s(sound, sampling_rate=RATE) == pytest.approx([0.3])
    assert sounding_s(np.zeros(RATE), sampling_rate=RATE) == 0.0
