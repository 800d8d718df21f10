from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from probe_signal.quantise import from_pcm16, to_pcm16

shapes = arrays.array_shapes(min_dims=1, max_dims=2, max_side=50)


def test_every_16_bit_value_comes_back_bit_by_bit() -> None:
    every = np.arange(-32768, 32768).astype(np.int16)
    samples = from_pcm16(every)
    assert samples.dtype == np.float32
    assert (samples.min(), samples.max()) == (-1.0, 32767 / 32768)
    for dtype in (np.float32, np.float64):
        pcm, gain = to_pcm16(samples.astype(dtype))
        assert pcm.dtype == np.int16
        assert gain == 1.0
        np.testing.assert_array_equal(pcm, every)


@given(samples=arrays.arrays(np.float32, shapes, elements=st.floats(-4.0, 4.0, width=32)))
def test_common_gain_instead_of_clipping(samples: np.ndarray) -> None:
    before = samples.copy()
    pcm, gain = to_pcm16(samples)
    assert pcm.shape == samples.shape
    assert 0.0 < gain <= 1.0
    error = np.abs(pcm - 32768.0 * gain * samples.astype(np.float64))
    assert error.max() <= 0.5 + 2e-3  # half a step, and float32's own rounding near full scale
    if gain < 1.0:
        assert np.abs(pcm.astype(int)).max() == 32767
    np.testing.assert_array_equal(samples, before)


@pytest.mark.parametrize(
    ("peak", "turned_down"),
    [(32767.4 / 32768, False), (32767.6 / 32768, True), (1.0, True), (-1.0, False), (-1.0001, True), (1e38, True)],
)
def test_gain_is_applied_exactly_when_the_rounded_peak_does_not_fit(peak: float, turned_down: bool) -> None:
    samples = np.array([[0.5, 0.0], [0.0, peak]], np.float32)
    pcm, gain = to_pcm16(samples)
    assert (gain < 1.0) == turned_down
    assert np.sign(pcm[1, 1]) == np.sign(peak)
    assert abs(int(pcm[1, 1])) >= 32767
    assert pcm[0, 0] == round(0.5 * 32768 * gain)


def test_gain_is_shared_by_the_channels() -> None:
    stereo = np.array([[2.0, 0.5], [-1.0, 0.25]], np.float32)
    pcm, gain = to_pcm16(stereo)
    assert abs(gain - 32767 / 32768 / 2) < 1e-8
    assert pcm.tolist() == [[32767, 8192], [-16384, 4096]]


def test_rounds_to_nearest_and_not_down() -> None:
    steps = np.array([0.4, 0.6, -0.4, -0.6, 1.5, 2.5], np.float64) / 32768
    assert to_pcm16(steps)[0].tolist() == [0, 1, 0, -1, 2, 2]


def test_nothing_in_nothing_out() -> None:
    pcm, gain = to_pcm16(np.zeros((0, 2), np.float32))
    assert (pcm.shape, pcm.dtype, gain) == ((0, 2), np.int16, 1.0)
    assert from_pcm16(np.zeros(0, np.int16)).shape == (0,)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 57, 99])
def test_what_is_not_finite_is_refused(bad: float, place: int) -> None:
    samples = np.zeros(100, np.float32)
    samples[place] = bad
    with pytest.raises(ValueError, match=r"samples: found values from .*, wanted finite values"):
        to_pcm16(samples)


def test_wrong_types_are_named() -> None:
    with pytest.raises(ValueError, match="samples: found int16, wanted float32 or float64"):
        to_pcm16(np.zeros(3, np.int16))
    with pytest.raises(ValueError, match="pcm: found float32, wanted int16"):
        from_pcm16(np.zeros(3, np.float32))
