from __future__ import annotations

import numpy as np
import pytest

from probe_signal.mono import to_mono


def test_mono_stays_the_same_array() -> None:
    samples = np.linspace(-1, 1, 7, dtype=np.float32)
    assert to_mono(samples) is samples


@pytest.mark.parametrize("channels", [1, 2, 3, 6])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_mean_over_channels(channels: int, dtype: type) -> None:
    samples = np.random.default_rng(1).uniform(-1, 1, (1000, channels)).astype(dtype)
    before = samples.copy()
    mono = to_mono(samples)
    assert mono.dtype == dtype
    assert mono.shape == (1000,)
    np.testing.assert_allclose(mono, before.astype(np.float64).mean(axis=1), atol=2e-7)
    np.testing.assert_array_equal(samples, before)


def test_opposite_channels_cancel_exactly() -> None:
    left = np.random.default_rng(2).uniform(-1, 1, 500).astype(np.float32)
    assert not to_mono(np.stack([left, -left], axis=1)).any()


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        (np.zeros((4, 0), np.float32), "found 0 channels, wanted at least 1"),
        (np.zeros((2, 2, 2), np.float32), r"found shape \(2, 2, 2\), wanted \(frames,\) or \(frames, channels\)"),
        (np.zeros(4, np.int16), "found int16, wanted float32 or float64"),
        ([0.0, 1.0], "found list, wanted a numpy array"),
    ],
)
def test_wrong_input_is_named(samples: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_mono(samples)
