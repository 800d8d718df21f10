from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal.sounding import longest_pause_s, sounding_s, window_levels

RATE = 16_000
TONE = np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE).astype(np.float32) * 0.5
SILENCE = np.zeros(RATE, np.float32)


def test_a_second_of_tone_between_silence_sounds_for_a_second() -> None:
    sound = np.concatenate([SILENCE, TONE, SILENCE, TONE * 0.01])  # the last is 40 dB below
    assert sounding_s(sound, sampling_rate=RATE) == 1.0
    assert longest_pause_s(sound, sampling_rate=RATE) == 0.0


@pytest.mark.parametrize(("below_db", "seconds"), [(29.0, 2.0), (31.0, 1.0)])
def test_what_sounds_ends_30_db_below_the_loudest(below_db: float, seconds: float) -> None:
    sound = np.concatenate([TONE, TONE * np.float32(10 ** (-below_db / 20))])
    assert sounding_s(sound, sampling_rate=RATE) == seconds


@pytest.mark.parametrize(("level_dbfs", "seconds"), [(-59.0, 1.0), (-61.0, 0.0)])
def test_a_clip_below_60_dbfs_is_silent(level_dbfs: float, seconds: float) -> None:
    sound = TONE * np.float32(10 ** ((level_dbfs + 3.01) / 20) / 0.5)
    assert sounding_s(sound, sampling_rate=RATE) == seconds
    assert longest_pause_s(np.concatenate([sound, SILENCE, sound]), sampling_rate=RATE) == seconds


def test_the_longest_pause_is_between_what_sounds() -> None:
    sound = np.concatenate([SILENCE, TONE, SILENCE[:4_800], TONE, SILENCE[:8_000], TONE, SILENCE])
    assert longest_pause_s(sound, sampling_rate=RATE) == 0.5
    assert longest_pause_s(TONE, sampling_rate=RATE) == 0.0


@pytest.mark.parametrize("frames", [0, 100, 319])
def test_a_sound_that_is_shorter_than_a_window_has_none(frames: int) -> None:
    assert window_levels(TONE[:frames], sampling_rate=RATE).shape == (0,)
    assert sounding_s(TONE[:frames], sampling_rate=RATE) == longest_pause_s(TONE[:frames], sampling_rate=RATE) == 0.0


@pytest.mark.parametrize("sampling_rate", [8_000, 16_000, 44_100])
def test_a_window_is_20_ms_at_every_rate(sampling_rate: int) -> None:
    sound = np.concatenate([np.zeros(sampling_rate), np.full(sampling_rate, 0.1)])
    levels = window_levels(sound, sampling_rate=sampling_rate)
    assert len(levels) == 100
    assert levels[0] == -96.0
    assert levels[-1] == pytest.approx(-20.0, abs=1e-6)
    assert sounding_s(sound, sampling_rate=sampling_rate) == pytest.approx(1.0, abs=0.021)


@given(seed=st.integers(0, 2**32 - 1), windows=st.integers(1, 60))
def test_sound_and_pauses_are_the_same_backwards_and_no_longer_than_the_clip(seed: int, windows: int) -> None:
    generator = np.random.default_rng(seed)
    loudness = (10.0 ** generator.uniform(-4.0, -0.5, windows)).repeat(320)
    sound = loudness * generator.uniform(-1, 1, windows * 320)
    seconds, pause_s = (measure(sound, sampling_rate=RATE) for measure in (sounding_s, longest_pause_s))
    assert seconds + pause_s <= windows * 0.02 + 1e-9
    assert sounding_s(sound[::-1], sampling_rate=RATE) == seconds
    assert longest_pause_s(sound[::-1], sampling_rate=RATE) == pause_s


def test_what_is_no_sound_is_refused() -> None:
    with pytest.raises(ValueError, match="sampling_rate"):
        sounding_s(TONE, sampling_rate=0)
    with pytest.raises(ValueError, match="samples"):
        sounding_s(np.zeros(RATE, np.int32), sampling_rate=RATE)
    with pytest.raises(ValueError, match="finite"):
        sounding_s(np.full(RATE, np.nan, np.float32), sampling_rate=RATE)
