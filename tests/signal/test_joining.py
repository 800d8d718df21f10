"""Joined sounds keep every sample, and what is between them is silence of the length that was asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal.joining import join


@given(st.lists(st.integers(0, 200), min_size=1, max_size=4), st.integers(0, 100), st.sampled_from([(), (2,)]))
def test_parts_stand_where_they_must_and_gaps_are_silent(lengths, gap, channels):
    sounds = [np.full((length, *channels), number + 1.0, np.float32) for number, length in enumerate(lengths)]
    joined = join(sounds, gap_frames=gap)
    assert joined.shape == (sum(lengths) + gap * (len(lengths) - 1), *channels)
    start = 0
    for sound in sounds:
        assert np.array_equal(joined[start : start + len(sound)], sound)
        start += len(sound)
        assert not joined[start : start + gap].any() or start == len(joined)
        start += gap


@pytest.mark.parametrize(
    ("sounds", "gap", "named"),
    [
        ([], 0, "sounds: found none"),
        ([np.zeros(3, np.float32), np.zeros((3, 2), np.float32)], 0, "sounds: found channels"),
        ([np.zeros(3, np.float32)], -1, "frames"),
        ([np.zeros(3, np.int16)], 1, "float"),
    ],
)
def test_what_cannot_be_joined_is_named(sounds, gap, named):
    with pytest.raises(ValueError, match=named):
        join(sounds, gap_frames=gap)
