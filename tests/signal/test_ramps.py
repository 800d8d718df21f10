from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe_signal.ramps import apply_gain, linear_ramp

gains = st.floats(0.0, 8.0, width=32)


@given(frames=st.integers(2, 10_000), start_gain=gains, stop_gain=gains)
def test_straight_line_with_exact_ends(frames: int, start_gain: float, stop_gain: float) -> None:
    ramp = linear_ramp(frames, start_gain=start_gain, stop_gain=stop_gain)
    assert ramp.dtype == np.float32
    assert ramp.shape == (frames,)
    assert (ramp[0], ramp[-1]) == (start_gain, stop_gain)
    line = np.linspace(start_gain, stop_gain, frames)
    assert np.abs(ramp - line).max() <= 1.2e-7 * max(start_gain, stop_gain) + 1e-37  # subnormal gains are coarser


@pytest.mark.parametrize("frames", [2, 1023, 1024, 1025, 480_000])
def test_rise_never_falls_and_fall_never_rises(frames: int) -> None:
    assert (np.diff(linear_ramp(frames, start_gain=0.0, stop_gain=1.0)) > 0).all()
    assert (np.diff(linear_ramp(frames, start_gain=1.0, stop_gain=0.0)) < 0).all()


def test_shortest_ramps() -> None:
    assert linear_ramp(0, start_gain=0.5, stop_gain=1.0).shape == (0,)
    assert linear_ramp(1, start_gain=0.5, stop_gain=1.0).tolist() == [0.5]
    assert linear_ramp(2, start_gain=0.5, stop_gain=1.0).tolist() == [0.5, 1.0]


@pytest.mark.parametrize("shape", [(50,), (50, 1), (50, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_gain_per_frame_is_the_same_for_every_channel(shape: tuple[int, ...], dtype: type) -> None:
    samples = np.random.default_rng(5).uniform(-1, 1, shape).astype(dtype)
    before = samples.copy()
    ramp = linear_ramp(50, start_gain=0.0, stop_gain=1.0)
    result = apply_gain(samples, ramp)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, (before.T * ramp).T)
    np.testing.assert_array_equal(samples, before)


def test_constant_gain() -> None:
    samples = np.ones((3, 2), np.float32)
    assert (apply_gain(samples, 0.25) == 0.25).all()
    assert apply_gain(samples, 0.25).dtype == np.float32


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="frames: found -3, wanted 0 or more"):
        linear_ramp(-3, start_gain=0.0, stop_gain=1.0)
    with pytest.raises(ValueError, match=r"gain: found nan to 1.0, wanted finite numbers"):
        linear_ramp(3, start_gain=float("nan"), stop_gain=1.0)
    with pytest.raises(ValueError, match=r"gain: found shape \(2,\), wanted one number or shape \(3,\)"):
        apply_gain(np.ones(3, np.float32), np.ones(2, np.float32))
    with pytest.raises(ValueError, match="samples: found int16"):
        apply_gain(np.ones(3, np.int16), 1.0)
